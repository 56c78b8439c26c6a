import { type Colour, type Drawing, drawText, ink } from './drawing.ts'
import { type FontName, fontOf } from './fonts.ts'
import type { Box } from './page-geometry.ts'
import { cut, fitText, leadingFactor } from './typesetting.ts'

const smallestSize = 3.5
/** Of the size, from the top of a line to its baseline; an accented capital of the fonts here is not higher. */
const heightAboveBaseline = 0.98

type FittedStyle = { font: FontName; maxSize: number; maxLines?: number; keepsWords?: boolean; slant?: number }

/** Text as large as its box allows, wrapped, in the middle of the height. */
export function drawFittedText(drawing: Drawing, text: string, box: Box, style: FittedStyle) {
  const { font, maxSize, maxLines = 20, keepsWords = false, slant = 0 } = style
  const { lines, size, leading } = fitText(fontOf(drawing.fonts, font), text, {
    width: box.width,
    height: box.height,
    maxSize: Math.min(maxSize, box.height / leadingFactor),
    minSize: smallestSize,
    maxLines,
    keepsWords,
  })
  const firstBaseline = box.y + (box.height + lines.length * leading) / 2 - size * heightAboveBaseline
  for (const [index, line] of lines.entries())
    drawText(drawing, line, box.x, firstBaseline - index * leading, { font, size, colour: ink, slant })
}

/** One line that fills the height of its box if it is short enough. */
export function drawRow(drawing: Drawing, text: string, box: Box, colour: Colour) {
  const { lines, size } = fitText(drawing.fonts.regular, text, {
    width: box.width,
    height: box.height,
    maxSize: box.height / leadingFactor,
    minSize: Math.min(smallestSize, box.height / leadingFactor),
    maxLines: 1,
  })
  const line = cut(drawing.fonts.regular, lines[0] ?? '', size, box.width)
  drawText(drawing, line, box.x, box.y + size * 0.3, { font: 'regular', size, colour })
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
