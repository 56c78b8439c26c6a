import type { FaceName } from './typography/font-choice.ts'
import type { LineOptions } from './typography/shaped-line.ts'
import type { Typesetter } from './typography/typesetter.ts'

const ellipsis = '…'
/** Lines break at spaces, but not at those that keep words together. */
const breakableSpace = /[^\S\u00a0]+/u
const controlCharacters = /[\p{Cc}\p{Cs}\p{Co}\u2028\u2029]+/gu
/** Without a picture of their own, but for those that join letters or keep them apart. */
const formatCharacters = /(?![\u200c\u200d])\p{Cf}/gu
/** But for the space of East Asian names, and the one that keeps words together, which fonts have. */
const otherSpaces = /(?![\u3000\u00a0])\s/gu
/** Unicode composes some East Asian characters into others that look different; in a name that matters. */
const composable = /[^\uf900-\ufaff\u{2f800}-\u{2fa1f}]+/gu
/** Lines may break between words, which these scripts do not separate by spaces. */
const withoutSpaces = /[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u
const words = new Intl.Segmenter('und', { granularity: 'word' })
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** What text is measured and set in. */
export type TextSetting = LineOptions & { readonly typesetter: Typesetter; readonly font: FaceName }

/** One line of text as it can be shown: composed letters, no control, direction or line-break characters. */
export function printable(text: string): string {
  return printablePart(text).trim()
}

/** The same of a part of a line, with the spaces at its ends. */
export function printablePart(text: string): string {
  return text
    .replace(composable, (part) => part.normalize('NFC'))
    .replace(controlCharacters, ' ')
    .replace(formatCharacters, '')
    .replace(otherSpaces, ' ')
}

export function textWidth({ typesetter, font, ...options }: TextSetting, text: string, size: number): number {
  return (typesetter.line(text, font, options).width * size) / 1000
}

/** Lines no wider than `width`, broken at spaces, and within a word where the word alone is too wide. */
export function wrap(setting: TextSetting, text: string, size: number, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const { word, space } of wordsOf(text)) {
    const joined = line ? `${line}${space}${word}` : word
    if (textWidth(setting, joined, size) <= width) {
      line = joined
      continue
    }
    if (line) lines.push(line)
    const pieces = breakWord(setting, word, size, width)
    line = pieces.pop() ?? ''
    lines.push(...pieces)
  }
  if (line) lines.push(line)
  return lines
}

/** Pieces between which a line may break, with the space before each. */
function wordsOf(text: string): { word: string; space: string }[] {
  return printable(text)
    .split(breakableSpace)
    .flatMap((word) => breakablePieces(word).map((piece, index) => ({ word: piece, space: index === 0 ? ' ' : '' })))
}

/** The pieces of text without spaces between which a line may break. */
export function breakablePieces(word: string): string[] {
  return (withoutSpaces.test(word) ? piecesOf(word) : [word]).flatMap(inBoundedPieces)
}

/** Wider than a line, in code units. Longer words are measured in pieces: what it takes to shape one grows faster than its length. */
const longestPiece = 300

function inBoundedPieces(word: string): string[] {
  if (word.length <= longestPiece) return [word]
  const pieces: string[] = []
  let piece = ''
  for (const { segment } of graphemes.segment(word)) {
    // A letter may have any number of marks.
    for (const part of segment.length <= longestPiece ? [segment] : segment) {
      if (piece.length + part.length > longestPiece) {
        pieces.push(piece)
        piece = ''
      }
      piece += part
    }
  }
  return [...pieces, piece]
}

/** Punctuation stays with the word before it. */
function piecesOf(word: string): string[] {
  const pieces: string[] = []
  for (const { segment, isWordLike } of words.segment(word)) {
    const last = pieces.at(-1)
    if (last !== undefined && !isWordLike) pieces[pieces.length - 1] = last + segment
    else pieces.push(segment)
  }
  return pieces
}

function widestWord(setting: TextSetting, text: string, size: number): number {
  const separate = printable(text).split(breakableSpace)
  return Math.max(...separate.map((word) => textWidth(setting, word, size)))
}

/** Pieces no wider than `width`. Never broken within what is drawn as one: a letter and its marks, an emoji of several. */
export function breakWord(
  { typesetter, font, ...options }: TextSetting,
  word: string,
  size: number,
  width: number,
): string[] {
  const pieces: string[] = []
  let piece = ''
  let pieceWidth = 0
  const { text, clusters } = typesetter.line(word, font, options)
  const advances = new Map<number, number>()
  for (const { start, advance } of clusters) advances.set(start, (advances.get(start) ?? 0) + advance)
  for (const letter of graphemes.segment(text)) {
    const letterWidth = (advanceOf(advances, letter) * size) / 1000
    if (piece && advances.has(letter.index) && pieceWidth + letterWidth > width) {
      pieces.push(piece)
      piece = ''
      pieceWidth = 0
    }
    piece += letter.segment
    pieceWidth += letterWidth
  }
  return [...pieces, piece]
}

/** A letter, such as a conjunct of an Indic script, may be drawn as several clusters, and several letters as one. */
function advanceOf(advances: ReadonlyMap<number, number>, { index, segment }: Intl.SegmentData): number {
  let sum = 0
  for (let at = index; at < index + segment.length; at += 1) sum += advances.get(at) ?? 0
  return sum
}

/** The text on one line, cut with an ellipsis where it is too wide. */
export function cut(setting: TextSetting, text: string, size: number, width: number): string {
  const line = printable(text)
  if (textWidth(setting, line, size) <= width) return line
  const room = width - textWidth(setting, ellipsis, size)
  return `${breakWord(setting, line, size, room)[0] ?? ''}${ellipsis}`
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
export function fitText(setting: TextSetting, text: string, options: FitOptions): FittedText {
  const { width, height, maxLines } = options
  for (let size = options.maxSize; size >= options.minSize; size -= 0.5) {
    const leading = size * leadingFactor
    if (options.keepsWords && widestWord(setting, text, size) > width) continue
    const lines = wrap(setting, text, size, width)
    if (lines.length <= maxLines && lines.length * leading <= height) return { lines, size, leading, isCut: false }
  }
  const size = Math.min(options.minSize, height / leadingFactor)
  const leading = size * leadingFactor
  const room = Math.max(1, Math.min(maxLines, Math.floor(height / leading)))
  const lines = wrap(setting, text, size, width)
  const kept = lines.slice(0, room)
  const last = kept.at(-1)
  if (lines.length > room && last !== undefined) kept[room - 1] = cut(setting, `${last} ${lines[room]}`, size, width)
  return { lines: kept, size, leading, isCut: kept.length < lines.length }
}
