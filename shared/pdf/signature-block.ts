import {
  accent,
  type Colour,
  type Drawing,
  drawText,
  fadedInk,
  fillRectangle,
  hairline,
  ink,
  strokeRectangle,
} from './drawing.ts'
import type { Box } from './page-geometry.ts'
import { cut, fitText, leadingFactor, printable } from './typesetting.ts'

/** Who signed, as the blocks show it. `authentication` is a text for people, such as `E-mail code`. */
export type SignerIdentity = { id: string; name: string; email: string; signedAt: Date; authentication: string }

/** `2026-03-01 14:05:09 UTC`: signed documents cross time zones, so every time names its own. */
export function utcTime(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

export function utcDate(time: Date): string {
  return time.toISOString().slice(0, 10)
}

/** The first letter of each part of a name: `Jean-Paul Émile Dupont` gives `JPÉD`. */
export function initialsOf(name: string): string {
  const words = printable(name).match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu) ?? []
  return words.map((word) => [...word][0]?.toLocaleUpperCase('und') ?? '').join('')
}

const padding = 3
const smallestSize = 3.5

/** The visible signature. `box` has its origin at the bottom-left of the drawing. */
export function drawSignatureBlock(
  drawing: Drawing,
  signer: SignerIdentity,
  box: Box,
  title = 'Electronically signed by',
) {
  const bar = Math.min(3, box.width / 20)
  strokeRectangle(drawing, box, hairline)
  fillRectangle(drawing, { ...box, width: bar }, accent)
  const inner = inset(box, Math.min(padding, box.height / 8), bar)
  const rows = rowsFor(signer, inner.height, title)
  const rowHeight = rows.above.length + rows.below.length > 0 ? Math.min(11, inner.height / (rows.count + 2.2)) : 0
  const style = { font: 'regular', size: rowHeight / leadingFactor, colour: fadedInk } as const
  let top = inner.y + inner.height
  for (const row of rows.above) {
    top -= rowHeight
    drawRow(drawing, row, { ...inner, y: top, height: rowHeight }, style.colour)
  }
  const nameHeight = top - inner.y - rows.below.length * rowHeight
  drawFittedText(
    drawing,
    signer.name,
    { ...inner, y: top - nameHeight, height: nameHeight },
    { bold: true, maxSize: 18 },
  )
  top -= nameHeight
  for (const row of rows.below) {
    top -= rowHeight
    drawRow(drawing, row, { ...inner, y: top, height: rowHeight }, style.colour)
  }
}

/** A low box shows less rather than what nobody can read. */
function rowsFor(signer: SignerIdentity, height: number, title: string) {
  const time = utcTime(signer.signedAt)
  const all = { above: [title], below: [time, signer.email, signer.authentication, `Signer ${signer.id}`] }
  const some = height >= 46 ? all : { above: height >= 34 ? [title] : [], below: height >= 14 ? [time] : [] }
  return { ...some, count: some.above.length + some.below.length }
}

function drawRow(drawing: Drawing, text: string, box: Box, colour: Colour) {
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

/** Text as large as its box allows, wrapped, in the middle of the height. */
export function drawFittedText(drawing: Drawing, text: string, box: Box, options: { bold: boolean; maxSize: number }) {
  const font = options.bold ? 'semiBold' : 'regular'
  const { lines, size, leading } = fitText(drawing.fonts[font], text, {
    width: box.width,
    height: box.height,
    maxSize: Math.min(options.maxSize, box.height / leadingFactor),
    minSize: smallestSize,
    maxLines: 20,
  })
  const firstBaseline = box.y + (box.height + lines.length * leading) / 2 - size * 0.98
  for (const [index, line] of lines.entries()) {
    drawText(drawing, line, box.x, firstBaseline - index * leading, { font, size, colour: ink })
  }
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
