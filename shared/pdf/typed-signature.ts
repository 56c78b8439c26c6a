import { inset, placeFittedText } from './fitted-text.ts'
import type { Box } from './page-geometry.ts'
import type { PlacedLine } from './placed-line.ts'
import { fitText, leadingFactor, printable } from './typesetting.ts'
import type { Typesetter } from './typography/typesetter.ts'

const maxSize = 40
/** A name that would be smaller on one line is set on several. */
const smallestOnOneLine = 8
/** As italics lean, 12 degrees. */
const italic = 0.21

/**
 * A name as its signer would write it. Where the handwriting lacks one of its letters, as it does Greek and Vietnamese ones,
 * the name is in slanted letters of the text font; a name of two hands would look like two. Scripts that have no italics
 * stand upright.
 */
export function placeTypedSignature(typesetter: Typesetter, name: string, box: Box, locale?: string): PlacedLine[] {
  const line = printable(name)
  const font = typesetter.isPlain(line, 'handwriting') ? 'handwriting' : 'semiBold'
  const slant = font === 'semiBold' && typesetter.isPlain(line, font) ? italic : 0
  const room = inset(box, Math.min(2, box.height / 10))
  room.width = Math.max(1, room.width - slant * Math.min(room.height, maxSize))
  const onOneLine = fitText({ typesetter, font, locale }, name, {
    width: room.width,
    height: room.height,
    maxLines: 1,
    maxSize: Math.min(maxSize, room.height / leadingFactor),
    minSize: Math.min(smallestOnOneLine, room.height / leadingFactor),
  })
  const maxLines = onOneLine.isCut ? 3 : 1
  return placeFittedText(typesetter, name, room, { font, slant, maxSize, maxLines, keepsWords: true, locale })
}
