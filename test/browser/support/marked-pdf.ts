import type { SigningField } from '../../../functions/signature/signing-page/page/signing-state.ts'
import { pdfOf, stream } from '../../support/documents/pdf-of.ts'

const rotations = [0, 90, 180, 270] as const
const crop = { left: 50, bottom: 100, right: 450, top: 700 }
/** As displayed, from the top-left. */
const place = { x: 100, y: 50, width: 120, height: 40 }

/** A field on each page of `markedPdf`, each at the same place of the page as it is displayed. */
export const markedFields: readonly SigningField[] = rotations.map((rotation, index) => ({
  ...place,
  id: `rotated-${rotation}`,
  type: 'text',
  page: index + 1,
  required: false,
  label: null,
  text: null,
}))

/** A cropped page for each rotation, on which the place of the field is painted red. */
export function markedPdf(): Buffer {
  const kids = rotations.map((_, index) => `${3 + index * 2} 0 R`).join(' ')
  const pages = rotations.flatMap((rotation, index) => [
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/CropBox[50 100 450 700]/Rotate ${rotation}/Contents ${4 + index * 2} 0 R>>`,
    stream('', Buffer.from(`1 0 0 rg ${markedPlace(rotation).join(' ')} re f`)),
  ])
  return pdfOf(['<</Type/Catalog/Pages 2 0 R>>', `<</Type/Pages/Kids[${kids}]/Count 4>>`, ...pages])
}

/** The place in the page's own coordinates (ISO 32000-2 §7.7.3.3: a page is rotated clockwise): x, y, width, height. */
function markedPlace(rotation: (typeof rotations)[number]): readonly number[] {
  const { x, y, width, height } = place
  switch (rotation) {
    case 0:
      return [crop.left + x, crop.top - y - height, width, height]
    case 90:
      return [crop.left + y, crop.bottom + x, height, width]
    case 180:
      return [crop.right - x - width, crop.bottom + y, width, height]
    case 270:
      return [crop.right - y - height, crop.top - x - width, height, width]
  }
}
