import { accent, type Drawing, drawLine, drawText, ink } from './drawing.ts'
import { breakablePieces, breakWord, printablePart, textWidth } from './typesetting.ts'
import type { Direction } from './typography/shaped-line.ts'
import { inVisualOrder, type Typesetter } from './typography/typesetter.ts'

/** How a part of a paragraph looks. */
export interface SpanStyle {
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly isUnderlined: boolean
  readonly isStruck: boolean
  /** Above or below the line, and smaller. */
  readonly position: 'normal' | 'super' | 'sub'
  /** The target of a link. */
  readonly href: string | null
}

export interface Span extends SpanStyle {
  readonly text: string
}

export const plainStyle: SpanStyle = {
  isBold: false,
  isItalic: false,
  isUnderlined: false,
  isStruck: false,
  position: 'normal',
  href: null,
}

/** Text in several styles, or a line break. */
export type Inline = Span | 'break'

export interface RichLine {
  readonly spans: readonly Span[]
  readonly width: number
  /** The lines around it: the direction of digits and punctuation depends on them, as in browsers. */
  readonly before: string
  readonly after: string
}

type MadeLine = Omit<RichLine, 'before' | 'after'> & { readonly startsAfterSpace: boolean }

/** A link where it was drawn, from the bottom-left. */
export interface PlacedLink {
  readonly href: string
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

interface Word {
  readonly spans: readonly Span[]
  readonly hasSpaceBefore: boolean
}

const italicSlant = 0.2
/** Of text above or below the line: its size, and how far it is moved. */
const smaller = 0.7
const shifts = { normal: 0, super: 0.33, sub: -0.15 } as const satisfies Record<SpanStyle['position'], number>
/** In code units: marks have no width, and a line of any number of them would take long to shape. */
const longestLine = 2_000

/** Lines no wider than `width`, broken like plain text. A break at the end of a paragraph makes no line, as in browsers. */
export function wrapRich(typesetter: Typesetter, inlines: readonly Inline[], size: number, width: number): RichLine[] {
  const lines = splitAtBreaks(inlines).map((spans) => wrapSpans(typesetter, spans, size, width))
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop()
  return lines.flatMap((each) => (each.length > 0 ? each : [{ spans: [], width: 0, before: '', after: '' }]))
}

function splitAtBreaks(inlines: readonly Inline[]): Span[][] {
  const parts: Span[][] = [[]]
  for (const inline of inlines)
    if (inline === 'break') parts.push([])
    else parts.at(-1)?.push(inline)
  return parts
}

function wrapSpans(typesetter: Typesetter, spans: readonly Span[], size: number, width: number): RichLine[] {
  const lines: MadeLine[] = []
  let line = new LineInProgress(typesetter, size)
  for (const word of wordsOf(spans)) {
    if (line.tryToAdd(word, width)) continue
    if (!line.isEmpty) lines.push(line.done())
    line = new LineInProgress(typesetter, size)
    if (line.tryToAdd(word, width)) continue
    for (const piece of brokenWord(typesetter, word, size, width)) {
      if (line.tryToAdd(piece, width)) continue
      if (!line.isEmpty) lines.push(line.done())
      line = new LineInProgress(typesetter, size)
      line.add(piece)
    }
  }
  if (!line.isEmpty) lines.push(line.done())
  return lines.map(({ startsAfterSpace, ...made }, index) => {
    const [previous, next] = [lines[index - 1], lines[index + 1]]
    const before = previous ? textOf(previous) + (startsAfterSpace ? ' ' : '') : ''
    const after = next ? (next.startsAfterSpace ? ' ' : '') + textOf(next) : ''
    return { ...made, before, after }
  })
}

function textOf({ spans }: Pick<RichLine, 'spans'>): string {
  return spans.map(({ text }) => text).join('')
}

class LineInProgress {
  readonly #typesetter: Typesetter
  readonly #size: number
  #spans: Span[] = []
  #width = 0
  #length = 0
  #startsAfterSpace = false

  constructor(typesetter: Typesetter, size: number) {
    this.#typesetter = typesetter
    this.#size = size
  }

  get isEmpty(): boolean {
    return this.#spans.length === 0
  }

