import { type Drawing, drawText, drawTextRight, ink, type TextStyle } from '../../../shared/pdf/drawing.ts'
import { directionOf, drawRichLine, type PlacedLink, type RichLine, wrapRich } from '../../../shared/pdf/rich-text.ts'
import type { Direction } from '../../../shared/pdf/typography/shaped-line.ts'
import type { Typesetter } from '../../../shared/pdf/typography/typesetter.ts'
import type { TextBlock } from './letter-blocks.ts'

/** One line of a letter, with its place within the column. */
export interface LaidLine {
  readonly line: RichLine
  readonly size: number
  /** From the top of the line to the top of the next. */
  readonly leading: number
  /** Above the line, except at the top of a page or cell. */
  readonly space: number
  readonly indent: number
  /** Of the column. */
  readonly width: number
  readonly marker: string | null
  readonly direction: Direction
}

export const bodySize = 10
const leadingFactor = 1.4
const listIndent = 18
/** Deeper lists do not move further in. */
const deepestIndent = 6

const sizes = { body: bodySize, h1: 16, h2: 13, h3: 11.5 } as const satisfies Record<TextBlock['role'], number>
const spaces = { body: 5, h1: 14, h2: 11, h3: 9 } as const satisfies Record<TextBlock['role'], number>

export function indentOf({ depth }: Pick<TextBlock, 'depth'>): number {
  return Math.min(depth, deepestIndent) * listIndent
}

/** The lines of blocks of text in a column. Text that is read from the right hangs from the right edge. */
export function laidLines(typesetter: Typesetter, blocks: readonly TextBlock[], width: number): LaidLine[] {
  return blocks.flatMap((block) => {
    const size = sizes[block.role]
    const indent = Math.min(indentOf(block), width / 2)
    const direction = directionOf(typesetter, block.inlines)
    return wrapRich(typesetter, block.inlines, size, width - indent).map((line, index): LaidLine => {
      const isFirst = index === 0
      return {
        line,
        size,
        leading: size * leadingFactor,
        space: isFirst ? spaces[block.role] : 0,
        indent,
        width,
        marker: isFirst ? block.marker : null,
        direction,
      }
    })
  })
}

/** Draws a line whose top-left corner is given. */
export function drawLaidLine(drawing: Drawing, laid: LaidLine, left: number, top: number): PlacedLink[] {
  const { line, size, leading, indent, width, marker, direction } = laid
  const baseline = top - leading + size * 0.35
  const isRightToLeft = direction === 'rtl'
  const x = isRightToLeft ? left + width - indent - line.width : left + indent
  if (marker !== null) {
    const style: TextStyle = { font: 'regular', size, colour: ink, direction: 'ltr' }
    const gap = 5
    if (isRightToLeft) drawText(drawing, marker, left + width - indent + gap, baseline, style)
    else drawTextRight(drawing, marker, left + indent - gap, baseline, style)
  }
  return drawRichLine(drawing, line, { x, baseline, size, direction })
}
