import type { EmbeddedFont } from '@libpdf/core'

const ellipsis = '…'
const controlCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]+/gu

/** One line of text as it can be shown: composed letters, no control, direction or line-break characters. */
export function printable(text: string): string {
  return text.normalize('NFC').replace(controlCharacters, ' ').trim()
}

/** The text with each character that the font lacks by its number in Unicode, where a box would tell nothing. */
export function spelled(font: EmbeddedFont, text: string): string {
  if (font.canEncode(text)) return text
  return [...text].map((character) => (font.canEncode(character) ? character : numbered(character))).join('')
}

function numbered(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0
  return `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`
}

export function textWidth(font: EmbeddedFont, text: string, size: number): number {
  return font.getTextWidth(text, size)
}

/** Lines no wider than `width`, broken at spaces, and within a word where the word alone is too wide. */
export function wrap(font: EmbeddedFont, text: string, size: number, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of printable(text).split(/\s+/u)) {
    const joined = line ? `${line} ${word}` : word
    if (textWidth(font, joined, size) <= width) {
      line = joined
      continue
    }
    if (line) lines.push(line)
    const pieces = breakWord(font, word, size, width)
    line = pieces.pop() ?? ''
    lines.push(...pieces)
  }
  if (line) lines.push(line)
  return lines
}

function widestWord(font: EmbeddedFont, text: string, size: number): number {
  return Math.max(
    ...printable(text)
      .split(/\s+/u)
      .map((word) => textWidth(font, word, size)),
  )
}

function breakWord(font: EmbeddedFont, word: string, size: number, width: number): string[] {
  const pieces: string[] = []
  let piece = ''
  let pieceWidth = 0
  for (const character of word) {
    const characterWidth = textWidth(font, character, size)
    if (piece && pieceWidth + characterWidth > width) {
      pieces.push(piece)
      piece = ''
      pieceWidth = 0
    }
    piece += character
    pieceWidth += characterWidth
  }
  return [...pieces, piece]
}

/** The text on one line, cut with an ellipsis where it is too wide. */
export function cut(font: EmbeddedFont, text: string, size: number, width: number): string {
  const line = printable(text)
  if (textWidth(font, line, size) <= width) return line
  const room = width - textWidth(font, ellipsis, size)
  return `${breakWord(font, line, size, room)[0] ?? ''}${ellipsis}`
}

/** `isCut` where the text is longer than its area holds at the smallest size. */
export type FittedText = { lines: string[]; size: number; leading: number; isCut: boolean }
export type FitOptions = {
  width: number
  height: number
  maxSize: number
  minSize: number
  maxLines: number
  /** Rather smaller than broken within a word. */
  keepsWords?: boolean
}

/** Distance between baselines, in sizes of the font. */
export const leadingFactor = 1.25

/** The largest size at which the text fits the area; at the smallest, what does not fit is cut. */
export function fitText(font: EmbeddedFont, text: string, options: FitOptions): FittedText {
  const { width, height, maxLines } = options
  for (let size = options.maxSize; size >= options.minSize; size -= 0.5) {
    const leading = size * leadingFactor
    if (options.keepsWords && widestWord(font, text, size) > width) continue
    const lines = wrap(font, text, size, width)
    if (lines.length <= maxLines && lines.length * leading <= height) return { lines, size, leading, isCut: false }
  }
  const size = Math.min(options.minSize, height / leadingFactor)
  const leading = size * leadingFactor
  const room = Math.max(1, Math.min(maxLines, Math.floor(height / leading)))
  const lines = wrap(font, text, size, width)
  const kept = lines.slice(0, room)
  const last = kept.at(-1)
  if (lines.length > room && last !== undefined) kept[room - 1] = cut(font, `${last} ${lines[room]}`, size, width)
  return { lines: kept, size, leading, isCut: kept.length < lines.length }
}
