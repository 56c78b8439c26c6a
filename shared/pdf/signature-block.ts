import {
  accent,
  type Drawing,
  drawLines,
  fadedInk,
  fillRectangle,
  hairline,
  ink,
  settingOf,
  strokeRectangle,
} from './drawing.ts'
import { inset, placeFittedText, placeRow } from './fitted-text.ts'
import type { Box } from './page-geometry.ts'
import { placeSmallPrint } from './small-print.ts'
import { leadingFactor, printable, textWidth } from './typesetting.ts'

/**
 * Who signed, as the blocks show it. `authentication` is a text for people, such as `E-mail code`; `locale` is the signer's
 * language, which chooses between forms of East Asian characters.
 */
export type SignerIdentity = {
  id: string
  name: string
  email: string
  signedAt: Date
  authentication: string
  locale?: string
}

/** Draws what a signer gave as their signature into a box of any form. */
export type DrawSignature = (drawing: Drawing, box: Box) => void

/** `2026-03-01 14:05:09 UTC`: signed documents cross time zones, so every time names its own. */
export function utcTime(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

const padding = 3
const title = 'Electronically signed by'

/** Who signed, when and how, and the signature itself where there is one. `box` has its origin at the bottom-left. */
export function drawSignatureBlock(drawing: Drawing, signer: SignerIdentity, box: Box, draw: DrawSignature | null) {
  const bar = Math.min(3, box.width / 20)
  strokeRectangle(drawing, box, hairline)
  fillRectangle(drawing, { ...box, width: bar }, accent)
  const inner = inset(box, Math.min(padding, box.height / 8), bar)
  if (draw) drawWithSmallPrint(drawing, signer, inner, draw)
  else drawNamed(drawing, signer, inner)
}

function drawWithSmallPrint(drawing: Drawing, signer: SignerIdentity, inner: Box, draw: DrawSignature) {
  const setting = settingOf(drawing, { font: 'regular', size: 1, locale: signer.locale })
  const time = utcTime(signer.signedAt)
  // The first are the last to be left out in a low box.
  const lines = [signer.name, time, signer.authentication, signer.email, `Signer ${signer.id}`]
  const { signature, rows } = placeSmallPrint(setting, inner, { lines, whole: time })
  draw(drawing, signature)
  for (const [index, row] of rows.entries()) {
    const withTitle = `${title} ${printable(signer.name)}`
    const isTitled = index === 0 && textWidth(setting, withTitle, row.height / leadingFactor) <= row.width
    drawRow(drawing, isTitled ? withTitle : (lines[index] ?? ''), row, signer)
  }
}

/** The name takes the place of a signature. */
function drawNamed(drawing: Drawing, signer: SignerIdentity, inner: Box) {
  const rows = rowsFor(signer, inner.height)
  const rowHeight = rows.above.length + rows.below.length > 0 ? Math.min(11, inner.height / (rows.count + 2.2)) : 0
  let top = inner.y + inner.height
  for (const row of rows.above) {
    top -= rowHeight
    drawRow(drawing, row, { ...inner, y: top, height: rowHeight }, signer)
  }
  const nameHeight = top - inner.y - rows.below.length * rowHeight
  const nameBox = { ...inner, y: top - nameHeight, height: nameHeight }
  const style = { font: 'semiBold', maxSize: 18, locale: signer.locale } as const
  drawLines(drawing, placeFittedText(drawing.fonts.typesetter, signer.name, nameBox, style), ink)
  top -= nameHeight
  for (const row of rows.below) {
    top -= rowHeight
    drawRow(drawing, row, { ...inner, y: top, height: rowHeight }, signer)
  }
}

function drawRow(drawing: Drawing, text: string, box: Box, { locale }: SignerIdentity) {
  drawLines(drawing, [placeRow(drawing.fonts.typesetter, text, box, locale)], fadedInk)
}

/** A low box shows less rather than what nobody can read. */
function rowsFor(signer: SignerIdentity, height: number) {
  const time = utcTime(signer.signedAt)
  const all = { above: [title], below: [time, signer.email, signer.authentication, `Signer ${signer.id}`] }
  const some = height >= 46 ? all : { above: height >= 34 ? [title] : [], below: height >= 14 ? [time] : [] }
  return { ...some, count: some.above.length + some.below.length }
}
