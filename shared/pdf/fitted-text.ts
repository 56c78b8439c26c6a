import type { Box } from './page-geometry.ts'
import type { PlacedLine } from './placed-line.ts'
import { cut, fitText, leadingFactor, printable, textWidth } from './typesetting.ts'
import type { FaceName } from './typography/font-choice.ts'
import type { Typesetter } from './typography/typesetter.ts'

const smallestSize = 3.5
/** Of the size, from the top of a line to its baseline; an accented capital of the fonts here is not higher. */
const heightAboveBaseline = 0.98

export type FittedStyle = {
  font: FaceName
  maxSize: number
  maxLines?: number
  keepsWords?: boolean
  slant?: number
  locale?: string | undefined
}

/** Text as large as its box allows, wrapped, in the middle of the height. Lines from right to left start at the right. */
export function placeFittedText(typesetter: Typesetter, text: string, box: Box, style: FittedStyle): PlacedLine[] {
  const { font, maxSize, maxLines = 20, keepsWords = false, slant = 0, locale } = style
  const direction = typesetter.directionOf(printable(text))
  const setting = { typesetter, font, locale, direction }
  const { lines, size, leading } = fitText(setting, text, {
    width: box.width,
    height: box.height,
    maxSize: Math.min(maxSize, box.height / leadingFactor),
    minSize: smallestSize,
    maxLines,
    keepsWords,
  })
  const firstBaseline = box.y + (box.height + lines.length * leading) / 2 - size * heightAboveBaseline
  const isFlushRight = direction === 'rtl'
  const placed = lines.map((line, index) => ({
    text: line,
    x: isFlushRight ? box.x + box.width - textWidth(setting, line, size) : box.x,
    y: firstBaseline - index * leading,
    style: { font, size, slant, locale, direction },
  }))
  const ink = inkOf(typesetter, placed)
  if (!ink) return placed
  const inkHeight = ink.top - ink.bottom
  // A little less, since places are rounded.
  const smaller = (size * box.height * 0.99) / inkHeight
  if (inkHeight > box.height && smaller >= smallestSize)
    return placeFittedText(typesetter, text, box, { ...style, maxSize: smaller })
  const up = Math.max(0, box.y - ink.bottom) || Math.min(0, box.y + box.height - ink.top)
  return placed.map((line) => ({ ...line, y: line.y + up }))
}

/**
 * How far the letters of lines reach up and down. Null for letters of one glyph each, for which the places of lines are made:
 * letters of other scripts reach further, as Arabic ones do with their dots.
 */
function inkOf(typesetter: Typesetter, lines: readonly PlacedLine[]): { top: number; bottom: number } | null {
  const heights = lines.flatMap(({ text, y, style: { font, size, locale, direction } }) => {
    const { isPlain, clusters } = typesetter.line(text, font, { locale, direction })
    if (isPlain) return []
    return clusters.flatMap((cluster) =>
      typesetter
        .outlineOf(cluster)
        .flatMap(({ values }) => values.filter((_, index) => index % 2 === 1).map((up) => y + (up * size) / 1000)),
    )
  })
  if (heights.length === 0) return null
  return heights.reduce(({ top, bottom }, each) => ({ top: Math.max(top, each), bottom: Math.min(bottom, each) }), {
    top: Number.NEGATIVE_INFINITY,
    bottom: Number.POSITIVE_INFINITY,
  })
}

/** One line that fills the height of its box if it is short enough. */
export function placeRow(typesetter: Typesetter, text: string, box: Box, locale?: string): PlacedLine {
  const setting = { typesetter, font: 'regular', locale } as const
  const { lines, size } = fitText(setting, text, {
    width: box.width,
    height: box.height,
    maxSize: box.height / leadingFactor,
    minSize: Math.min(smallestSize, box.height / leadingFactor),
    maxLines: 1,
  })
  const line = cut(setting, lines[0] ?? '', size, box.width)
  return { text: line, x: box.x, y: box.y + size * 0.3, style: { font: 'regular', size, locale } }
}

export function inset(box: Box, margin: number, left = 0): Box {
  const horizontal = Math.min(margin, box.width / 8)
  return {
    x: box.x + left + horizontal,
    y: box.y + margin,
    width: Math.max(1, box.width - left - 2 * horizontal),
    height: Math.max(1, box.height - 2 * margin),
  }
}
