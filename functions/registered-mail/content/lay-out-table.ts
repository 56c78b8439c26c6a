import { richWidths } from '../../../shared/pdf/rich-text.ts'
import type { Typesetter } from '../../../shared/pdf/typography/typesetter.ts'
import { bodySize, indentOf, type LaidLine, laidLines } from './lay-out-text.ts'
import type { TableBlock, TableCell, TextBlock } from './letter-blocks.ts'

export const cellPadding = 4
/** Of the column of text: no cell makes a table's column wider than this while others need the room. */
const widestShare = 0.6
/** A table with more columns is set as text: its columns would be too narrow to read. The least widths of so many fit the page. */
const mostColumns = 20

export interface LaidCell {
  /** From the left edge of the table. */
  readonly left: number
  readonly width: number
  readonly lines: readonly LaidLine[]
}

export interface LaidRow {
  readonly cells: readonly LaidCell[]
  readonly isHead: boolean
}

/** The rows of a table within a column, or null where it has too many columns. */
export function laidRows(typesetter: Typesetter, { rows }: TableBlock, width: number): LaidRow[] | null {
  const count = Math.max(...rows.flatMap(({ cells }) => cells.map(({ column, colspan }) => column + colspan)), 0)
  if (count === 0) return []
  if (count > mostColumns) return null
  const widths = columnWidths(
    typesetter,
    rows.flatMap(({ cells }) => cells),
    { count, width },
  )
  const edge = (column: number) => sum(widths.slice(0, column))
  return rows.map(({ cells, isHead }) => ({
    isHead,
    cells: cells.map(({ column, colspan, blocks }): LaidCell => {
      const left = edge(column)
      const cellWidth = edge(column + colspan) - left
      return { left, width: cellWidth, lines: laidLines(typesetter, blocks, cellWidth - 2 * cellPadding) }
    }),
  }))
}

/** As wide as their content while there is room; else the widest columns give way, down to their widest word. */
function columnWidths(
  typesetter: Typesetter,
  cells: readonly TableCell[],
  { count, width }: { count: number; width: number },
): number[] {
  const least = new Array<number>(count).fill(2 * cellPadding + bodySize)
  const natural = [...least]
  for (const { column, colspan, blocks } of cells) {
    const needed = neededWidths(typesetter, blocks)
    for (let at = column; at < column + colspan; at += 1) {
      least[at] = Math.max(least[at] ?? 0, Math.min(needed.word / colspan, width / count))
      natural[at] = Math.max(natural[at] ?? 0, Math.min(needed.line / colspan, width * widestShare))
    }
  }
  const total = sum(natural)
  if (total <= width) return natural
  const leastTotal = sum(least)
  const share = (width - leastTotal) / (total - leastTotal)
  return least.map((each, index) => each + ((natural[index] ?? each) - each) * share)
}

function neededWidths(typesetter: Typesetter, blocks: readonly TextBlock[]): { word: number; line: number } {
  const needed = blocks.map((block) => {
    const { word, line } = richWidths(typesetter, block.inlines, bodySize)
    const beside = indentOf(block) + 2 * cellPadding + 1
    return { word: word + beside, line: line + beside }
  })
  return { word: Math.max(0, ...needed.map(({ word }) => word)), line: Math.max(0, ...needed.map(({ line }) => line)) }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
