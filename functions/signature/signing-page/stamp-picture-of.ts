import { placeFieldText } from '../../../shared/pdf/field-text.ts'
import { placeFittedText } from '../../../shared/pdf/fitted-text.ts'
import { initialsOf } from '../../../shared/pdf/initials.ts'
import type { PlacedLine } from '../../../shared/pdf/placed-line.ts'
import { type StampCaption, setStamp } from '../../../shared/pdf/stamp-lines.ts'
import { pictureOf } from '../../../shared/pdf/stamp-picture.ts'
import { placeTypedSignature } from '../../../shared/pdf/typed-signature.ts'
import { loadTypesetter, type Typesetter } from '../../../shared/pdf/typography/typesetter.ts'

export interface StampText {
  readonly kind: 'typed' | 'text' | 'initials' | 'name'
  readonly text: string
  readonly width: number
  readonly height: number
}

/** An SVG of a text as the sealed document will show it. */
export async function stampPictureOf(stamp: StampText, locale: string): Promise<string> {
  const typesetter = await loadTypesetter()
  return pictureOf(typesetter, linesOf(typesetter, stamp, locale), stamp)
}

interface StampOfSignature {
  /** A typed signature; null where the page itself draws another one. */
  readonly typed: string | null
  readonly width: number
  readonly height: number
}

/** An SVG of a whole signature field as the sealed document will show it; it says where a signature of another kind goes. */
export async function signatureStampPicture(
  { typed, width, height }: StampOfSignature,
  caption: StampCaption,
): Promise<string> {
  const typesetter = await loadTypesetter()
  const { signature, rule, caption: lines } = setStamp(typesetter, caption, { x: 0, y: 0, width, height })
  const written = typed === null ? [] : placeTypedSignature(typesetter, typed, signature, caption.locale)
  return pictureOf(typesetter, [...written, ...lines], { width, height, rule, signature })
}

function linesOf(typesetter: Typesetter, { kind, text, width, height }: StampText, locale: string): PlacedLine[] {
  const box = { x: 0, y: 0, width, height }
  switch (kind) {
    case 'typed':
      return placeTypedSignature(typesetter, text, box, locale)
    case 'text':
      return placeFieldText(typesetter, { type: 'text', text, box }, locale)
    case 'initials':
      return placeFieldText(typesetter, { type: 'initials', text: initialsOf(text), box }, locale)
    case 'name':
      return placeFittedText(typesetter, text, box, { font: 'semiBold', maxSize: 18, locale })
  }
}
