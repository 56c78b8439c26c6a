/**
 * Characters without a picture: white space, controls, formats, fillers, private and unassigned code points. Marks alone
 * have nothing to stand on. U+2800 is the empty Braille cell, which Unicode counts as a symbol.
 */
const visible = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Characters that turn the text around them (Unicode Bidirectional Algorithm, embeddings, overrides and isolates). */
const turning = /[\u202a-\u202e\u2066-\u2069]/g

/** The text without what would make it read differently wherever it is shown. */
export function withoutTurns(text: string): string {
  return text.replace(turning, '')
}

/** The same, and the marks that stand for a letter of a direction: between numbers they turn them around too. */
const directing = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The text without characters of direction: its letters alone say how it is read. */
export function withoutDirections(text: string): string {
  return text.replace(directing, '')
}

export function directionsIn(text: string): number {
  return text.match(directing)?.length ?? 0
}

/** Whether a reader sees anything of the text. */
export function isVisible(text: string): boolean {
  return visible.test(text)
}

/** The text without what readers do not see: names that look alike are equal. Case stays. */
export function visiblePart(text: string): string {
  return text.normalize('NFC').replace(invisible, '').replace(/\s+/gu, ' ').trim()
}

/** A name as it is compared with others: names that differ only in case, width or what nobody sees are one. */
export function comparedName(name: string): string {
  // Upper case first: it makes SS of ß, as case folding does.
  return visiblePart(name.normalize('NFKC')).toUpperCase().toLowerCase()
}

/** A name of any direction within a sentence: what stands around it keeps its place (first strong isolate). */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`
}

/** A text without control characters (C0 and C1) and without separators of lines and paragraphs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is kept out
export const oneLine = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/
