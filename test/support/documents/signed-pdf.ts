import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, type PdfRef, PdfStream, PdfString } from '@libpdf/core'
import { type DocumentUpdate, updateDocument } from '../../../shared/pdf/document-update.ts'
import { findPages } from '../../../shared/pdf/page-tree.ts'
import { pdfOf } from './pdf-of.ts'

/** A page with a line of text. */
export function onePage(text = 'I owe you 100 euros'): Buffer {
  const contents = `BT /F1 12 Tf 50 150 Td (${text}) Tj ET`
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    Buffer.from(`<</Length ${contents.length}>>\nstream\n${contents}\nendstream`),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ])
}

export interface PdfSignature {
  readonly subFilter: string
  /** Gives the /Contents of what is signed. */
  readonly sign: (content: Buffer) => Uint8Array
  readonly type?: 'Sig' | 'DocTimeStamp'
  readonly entries?: Readonly<Record<string, PdfObject>>
  /** Where it shows, as left, bottom, right and top; nowhere if absent. */
  readonly shown?: { readonly page: number; readonly rectangle: readonly number[] }
}

const room = 9_000
const unknown = 9_999_999_999
const placeholder = `[0 ${unknown} ${unknown} ${unknown}]`

/** Adds a field with a signature by an incremental update, as others do. */
export async function signPdf(original: Uint8Array, signature: PdfSignature): Promise<Buffer> {
  const { bytes } = await updateDocument(original, async (update) => {
    const value = PdfDict.of({
      Type: PdfName.of(signature.type ?? 'Sig'),
      Filter: PdfName.of('Adobe.PPKLite'),
      SubFilter: PdfName.of(signature.subFilter),
      ...(signature.type ? {} : { M: PdfString.fromString("D:20260301150509+01'00'") }),
      ...signature.entries,
      ByteRange: new PdfArray([0, unknown, unknown, unknown].map((each) => PdfNumber.of(each))),
      Contents: PdfString.fromBytes(new Uint8Array(room)),
    })
    addField(update, value, signature.shown)
  })
  const start = bytes.lastIndexOf(`<${'0'.repeat(2 * room)}>`)
  const end = start + 2 * room + 2
  const range = `[0 ${start} ${end} ${bytes.length - end}]`.padEnd(placeholder.length)
  bytes.write(range, bytes.lastIndexOf(placeholder), 'latin1')
  const contents = signature.sign(Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]))
  if (contents.length > room) throw new Error(`a signature of ${contents.length} bytes has no room`)
  bytes.write(Buffer.from(contents).toString('hex'), start + 1, 'latin1')
  return bytes
}

function addField(update: DocumentUpdate, value: PdfDict, shown: PdfSignature['shown']): void {
  const catalog = update.getCatalog()
  const form = catalog.getDict('AcroForm', (ref) => update.getObject(ref)) ?? new PdfDict()
  const fields = form.getArray('Fields', (ref) => update.getObject(ref))?.toArray() ?? []
  const field = PdfDict.of({
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    FT: PdfName.of('Sig'),
    T: PdfString.fromString(`Signature ${fields.length + 1}`),
    V: update.register(value),
    F: PdfNumber.of(132),
    Rect: numbers(shown?.rectangle ?? [0, 0, 0, 0]),
  })
  const ref = update.register(field)
  if (shown) {
    field.set('AP', PdfDict.of({ N: update.register(filledForm(shown.rectangle)) }))
    addAnnotation(update, shown.page, ref)
  }
  form.set('Fields', new PdfArray([...fields, ref]))
  form.set('SigFlags', PdfNumber.of(3))
  catalog.set('AcroForm', form)
}

export function addAnnotation(update: DocumentUpdate, number: number, ref: PdfRef): void {
  const page = findPages(update, new Set([number])).get(number)
  if (!page) throw new Error(`there is no page ${number}`)
  const annotations = page.dict.getArray('Annots', (each) => update.getObject(each))?.toArray() ?? []
  page.dict.set('Annots', new PdfArray([...annotations, ref]))
}

/** A look that fills its rectangle. */
export function filledForm([left = 0, bottom = 0, right = 0, top = 0]: readonly number[]): PdfStream {
  const size = [right - left, top - bottom]
  const form = PdfDict.of({
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: numbers([0, 0, ...size]),
  })
  return new PdfStream(form, Buffer.from(`0.8 0.9 1 rg 0 0 ${size.join(' ')} re f`))
}

export function numbers(values: readonly number[]): PdfArray {
  return new PdfArray(values.map((value) => PdfNumber.of(value)))
}

/** Adds the data that a verifier would otherwise have to ask for. */
export async function withValidationData(
  original: Uint8Array,
  data: { certificates: readonly Uint8Array[]; lists?: readonly Uint8Array[]; answers?: readonly Uint8Array[] },
): Promise<Buffer> {
  const { bytes } = await updateDocument(original, async (update) => {
    const streams = (held: readonly Uint8Array[]) =>
      new PdfArray(held.map((each) => update.register(new PdfStream([], Uint8Array.from(each)))))
    const { certificates, lists = [], answers = [] } = data
    const store = PdfDict.of({ Certs: streams(certificates), CRLs: streams(lists), OCSPs: streams(answers) })
    update.getCatalog().set('DSS', update.register(store))
  })
  return bytes
}

/** Text of a file replaced by other text as long, or laid over it from the same byte on. */
export function overwritten(bytes: Uint8Array, from: string | RegExp, to: string): Buffer {
  const text = Buffer.from(bytes).toString('latin1')
  const place = text.search(from)
  if (place < 0) throw new Error(`${from} is not in the file`)
  const changed = Buffer.from(bytes)
  changed.write(to, place, 'latin1')
  return changed
}
