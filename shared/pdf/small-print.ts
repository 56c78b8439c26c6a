import type { Box } from './page-geometry.ts'
import { leadingFactor, type TextSetting, textWidth } from './typesetting.ts'

/** Where a signature goes in a block, and the lines about it, from the top. No rows where none could be read. */
export type Placed = { signature: Box; rows: Box[] }

const [smallestSize, largestSize] = [4, 6.5]
const gap = 3
/** Of the block; the signature keeps the rest. */
const shareBeside = 0.46
const shareBelow = 0.5
/** Who and when, or nothing. */
const fewestRows = 2

/** Of a signature's width to its height. */
const usualRatio = 3

type SmallPrintPlace = Placed & { size: number }

/**
 * Puts lines beside or below a signature: wherever more of them can be read, and then where the signature is larger.
 * `whole` is the line that is not to be cut.
 */
export function placeSmallPrint(setting: TextSetting, box: Box, print: { lines: string[]; whole: string }): Placed {
  const width = textWidth(setting, print.whole, 1)
  const places = [beside(box, width, print.lines.length), below(box, width, print.lines.length)]
  const [best] = places
    .filter((place) => place.size >= smallestSize && place.rows.length >= fewestRows)
    .sort((a, b) => b.rows.length - a.rows.length || heightOfSignature(b) - heightOfSignature(a))
  return best ?? { signature: box, rows: [] }
}

function heightOfSignature({ signature }: Placed): number {
  return Math.min(signature.height, signature.width / usualRatio)
}

function beside(box: Box, widthOfSizeOne: number, count: number): SmallPrintPlace {
  const width = box.width * shareBeside
  const left = box.x + box.width - width
  const size = sizeFor(width - gap, box.height / count, widthOfSizeOne)
  const height = size * leadingFactor
  const fitting = rowCount(box.height, height, count)
  const top = box.y + (box.height + fitting * height) / 2
  return {
    size,
    signature: { ...box, width: box.width - width },
    rows: stacked({ x: left + gap, width: width - gap, height }, top, fitting),
  }
}

function below(box: Box, widthOfSizeOne: number, count: number): SmallPrintPlace {
  const size = sizeFor(box.width, (box.height * shareBelow) / count, widthOfSizeOne)
  const height = size * leadingFactor
  const fitting = rowCount(box.height * shareBelow, height, count)
  const top = box.y + fitting * height
  return {
    size,
    signature: { ...box, y: top + gap / 2, height: Math.max(1, box.height - fitting * height - gap / 2) },
    rows: stacked({ x: box.x, width: box.width, height }, top, fitting),
  }
}

/** As large as lets all rows stand, within what is read easily, and no larger than lets the widest stand. */
function sizeFor(width: number, rowHeight: number, widthOfSizeOne: number): number {
  return Math.min(
    width / widthOfSizeOne,
    Math.max(smallestSize + 0.5, Math.min(largestSize, rowHeight / leadingFactor)),
  )
}

function rowCount(height: number, rowHeight: number, count: number): number {
  return Math.min(count, Math.floor(height / rowHeight + 1e-9))
}

function stacked(row: { x: number; width: number; height: number }, top: number, count: number): Box[] {
  return Array.from({ length: count }, (_, index) => ({ ...row, y: top - (index + 1) * row.height }))
}
