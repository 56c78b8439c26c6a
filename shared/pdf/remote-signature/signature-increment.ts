import { hash } from 'node:crypto'
import { PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import type { DocumentUpdate } from '../document-update.ts'
import { updateDocument } from '../document-update.ts'
import { drawingBytes, newDrawing } from '../drawing.ts'
import { addFonts, looseFonts } from '../fonts.ts'
import type { PageGeometry } from '../page-geometry.ts'
import { boxOf, readPageTree } from '../page-tree.ts'
import { fillByteRange, type Gap, plainSignature, signatureBytes } from '../seal.ts'
import type { SealSigner } from '../seal-signer.ts'
import { drawSignatureBlock, type SignerIdentity } from '../signature-block.ts'
import { numbersOf, turnOf } from './empty-fields.ts'

export interface IncrementOptions {
  readonly fieldName: string
  readonly signer: SignerIdentity
  readonly reason: string
  readonly signedAt: Date
  readonly certificateChain: SealSigner['certificateChain']
}

/** A document with a signature that is still to be filled in. */
export interface OpenIncrement {
  readonly bytes: Uint8Array
  readonly gap: Gap
  /** SHA-256 of everything outside the gap. */
  readonly documentSha256: Uint8Array
}

const printedAndLocked = 4 + 128

/**
 * Appends a signature to its empty field, with an appearance, as one increment. All bytes of the document stay, so earlier
 * signatures stay valid. The signature itself is filled in by `fillSignature`.
 */
export async function appendSignature(
  document: Uint8Array,
  { fieldName, signer, reason, signedAt, certificateChain }: IncrementOptions,
): Promise<OpenIncrement> {
  const room = certificateChain.reduce((sum, each) => sum + each.length, 0) + signatureBytes
  const { bytes } = await updateDocument(document, async (update) => {
    const form = formOf(update)
    const field = emptyFieldOf(update, form, fieldName)
    const value = update.register(plainSignature({ signedAt, reason, name: signer.name }, room))
    const look = await appearanceOf(update, field, signer)
    field.set('V', value)
    field.set('F', PdfNumber.of(printedAndLocked))
    field.set('AP', PdfDict.of({ N: look }))
    const signaturesExistAppendOnly = 3
    form.set('SigFlags', PdfNumber.of(signaturesExistAppendOnly))
  })
  const gap = fillByteRange(bytes, room)
  return { bytes, gap, documentSha256: digestAround(bytes, gap) }
}

/** The document with the CMS in its place. */
export function fillSignature(document: Uint8Array, { start, end }: Gap, cms: Uint8Array): Uint8Array {
  const room = (end - start - 2) / 2
  if (cms.length > room) throw new Error(`The signature takes ${cms.length} bytes, ${room} were reserved`)
  const bytes = Buffer.from(document)
  bytes.write(Buffer.from(cms).toString('hex'), start + 1, 'latin1')
  return bytes
}

export function digestAround(bytes: Uint8Array, { start, end }: Gap): Uint8Array {
  return hash('sha256', Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]), 'buffer')
}

function formOf(update: DocumentUpdate): PdfDict {
  const form = update.getCatalog().getDict('AcroForm', (ref) => update.getObject(ref))
  if (!form) throw new Error('The document has no form')
  return form
}

function emptyFieldOf(update: DocumentUpdate, form: PdfDict, name: string): PdfDict {
  const resolve = (ref: PdfRef) => update.getObject(ref)
  const fields = (form.getArray('Fields', resolve)?.toArray() ?? []).map((field: PdfObject) =>
    field instanceof PdfRef ? resolve(field) : field,
  )
  const found = fields.find(
    (field): field is PdfDict => field instanceof PdfDict && field.getString('T', resolve)?.asString() === name,
  )
  if (!found || found.has('V')) throw new Error(`The document has no empty field ${name}`)
  return found
}

/** What the signer's field shows: the name for a signature, and below it who signed and when. */
async function appearanceOf(update: DocumentUpdate, field: PdfDict, signer: SignerIdentity): Promise<PdfRef> {
  const place = boxOf(update, field, 'Rect')
  if (!place) throw new Error('The field has no place')
  const geometry = geometryOf(update, field)
  const isUpright = geometry.rotation === 0 || geometry.rotation === 180
  const size = isUpright ? place : { width: place.height, height: place.width }
  const loose = await looseFonts({ withHandwriting: false })
  const drawing = newDrawing(loose.fonts)
  drawSignatureBlock(drawing, signer, { x: 0, y: 0, width: size.width, height: size.height }, null)
  const form = PdfDict.of({
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: numbersOf([0, 0, size.width, size.height]),
    Matrix: turnOf(geometry),
    Resources: PdfDict.of({ Font: addFonts(update, loose) }),
  })
  return update.register(new PdfStream(form, drawingBytes(drawing)))
}

function geometryOf(update: DocumentUpdate, field: PdfDict): PageGeometry {
  const page = field.getRef('P')
  const pages = readPageTree(update)
  const found = typeof pages === 'string' ? undefined : pages.find(({ ref }) => isSame(ref, page))
  if (!found) throw new Error('The field is on no page')
  return found.geometry
}

function isSame(one: PdfRef, other: PdfRef | undefined): boolean {
  return one.objectNumber === other?.objectNumber && one.generation === other.generation
}
