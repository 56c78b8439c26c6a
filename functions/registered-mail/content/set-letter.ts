import { type Drawing, hairline, strokeRectangle } from '../../../shared/pdf/drawing.ts'
import {
  currentPage,
  isPageEmpty,
  newPage,
  type PageFlow,
  pageMargin,
  pageRoom,
  roomLeft,
  textColumn,
} from '../../../shared/pdf/page-flow.ts'
import type { PlacedLink } from '../../../shared/pdf/rich-text.ts'
import { cellPadding, type LaidCell, type LaidRow, laidRows } from './lay-out-table.ts'
import { bodySize, drawLaidLine, type LaidLine, laidLines } from './lay-out-text.ts'
import type { Block, TableBlock, TextBlock } from './letter-blocks.ts'

/** The links of each page. */
export type PageLinks = Map<Drawing, PlacedLink[]>

/** A heading stands on the page of the lines below it. */
const roomBelowHeading = 3 * bodySize * 1.4

/** Sets a letter over as many pages as it takes. */
export function setLetter(flow: PageFlow, blocks: readonly Block[]): PageLinks {
  const links: PageLinks = new Map()
  for (const block of blocks)
    if (block.type === 'text') setText(flow, block, links)
    else setTable(flow, block, links)
  return links
}

function setText(flow: PageFlow, block: TextBlock, links: PageLinks): void {
  const lines = laidLines(flow.fonts.typesetter, [block], textColumn)
  if (block.role !== 'body') {
    const height = heightOf(lines) + roomBelowHeading
    if (height > roomLeft(flow) && height < pageRoom) newPage(flow)
  }
  for (const line of lines) {
    const space = isPageEmpty(flow) ? 0 : line.space
    if (space + line.leading > roomLeft(flow)) newPage(flow)
    else flow.y -= space
    addLinks(links, currentPage(flow), drawLaidLine(currentPage(flow), line, pageMargin, flow.y))
    flow.y -= line.leading
  }
}

function addLinks(links: PageLinks, page: Drawing, found: readonly PlacedLink[]): void {
  if (found.length > 0) links.set(page, [...(links.get(page) ?? []), ...found])
}

const spaceAroundTable = 6

function setTable(flow: PageFlow, table: TableBlock, links: PageLinks): void {
  const rows = laidRows(flow.fonts.typesetter, table, textColumn)
  if (rows === null) {
    for (const block of asText(table)) setText(flow, block, links)
    return
  }
  const head = rows.filter(({ isHead }) => isHead)
  const headHeight = head.reduce((sum, row) => sum + heightOfRow(row), 0)
  const repeated = headHeight < pageRoom / 3 ? head : []
  if (!isPageEmpty(flow)) flow.y -= Math.min(spaceAroundTable, roomLeft(flow))
  for (const row of rows) {
    if (heightOfRow(row) > roomLeft(flow)) startPage(flow, row.isHead ? [] : repeated, links)
    setRow(flow, row, links)
  }
  flow.y -= Math.min(spaceAroundTable, roomLeft(flow))
}

function asText({ rows }: TableBlock): TextBlock[] {
  return rows.flatMap(({ cells }) => cells.flatMap(({ blocks }) => blocks))
}

function startPage(flow: PageFlow, head: readonly LaidRow[], links: PageLinks): void {
  if (!isPageEmpty(flow)) newPage(flow)
  for (const row of head) setRow(flow, row, links)
}

/** A row that no page can hold is broken between its lines. */
function setRow(flow: PageFlow, row: LaidRow, links: PageLinks): void {
  let rest = row
  for (;;) {
    const { fitting, remaining } = split(rest, roomLeft(flow))
    drawRow(flow, fitting, links)
    if (!remaining) return
    newPage(flow)
    rest = remaining
  }
}

function split(row: LaidRow, room: number): { fitting: LaidRow; remaining: LaidRow | null } {
  if (heightOfRow(row) <= room) return { fitting: row, remaining: null }
  const counts = row.cells.map(({ lines }) => fittingCount(lines, room - 2 * cellPadding))
  // A page always takes one line, or this would never end.
  const isStuck = counts.every((count) => count === 0)
  const countOf = (index: number) => (isStuck ? 1 : (counts[index] ?? 0))
  const part = (cut: (lines: readonly LaidLine[], count: number) => readonly LaidLine[]): LaidRow => ({
    ...row,
    cells: row.cells.map((cell, index) => ({ ...cell, lines: cut(cell.lines, countOf(index)) })),
  })
  return {
    fitting: part((lines, count) => lines.slice(0, count)),
    remaining: part((lines, count) => lines.slice(count)),
  }
}

function fittingCount(lines: readonly LaidLine[], room: number): number {
  let [count, height] = [0, 0]
  for (const line of lines) {
    height += line.leading + (count === 0 ? 0 : line.space)
    if (height > room) return count
    count += 1
  }
  return count
}

function drawRow(flow: PageFlow, row: LaidRow, links: PageLinks): void {
  const page = currentPage(flow)
  const height = heightOfRow(row)
  for (const cell of row.cells) {
    strokeRectangle(page, { x: pageMargin + cell.left, y: flow.y - height, width: cell.width, height }, hairline)
    addLinks(links, page, drawCell(page, cell, flow.y))
  }
  flow.y -= height
}

function drawCell(page: Drawing, { left, lines }: LaidCell, top: number): PlacedLink[] {
  let y = top - cellPadding
  return lines.flatMap((line, index) => {
    if (index > 0) y -= line.space
    const found = drawLaidLine(page, line, pageMargin + left + cellPadding, y)
    y -= line.leading
    return found
  })
}

function heightOf(lines: readonly LaidLine[]): number {
  return lines.reduce((sum, { leading, space }, index) => sum + leading + (index === 0 ? 0 : space), 0)
}

function heightOfRow({ cells }: LaidRow): number {
  return Math.max(bodySize, ...cells.map(({ lines }) => heightOf(lines))) + 2 * cellPadding
}
