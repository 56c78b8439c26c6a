import { createHash } from 'node:crypto'
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfString } from '@libpdf/core'
import { cadesSignature } from './cades-signature.ts'
import { readPageTree } from './page-tree.ts'
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
  level: 'B-B' | 'B-T'
  /** As in `StampedPdf`. */
  originalIsPrefix: boolean
}

/** Room for the CMS beside the certificates, and for a timestamp token with the authority's own certificates. */
const signatureBytes = 4_096
const timestampBytes = 16_384

/**
 * Seals a document with one invisible PAdES signature over all of its bytes (ETSI EN 319 142-1), as an incremental
 * update. Throws when the signer or the timestamp authority fails: the caller tries again later.
 */
export async function sealPdf(original: Uint8Array, options: SealOptions): Promise<SealedPdf> {
  const certificates = options.signer.certificateChain.reduce((sum, each) => sum + each.length, 0)
  const room = certificates + signatureBytes + (options.timestampAuthority ? timestampBytes : 0)
  const pdf = await PDF.load(original)
  addSignatureField(pdf, pdf.register(signatureDictionary(options, room)))
  const originalIsPrefix = pdf.canSaveIncrementally() === null
  const saved = await pdf.save({ incremental: true })
  const bytes = Buffer.from(saved.buffer, saved.byteOffset, saved.byteLength)
  const place = fillByteRange(bytes, room)
  const timestamp = options.timestampAuthority && timestampAuthority(options.timestampAuthority.url)
  const signature = await cadesSignature(sha256Around(bytes, place), options.signer, timestamp)
  if (signature.length > room) throw new Error(`The signature takes ${signature.length} bytes, ${room} were reserved`)
  bytes.write(Buffer.from(signature).toString('hex'), place.start + 1, 'latin1')
  return { bytes, level: timestamp ? 'B-T' : 'B-B', originalIsPrefix }
}

/** Ten digits each, as many as a file offset may have in a PDF; overwritten once the file is laid out. */
const unknownOffset = 9_999_999_999
const byteRangePlaceholder = `[0 ${unknownOffset} ${unknownOffset} ${unknownOffset}]`

function signatureDictionary(options: SealOptions, room: number): PdfDict {
  const dictionary = PdfDict.of({
    Type: PdfName.of('Sig'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of('ETSI.CAdES.detached'),
    ByteRange: new PdfArray([0, unknownOffset, unknownOffset, unknownOffset].map((value) => PdfNumber.of(value))),
    Contents: PdfString.fromBytes(new Uint8Array(room)),
    M: PdfString.fromString(pdfDate(options.signedAt)),
    Name: PdfString.fromString(options.name),
    Reason: PdfString.fromString(options.reason),
  })
  if (options.location) dictionary.set('Location', PdfString.fromString(options.location))
  if (options.contactInfo) dictionary.set('ContactInfo', PdfString.fromString(options.contactInfo))
  return dictionary
}

/** `D:20260301140509Z` (ISO 32000-2 §7.9.4). */
function pdfDate(time: Date): string {
  return `D:${time.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`
}

/** An invisible field on the first page, added beside the fields that a form may already have. */
function addSignatureField(pdf: PDF, value: PdfRef) {
  const pages = readPageTree(pdf)
  const first = typeof pages === 'string' ? undefined : pages[0]
  if (!first) throw new Error(`The page tree cannot be sealed: ${pages}`)
  const catalog = pdf.getCatalog()
  const form = catalog.getDict('AcroForm', (ref) => pdf.getObject(ref)) ?? newForm(pdf, catalog)
  const fields = form.getArray('Fields', (ref) => pdf.getObject(ref))?.toArray() ?? []
  const printAndLocked = 4 + 128
  const field = pdf.createDict({
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    FT: PdfName.of('Sig'),
    T: PdfString.fromString(unusedFieldName(pdf, fields)),
    V: value,
    F: PdfNumber.of(printAndLocked),
    P: first.ref,
    Rect: new PdfArray([0, 0, 0, 0].map((zero) => PdfNumber.of(zero))),
  })
  const signaturesExistAppendOnly = 3
  form.set('Fields', new PdfArray([...fields, field]))
  form.set('SigFlags', PdfNumber.of(signaturesExistAppendOnly))
  const annotations = first.dict.getArray('Annots', (ref) => pdf.getObject(ref))?.toArray() ?? []
  first.dict.set('Annots', new PdfArray([...annotations, field]))
}

function newForm(pdf: PDF, catalog: PdfDict): PdfDict {
  const form = new PdfDict()
  catalog.set('AcroForm', pdf.register(form))
  return form
}

function unusedFieldName(pdf: PDF, fields: PdfObject[]): string {
  const names = fields.map((field) => {
    const dictionary = field instanceof PdfRef ? pdf.getObject(field) : field
    return dictionary instanceof PdfDict
      ? dictionary.getString('T', (ref) => pdf.getObject(ref))?.asString()
      : undefined
  })
  for (let number = 1; ; number += 1) if (!names.includes(`Seal ${number}`)) return `Seal ${number}`
}

/** Where the hexadecimal string of the signature stands, with its brackets: all but this is signed. */
type Gap = { start: number; end: number }

/** Searched from the end, where the update stands, so that a placeholder in the original's own text is not taken. */
function fillByteRange(bytes: Buffer, room: number): Gap {
  const start = bytes.lastIndexOf(`<${'0'.repeat(2 * room)}>`)
  const range = bytes.lastIndexOf(byteRangePlaceholder)
  if (start < 0 || range < 0) throw new Error('The signature dictionary is not in the saved document')
  const end = start + 2 * room + 2
  const value = `[0 ${start} ${end} ${bytes.length - end}]`
  bytes.write(value.padEnd(byteRangePlaceholder.length), range, 'latin1')
  return { start, end }
}

function sha256Around(bytes: Uint8Array, { start, end }: Gap): Uint8Array {
  return createHash('sha256').update(bytes.subarray(0, start)).update(bytes.subarray(end)).digest()
}
