import type { Box } from './page-geometry.ts'

/** Smaller letters cannot be read at 100 %: what would need them is left out. */
export const smallestCaption = 6
const largestCaption = 7.5
const leading = 1.25
/** From the bottom of a line to its baseline, in sizes of the font. */
const depth = 0.3
/** The signature comes first: the caption takes no more of the height. */
const largestShare = { oneLine: 0.5, moreLines: 0.4 }
const margin = 2
export const ruleWeight = 0.4
const gapAtRule = 2.5
const separator = ' · '

/** The block of a signer without a field, on a page of signatures. */
export const signatureBlockSize = { width: 243.64, height: 58 }

/** A part of the caption where its baseline starts, from the bottom-left. */
export interface CaptionPart {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size: number
}

/** Where everything in a signature field goes. `rule` is the line between; null where no caption fits. */
export interface StampLayout {
  readonly signature: Box
  readonly rule: Box | null
  readonly caption: readonly CaptionPart[]
}

export interface Caption {
  /** Such as name, time and verification id. The last is left out first. */
  readonly parts: readonly string[]
  readonly direction: 'ltr' | 'rtl'
}

/** How wide a text is at the size of one point. */
export type Measure = (text: string) => number

/** As much of a text as fits a width at the size of one point, with an ellipsis where something is left out. */
export type Shorten = (text: string, width: number) => string

/**
 * Lays out a signature field: the signature, and the caption below it. The document and its preview are both drawn from this.
 * Each part of the caption is a text of its own, so that a name from right to left turns no digits round.
 */
export function layOutStamp(
  box: Box,
  { parts, direction }: Caption,
  { measure, shorten }: { readonly measure: Measure; readonly shorten: Shorten },
): StampLayout {
  const horizontal = Math.min(margin, box.width / 8)
  const vertical = Math.min(margin, box.height / 8)
  const inner = {
    x: box.x + horizontal,
    y: box.y + vertical,
    width: box.width - 2 * horizontal,
    height: box.height - 2 * vertical,
  }
  const [name = '', ...others] = parts
  // A name that is too long for the smallest letters takes nothing else away.
  for (const rows of arrangements([shorten(name, inner.width / smallestCaption), ...others])) {
    const size = sizeOf(rows, inner, measure)
    if (size < smallestCaption) continue
    const captionHeight = rows.length * size * leading
    const top = inner.y + captionHeight
    return {
      signature: { ...inner, y: top + gapAtRule, height: inner.height - captionHeight - gapAtRule },
      rule: { x: inner.x, y: top + gapAtRule / 2 - ruleWeight / 2, width: inner.width, height: ruleWeight },
      caption: rows.flatMap((row, index) =>
        placedRow(row, { inner, y: top - (index + 1) * size * leading + size * depth, size, direction, measure }),
      ),
    }
  }
  return { signature: inner, rule: null, caption: [] }
}

/** From all parts on one line to the first part alone. */
function arrangements(parts: readonly string[]): string[][][] {
  const [name, time, id] = parts
  const all = [
    [[name, time, id]],
    [[name, time], [id]],
    [[name], [time, id]],
    [[name], [time], [id]],
    [[name, time]],
    [[name], [time]],
    [[name]],
  ]
  return all.map((rows) =>
    rows.map((row) => row.filter((part) => part)).filter((row) => row.length > 0),
  ) as string[][][]
}

/** The largest size at which the rows fit, as far as that is wanted. */
function sizeOf(rows: readonly string[][], inner: Box, measure: Measure): number {
  const widest = Math.max(...rows.map((row) => measureRow(row, measure)))
  const share = rows.length === 1 ? largestShare.oneLine : largestShare.moreLines
  const bySpace = (inner.height * share - gapAtRule / 2) / (rows.length * leading)
  return widest === 0 ? 0 : Math.min(largestCaption, bySpace, inner.width / widest)
}

function measureRow(row: readonly string[], measure: Measure): number {
  return row.reduce((sum, part) => sum + measure(part), 0) + (row.length - 1) * measure(separator)
}

interface RowPlace {
  readonly inner: Box
  readonly y: number
  readonly size: number
  readonly direction: 'ltr' | 'rtl'
  readonly measure: Measure
}

/** From the left, or from the right where the name is read from there. */
function placedRow(row: readonly string[], { inner, y, size, direction, measure }: RowPlace): CaptionPart[] {
  const texts = row.flatMap((part, index) => (index === 0 ? [part] : [separator, part]))
  const isFromRight = direction === 'rtl'
  const seen = isFromRight ? texts.toReversed() : texts
  let x = isFromRight ? inner.x + inner.width - measureRow(row, measure) * size : inner.x
  return seen.map((text) => {
    const placed = { text, x, y, size }
    x += measure(text) * size
    return placed
  })
}
