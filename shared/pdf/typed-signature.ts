import type { Drawing } from './drawing.ts'
import { drawFittedText, inset } from './fitted-text.ts'
import type { Box } from './page-geometry.ts'
import { fitText, leadingFactor, printable } from './typesetting.ts'

const maxSize = 40
/** A name that would be smaller on one line is set on several. */
const smallestOnOneLine = 8
/** As italics lean, 12 degrees. */
const slant = 0.21

/**
 * A name as its signer would write it, or in slanted letters of the text font where the handwriting lacks one of them:
 * it has no Greek and no Vietnamese letters, and a name of two hands would look like two.
 */
export function drawTypedSignature(drawing: Drawing, name: string, box: Box) {
  const { handwriting, semiBold } = drawing.fonts
  const isCovered = handwriting?.canEncode(printable(name)) ?? false
  const room = inset(box, Math.min(2, box.height / 10))
  if (!isCovered) room.width = Math.max(1, room.width - slant * Math.min(room.height, maxSize))
  const font = isCovered && handwriting ? handwriting : semiBold
  const onOneLine = fitText(font, name, {
    ...{ width: room.width, height: room.height, maxLines: 1 },
    maxSize: Math.min(maxSize, room.height / leadingFactor),
    minSize: Math.min(smallestOnOneLine, room.height / leadingFactor),
  })
  drawFittedText(drawing, name, room, {
    font: isCovered ? 'handwriting' : 'semiBold',
    slant: isCovered ? 0 : slant,
    maxSize,
    maxLines: onOneLine.isCut ? 3 : 1,
    keepsWords: true,
  })
}