  tryToAdd(word: Word, width: number): boolean {
    if (this.#length + lengthOf(word) > longestLine) return false
    if (this.#width + this.#widthOf(word) > width) return false
    this.add(word)
    return true
  }

  add(word: Word): void {
    if (this.isEmpty) this.#startsAfterSpace = word.hasSpaceBefore
    this.#width += this.#widthOf(word)
    this.#length += lengthOf(word)
    if (this.#isSpaced(word)) this.#append(this.#spaceBefore(word))
    for (const span of word.spans) this.#append(span)
  }

  done(): MadeLine {
    return { spans: this.#spans, width: this.#width, startsAfterSpace: this.#startsAfterSpace }
  }

  #isSpaced({ hasSpaceBefore }: Word): boolean {
    return hasSpaceBefore && !this.isEmpty
  }

  #widthOf(word: Word): number {
    const spaces = this.#isSpaced(word) ? [this.#spaceBefore(word)] : []
    return [...spaces, ...word.spans].reduce((sum, span) => sum + spanWidth(this.#typesetter, span, this.#size), 0)
  }

  /** Underlined within a link or underlined text, and not around it. */
  #spaceBefore({ spans: [first] }: Word): Span {
    const last = this.#spans.at(-1)
    return last && first && hasSameStyle(last, first) ? { ...last, text: ' ' } : { ...plainStyle, text: ' ' }
  }

  #append(span: Span): void {
    const last = this.#spans.at(-1)
    if (last && hasSameStyle(last, span)) this.#spans[this.#spans.length - 1] = { ...last, text: last.text + span.text }
    else this.#spans.push(span)
  }
}

function lengthOf({ spans }: Word): number {
  return spans.reduce((sum, { text }) => sum + text.length, 0)
}

function hasSameStyle(a: SpanStyle, b: SpanStyle): boolean {
  const names = ['isBold', 'isItalic', 'isUnderlined', 'isStruck', 'position', 'href'] as const
  return names.every((name) => a[name] === b[name])
}

/** Words, each in one style or several, between which a line may break. */
function wordsOf(spans: readonly Span[]): Word[] {
  const words: { spans: Span[]; hasSpaceBefore: boolean }[] = []
  let hasSpaceBefore = false
  let isWordOpen = false
  for (const span of spans)
    for (const part of printablePart(span.text).split(/( +)/)) {
      if (part === '') continue
      if (part.startsWith(' ')) {
        hasSpaceBefore = true
        isWordOpen = false
        continue
      }
      for (const [index, text] of breakablePieces(part).entries()) {
        const last = words.at(-1)
        if (isWordOpen && index === 0 && last) last.spans.push({ ...span, text })
        else words.push({ spans: [{ ...span, text }], hasSpaceBefore })
        hasSpaceBefore = false
        isWordOpen = true
      }
    }
  return words
}

function brokenWord(typesetter: Typesetter, { spans, hasSpaceBefore }: Word, size: number, width: number): Word[] {
  const pieces = spans.flatMap((span) =>
    breakWord({ typesetter, font: fontOf(span) }, span.text, sizeOf(span, size), width).map((text) => ({
      ...span,
      text,
    })),
  )
  return pieces.map((piece, index) => ({ spans: [piece], hasSpaceBefore: index === 0 && hasSpaceBefore }))
}

function fontOf({ isBold }: SpanStyle): 'semiBold' | 'regular' {
  return isBold ? 'semiBold' : 'regular'
}

function spanWidth(typesetter: Typesetter, span: Span, size: number): number {
  return textWidth({ typesetter, font: fontOf(span) }, span.text, sizeOf(span, size))
}

function sizeOf({ position }: SpanStyle, size: number): number {
  return position === 'normal' ? size : size * smaller
}

/** The widths that a paragraph needs: of its widest word, and of its widest line if nothing is wrapped. */
export function richWidths(typesetter: Typesetter, inlines: readonly Inline[], size: number) {
  const widest = (widths: readonly number[]) => widths.reduce((most, each) => Math.max(most, each), 0)
  const words = splitAtBreaks(inlines).map((spans) => wordsOf(spans))
  const ofWord = ({ spans }: Word) => spans.reduce((sum, span) => sum + spanWidth(typesetter, span, size), 0)
  const lines = wrapRich(typesetter, inlines, size, Number.POSITIVE_INFINITY)
  return { word: widest(words.flat().map(ofWord)), line: widest(lines.map(({ width }) => width)) }
}

/** The direction of a paragraph. */
export function directionOf(typesetter: Typesetter, inlines: readonly Inline[]): Direction {
  return typesetter.directionOf(
    inlines.map((inline) => (inline === 'break' ? ' ' : printablePart(inline.text))).join(''),
  )
}

interface LinePlace {
  readonly x: number
  readonly baseline: number
  readonly size: number
  readonly direction: Direction
}

/** Draws a line from `x` on, and tells where its links are. */
export function drawRichLine(
  drawing: Drawing,
  line: RichLine,
  { x: left, baseline: lineAt, size: lineSize, direction }: LinePlace,
) {
  const links: PlacedLink[] = []
  let x = left
  for (const { span, level } of visualRuns(drawing.fonts.typesetter, line, direction)) {
    const colour = span.href === null ? ink : accent
    const size = sizeOf(span, lineSize)
    const baseline = lineAt + shifts[span.position] * lineSize
    const slant = span.isItalic ? italicSlant : 0
    const runDirection = level % 2 === 1 ? ('rtl' as const) : ('ltr' as const)
    drawText(drawing, span.text, x, baseline, { font: fontOf(span), size, slant, colour, direction: runDirection })
    const setting = { typesetter: drawing.fonts.typesetter, font: fontOf(span), direction: runDirection }
    const width = textWidth(setting, span.text, size)
    const below = baseline - size * 0.14
    if (span.isUnderlined || span.href !== null) drawLine(drawing, [x, below], [x + width, below], colour, size * 0.05)
    const middle = baseline + size * 0.25
    if (span.isStruck) drawLine(drawing, [x, middle], [x + width, middle], colour, size * 0.05)
    if (span.href !== null)
      links.push({ href: span.href, box: { x, y: baseline - size * 0.25, width, height: size * 1.15 } })
    x += width
  }
  return links
}

interface VisualRun {
  readonly span: Span
  readonly level: number
}

/** Stretches of one style and one direction, from left to right. */
export function visualRuns(typesetter: Typesetter, line: RichLine, direction: Direction): VisualRun[] {
  const { spans, before, after } = line
  const text = `${before}${textOf(line)}${after}`
  if (direction === 'ltr' && typesetter.isPlain(text, 'regular')) return spans.map((span) => ({ span, level: 0 }))
  const levels = typesetter.levelsOf(text, direction).subarray(before.length)
  const runs: VisualRun[] = []
  let start = 0
  for (const span of spans) {
    for (const [index, character] of [...span.text].entries()) {
      const level = levels[start] ?? 0
      const last = runs.at(-1)
      if (index > 0 && last?.level === level)
        runs[runs.length - 1] = { level, span: { ...last.span, text: last.span.text + character } }
      else runs.push({ level, span: { ...span, text: character } })
      start += character.length
    }
  }
  return inVisualOrder(runs)
}
