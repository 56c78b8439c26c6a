import { coveredRanges } from './covered-ranges.ts'

/** What takes no letter of a font: spaces, and what only joins letters or turns their direction. */
const withoutPicture = /[\s\p{Cc}]|\p{Default_Ignorable_Code_Point}|\p{Cf}/u

let covered: readonly (readonly [number, number])[] | undefined

/**
 * The characters of texts that no font has, each once. It asks a list made of the fonts, not the fonts themselves, so that
 * any function can ask before anything is drawn.
 */
export function undrawable(...texts: readonly string[]): string[] {
  const characters = new Set(texts.flatMap((text) => [...text.normalize('NFC')]))
  return [...characters].filter((character) => !withoutPicture.test(character) && !isCovered(character))
}

/** What people are told of such characters: the first of them, with their numbers in Unicode. */
export function namedCharacters(characters: readonly string[]): string {
  const named = characters.slice(0, 5).map((character) => {
    const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    return character.isWellFormed() ? `${character} (U+${number})` : `U+${number}`
  })
  return named.join(', ')
}

function isCovered(character: string): boolean {
  covered ??= unpacked(coveredRanges)
  const codePoint = character.codePointAt(0) ?? 0
  let [low, high] = [0, covered.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const [first = 0, last = 0] = covered[middle] ?? []
    if (codePoint < first) high = middle - 1
    else if (codePoint > last) low = middle + 1
    else return true
  }
  return false
}

/** Ranges as `gap+length` in base 36, each counted from the end of the one before. */
export function packed(codePoints: Iterable<number>): string {
  const ranges: [number, number][] = []
  for (const codePoint of [...codePoints].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && codePoint <= last[1] + 1) last[1] = codePoint
    else ranges.push([codePoint, codePoint])
  }
  let end = 0
  const parts = ranges.map(([first, last]) => {
    const part = `${(first - end).toString(36)}${last > first ? `+${(last - first).toString(36)}` : ''}`
    end = last
    return part
  })
  return parts.join(' ')
}

function unpacked(text: string): [number, number][] {
  let end = 0
  return text.split(' ').map((part) => {
    const [gap = '0', length = '0'] = part.split('+')
    const first = end + Number.parseInt(gap, 36)
    end = first + Number.parseInt(length, 36)
    return [first, end]
  })
}
