import {
  type Drawing,
  drawLine,
  drawText,
  fadedInk,
  hairline,
  ink,
  newDrawing,
  settingOf,
  type TextStyle,
} from './drawing.ts'
import type { Fonts } from './fonts.ts'
import type { Box } from './page-geometry.ts'
import type { SignerIdentity } from './signature-block.ts'
import { signatureBlockSize } from './stamp-layout.ts'
import { wrap } from './typesetting.ts'
import { drawWatermark } from './watermark.ts'

/** A4 upright. */
export const signaturePageSize = { width: 595.28, height: 841.89 }

const margin = 48
const gap = 12
const columns = 2
const rows = 10
const blocksPerPage = columns * rows

/** Draws the block of a signer, whatever their signature is. */
export type DrawBlock = (drawing: Drawing, signer: SignerIdentity, box: Box) => void

/** The pages for signers who have no place of their own in the document: one page for up to twenty. */
export function drawSignaturePages(
  fonts: Fonts,
  signers: SignerIdentity[],
  options: { heading: string; title: string; watermark: string | null; drawBlock: DrawBlock },
): Drawing[] {
  const pages: Drawing[] = []
  for (let first = 0; first < signers.length; first += blocksPerPage) {
    const drawing = newDrawing(fonts)
    if (options.watermark !== null) drawWatermark(drawing, options.watermark, signaturePageSize)
    const top = drawHeading(drawing, options)
    for (const [index, signer] of signers.slice(first, first + blocksPerPage).entries()) {
      options.drawBlock(drawing, signer, blockBox(index, top))
    }
    pages.push(drawing)
  }
  return pages
}

/** Returns where the blocks start. */
function drawHeading(drawing: Drawing, { heading, title }: { heading: string; title: string }): number {
  let y = signaturePageSize.height - margin - 16
  drawText(drawing, heading, margin, y, { font: 'semiBold', size: 18, colour: ink })
  const width = signaturePageSize.width - 2 * margin
  const direction = drawing.fonts.typesetter.directionOf(title)
  const style: TextStyle = { font: 'regular', size: 9, colour: fadedInk, direction }
  for (const line of wrap(settingOf(drawing, style), title, style.size, width).slice(0, 3)) {
    y -= 13
    drawText(drawing, line, margin, y, style)
  }
  y -= 8
  drawLine(drawing, [margin, y], [signaturePageSize.width - margin, y], hairline)
  return y - gap
}

function blockBox(index: number, top: number) {
  const column = index % columns
  const row = Math.floor(index / columns)
  const { width, height } = signatureBlockSize
  return { x: margin + column * (width + gap), y: top - (row + 1) * height - row * (gap / 2), width, height }
}
