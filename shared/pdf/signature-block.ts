import { type Drawing, drawLines, fillRectangle, ink } from './drawing.ts'
import { placeFittedText } from './fitted-text.ts'
import type { Box } from './page-geometry.ts'
import { type StampCaption, setStamp } from './stamp-lines.ts'

/** Who signed. `name` is also the signature of a signer who gave none. */
export type SignerIdentity = StampCaption & { id: string }

/** Draws what a signer gave as their signature into a box of any form. */
export type DrawSignature = (drawing: Drawing, box: Box) => void

/** `2026-03-01 14:05:09 UTC`: signed documents cross time zones, so every time names its own. */
export function utcTime(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** The signature, and below it who signed and when. `box` has its origin at the bottom-left. */
export function drawSignatureBlock(drawing: Drawing, signer: SignerIdentity, box: Box, draw: DrawSignature | null) {
  const { typesetter } = drawing.fonts
  const { signature, rule, caption } = setStamp(typesetter, signer, box)
  const { name, locale } = signer
  if (draw) draw(drawing, signature)
  else drawLines(drawing, placeFittedText(typesetter, name, signature, { font: 'semiBold', maxSize: 18, locale }), ink)
  if (rule) fillRectangle(drawing, rule, ink)
  drawLines(drawing, caption, ink)
}
