import { createHash, type Hash } from 'node:crypto'
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core'
import { cadesSignature } from './cades-signature.ts'
import { removeConformanceClaims } from './conformance-claims.ts'
import { type DocumentUpdate, updateDocument } from './document-update.ts'
import { findPages } from './page-tree.ts'
import { pdfDate } from './pdf-date.ts'
import type { SealSigner } from './seal-signer.ts'
import { timestampAuthority } from './timestamp-authority.ts'

export type SealOptions = {
  signer: SealSigner
  /** Who seals, as readers show it. */
  name: string
  signedAt: Date
  reason: string
  location?: string
  contactInfo?: string
  /** An RFC 3161 authority; with one the level is B-T. */
  timestampAuthority: { url: string } | null
}

export type SealedPdf = {
  bytes: Uint8Array
  /** Of `bytes`, hexadecimal. */
  sha256: string
  level: 'B-B' | 'B-T'
}

export type SealedWith = {
  /** Changes to the document that come under the same seal. */
  prepare?: (update: DocumentUpdate) => Promise<unknown>
  /** How many people signed the document before, each with a field of their own. Their signatures stay valid. */
  signaturesBefore?: number
  /** SHA-256 of the original's bytes, not ended, where it was taken already: what is appended is hashed on top of it. */
  hash?: Hash
}

/** Room for the CMS beside the certificates, and for a timestamp token with the authority's own certificates. */
export const signatureBytes = 4_096
export const timestampBytes = 16_384

/**
 * Seals a document that nobody signed before with one invisible PAdES signature over all of its bytes (ETSI EN 319
 * 142-1), as an incremental update. Throws `UnusualPdf` for a file that would have to be written anew first. Throws when the signer or the timestamp authority fails: the caller tries again later.
 */
export async function sealPdf(
  original: Uint8Array,
  options: SealOptions,
  { prepare, signaturesBefore = 0, hash: hashOfOriginal }: SealedWith = {},
): Promise<SealedPdf> {
  const certificates = options.signer.certificateChain.reduce((sum, each) => sum + each.length, 0)
  const room = certificates + signatureBytes + (options.timestampAuthority ? timestampBytes : 0)
  const { bytes } = await updateDocument(original, async (update) => {
    await prepare?.(update)
    // A certification must be the first signature (ISO 32000-2 §12.8.2.2.1), and earlier ones permit no other change.
    const isCertification = signaturesBefore === 0
    if (isCertification) removeConformanceClaims(update)
    const signature = update.register(signatureDictionary(options, room, isCertification))
    addSignatureField(update, signature)
    if (isCertification) certify(update, signature)
  })
  const place = fillByteRange(bytes, room)
  const ofOriginal = hashOfOriginal?.copy() ?? createHash('sha256').update(original)
  const hash = ofOriginal.update(bytes.subarray(original.length, place.start))
  const digest = hash.copy().update(bytes.subarray(place.end)).digest()
  const { timestampAuthority: authority, signedAt } = options
  const timestamp = authority && timestampAuthority({ url: authority.url, nowMs: signedAt.getTime() })
  const signature = await cadesSignature(digest, options.signer, timestamp)
  if (signature.length > room) throw new Error(`The signature takes ${signature.length} bytes, ${room} were reserved`)
  bytes.write(Buffer.from(signature).toString('hex'), place.start + 1, 'latin1')
  const sha256 = hash.update(bytes.subarray(place.start)).digest('hex')
  return { bytes, sha256, level: timestamp ? 'B-T' : 'B-B' }
}

/** Ten digits each, as many as a file offset may have in a PDF; overwritten once the file is laid out. */
const unknownOffset = 9_999_999_999
const byteRangePlaceholder = `[0 ${unknownOffset} ${unknownOffset} ${unknownOffset}]`

/** What `fillByteRange` fills once the file is laid out, with room for so many bytes of a signature. */
export function entriesToFill(room: number): { ByteRange: PdfArray; Contents: PdfString } {
  return {
    ByteRange: new PdfArray([0, unknownOffset, unknownOffset, unknownOffset].map((value) => PdfNumber.of(value))),
    Contents: PdfString.fromBytes(new Uint8Array(room)),
  }
}

function signatureDictionary(options: SealOptions, room: number, isCertification: boolean): PdfDict {
  const dictionary = plainSignature(options, room)
  if (isCertification) dictionary.set('Reference', new PdfArray([noChangesAllowed()]))
  if (options.location) dictionary.set('Location', PdfString.fromString(options.location))
  if (options.contactInfo) dictionary.set('ContactInfo', PdfString.fromString(options.contactInfo))
  return dictionary
}

