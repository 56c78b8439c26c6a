import { PdfDict, PdfName } from '@libpdf/core'
import { drawLines, ink } from './drawing.ts'
import { drawDrawnSignature } from './drawn-signature.ts'
import type { GivenMention, GivenSignature } from './given-signature.ts'
import { addImage, drawImage } from './image-object.ts'
import type { ObjectRegister } from './shaped-glyphs.ts'
import type { DrawSignature } from './signature-block.ts'
import { placeTypedSignature } from './typed-signature.ts'

type Giver = { id: string; locale?: string; signature?: GivenSignature; fields?: readonly object[] }

/** How signatures and mentions are drawn, by signer and by field, and the images that this takes, by the names of their resources. */
export type GivenSignatures = { drawings: ReadonlyMap<object, DrawSignature>; images: PdfDict }

/**
 * Makes ready what signers gave, adding their images to the document one after the other: the pixels of one are all that
 * is held at a time. What is drawn must have passed `drawnSignature`, and an image `readSignatureImage`.
 */
export async function prepareSignatures(update: ObjectRegister, signers: readonly Giver[]): Promise<GivenSignatures> {
  const images = new PdfDict()
  const drawings = new Map<object, DrawSignature>()
  for (const [index, { id, locale, of, given }] of signers.flatMap(allGivenBy).entries()) {
    if (given.mode === 'uploaded') {
      const name = `Signature${index + 1}`
      const image = await imageOf(id, given.value)
      const { width, height, orientation } = image
      images.set(PdfName.of(name), addImage(update, image))
      drawings.set(of, (drawing, box) => drawImage(drawing, name, { width, height, orientation }, box))
    } else drawings.set(of, drawerOf(given, locale))
  }
  return { drawings, images }
}

type Given = { id: string; locale: string | undefined; of: object; given: GivenSignature }

/** The signature of a signer, and what they wrote by hand into their fields. */
function allGivenBy(signer: Giver): Given[] {
  const { id, locale, signature, fields = [] } = signer
  const own: Given[] = signature ? [{ id, locale, of: signer, given: signature }] : []
  const mentions = fields.filter(isMention).map((field) => ({ id, locale, of: field, given: field.drawing }))
  return [...own, ...mentions]
}

function isMention(field: object): field is { drawing: GivenMention } {
  return 'drawing' in field
}

function drawerOf(signature: Exclude<GivenSignature, { mode: 'uploaded' }>, locale: string | undefined): DrawSignature {
  return signature.mode === 'typed'
    ? (drawing, box) =>
        drawLines(drawing, placeTypedSignature(drawing.fonts.typesetter, signature.value, box, locale), ink)
    : (drawing, box) => drawDrawnSignature(drawing, signature.value, box)
}

/** What reads images is loaded by the first. */
async function imageOf(signerId: string, bytes: Uint8Array) {
  const { imageInProcess } = await import('../images/read-image.ts')
  const image = await imageInProcess(bytes)
  if (typeof image === 'string') throw new Error(`The image of signer ${signerId} cannot be shown: ${image}`)
  return image
}