/** The dictionary of a signature that permits what readers permit by themselves. */
export function plainSignature(
  { signedAt, name, reason }: Pick<SealOptions, 'signedAt' | 'name' | 'reason'>,
  room: number,
): PdfDict {
  return PdfDict.of({
    Type: PdfName.of('Sig'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of('ETSI.CAdES.detached'),
    ...entriesToFill(room),
    M: PdfString.fromString(pdfDate(signedAt)),
    Name: PdfString.fromString(name),
    Reason: PdfString.fromString(reason),
  })
}

/**
 * Makes the seal a certification: without one, readers take filling in the fields of a form for a change that the signer
 * permits. Only data for validation and document timestamps may then follow (ISO 32000-2 §12.8.2.2.2, table 257).
 */
function noChangesAllowed(): PdfDict {
  const parameters = { Type: PdfName.of('TransformParams'), P: PdfNumber.of(1), V: PdfName.of('1.2') }
  return PdfDict.of({
    Type: PdfName.of('SigRef'),
    TransformMethod: PdfName.of('DocMDP'),
    TransformParams: PdfDict.of(parameters),
  })
}

/**
 * The catalog names the certification (ISO 32000-2 §12.8.6) and nothing else: usage rights (/UR3) that a document had come
 * with a signature of their own, which any change outside of them breaks, so that readers would warn of the sealed document.
 */
function certify(update: DocumentUpdate, signature: PdfRef) {
  update.getCatalog().set('Perms', PdfDict.of({ DocMDP: signature }))
}

/** An invisible field on the first page, added beside the fields that a form may already have. */
export function addSignatureField(
  update: DocumentUpdate,
  value: PdfRef,
  { name, hasAppearance }: { name: string; hasAppearance: boolean } = { name: 'Seal', hasAppearance: true },
) {
  const first = findPages(update, new Set([1])).get(1)
  if (!first) throw new Error('The document has no page to seal')
  const catalog = update.getCatalog()
  const form = catalog.getDict('AcroForm', (ref) => update.getObject(ref)) ?? newForm(update, catalog)
  const fields = form.getArray('Fields', (ref) => update.getObject(ref))?.toArray() ?? []
  const printAndLocked = 4 + 128
  const rectangle = new PdfArray([0, 0, 0, 0].map((zero) => PdfNumber.of(zero)))
  const widget = PdfDict.of({
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    FT: PdfName.of('Sig'),
    T: PdfString.fromString(unusedFieldName(update, fields, name)),
    V: value,
    F: PdfNumber.of(printAndLocked),
    P: first.ref,
    Rect: rectangle,
    ...(hasAppearance && { AP: PdfDict.of({ N: update.register(emptyForm(rectangle)) }) }),
  })
  const field = update.register(widget)
  const signaturesExistAppendOnly = 3
  form.set('Fields', new PdfArray([...fields, field]))
  form.set('SigFlags', PdfNumber.of(signaturesExistAppendOnly))
  // Readers that know XFA (ISO 32000-1 §12.7.8) would show this form in place of the fields that were signed.
  form.delete('XFA')
  const annotations = first.dict.getArray('Annots', (ref) => update.getObject(ref))?.toArray() ?? []
  first.dict.set('Annots', new PdfArray([...annotations, field]))
}

/** Standards ask of every widget that it has an appearance. */
export function emptyForm(box: PdfArray): PdfStream {
  const entries = { Type: PdfName.of('XObject'), Subtype: PdfName.of('Form'), BBox: box, Resources: new PdfDict() }
  return new PdfStream(PdfDict.of(entries))
}

export function newForm(update: DocumentUpdate, catalog: PdfDict): PdfDict {
  const form = new PdfDict()
  catalog.set('AcroForm', update.register(form))
  return form
}

function unusedFieldName(update: DocumentUpdate, fields: PdfObject[], name: string): string {
  const names = fields.map((field) => {
    const dictionary = field instanceof PdfRef ? update.getObject(field) : field
    return dictionary instanceof PdfDict
      ? dictionary.getString('T', (ref) => update.getObject(ref))?.asString()
      : undefined
  })
  for (let number = 1; ; number += 1) if (!names.includes(`${name} ${number}`)) return `${name} ${number}`
}

/** Where the hexadecimal string of the signature stands, with its brackets: all but this is signed. */
export type Gap = { start: number; end: number }

/** Searched from the end, where the update stands, so that a placeholder in the original's own text is not taken. */
export function fillByteRange(bytes: Buffer, room: number): Gap {
  const start = bytes.lastIndexOf(`<${'0'.repeat(2 * room)}>`)
  const range = bytes.lastIndexOf(byteRangePlaceholder)
  if (start < 0 || range < 0) throw new Error('The signature dictionary is not in the saved document')
  const end = start + 2 * room + 2
  const value = `[0 ${start} ${end} ${bytes.length - end}]`
  bytes.write(value.padEnd(byteRangePlaceholder.length), range, 'latin1')
  return { start, end }
}
