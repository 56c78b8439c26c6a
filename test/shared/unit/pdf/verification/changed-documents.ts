import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core'
import { expect } from 'vitest'
import { type DocumentUpdate, updateDocument } from '../../../../../shared/pdf/document-update.ts'
import { signaturesOf } from './signed-world.ts'

export const information = '/Info<</Title(Sale)/Producer(x)>>'

export function at(update: DocumentUpdate, number: number): PdfDict {
  const object = update.getObject(PdfRef.of(number, 0))
  if (!(object instanceof PdfDict)) throw new Error(`${number} is no dictionary`)
  return object
}

export function formOf(update: DocumentUpdate): PdfDict {
  const form = update.getCatalog().getDict('AcroForm', (ref) => update.getObject(ref))
  if (!form) throw new Error('no form')
  return form
}

export const name = (text: string) => PdfName.of(text)
export const text = (value: string) => PdfString.fromString(value)
export const box = (...values: number[]) => new PdfArray(values.map((value) => PdfNumber.of(value)))
export const drawing = (data = '1 0 0 rg 0 0 300 200 re f') =>
  new PdfStream(
    [
      ['Subtype', name('Form')],
      ['BBox', box(0, 0, 300, 200)],
    ],
    Buffer.from(data),
  )

export function push(update: DocumentUpdate, holder: PdfDict, entry: string, item: PdfObject) {
  const list = holder.getArray(entry, (ref) => update.getObject(ref))?.toArray() ?? []
  holder.set(entry, new PdfArray([...list, item]))
}

/** Writes an object of a number anew, whatever was there. */
export function rewritten(
  signed: Uint8Array,
  number: number,
  body: string | Buffer,
  trailer = `/Root 1 0 R${information}`,
): Buffer {
  const start = Buffer.from(signed).lastIndexOf('startxref\n')
  const previous = Number(/\d+/.exec(Buffer.from(signed.subarray(start)).toString('latin1'))?.[0])
  const object = Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')])
  const row = `${String(signed.length).padStart(10, '0')} 00000 n \n`
  const table = `xref\n${number} 1\n${row}trailer\n<</Size 60/Prev ${previous}${trailer}>>\n`
  const end = `startxref\n${signed.length + object.length}\n%%EOF\n`
  return Buffer.concat([signed, object, Buffer.from(table + end)])
}

export function signatureField(update: DocumentUpdate, entries: Record<string, PdfObject>) {
  const field = update.register(
    PdfDict.of({
      Type: name('Annot'),
      Subtype: name('Widget'),
      FT: name('Sig'),
      T: text('Added'),
      F: PdfNumber.of(4),
      ...entries,
    }),
  )
  push(update, formOf(update), 'Fields', field)
  push(update, at(update, 3), 'Annots', field)
}

export type Change = (update: DocumentUpdate) => void

export async function changed(signed: Uint8Array, change: Change): Promise<Buffer> {
  return (await updateDocument(signed, async (update) => change(update))).bytes
}

export async function kindAfter(pdf: Uint8Array): Promise<unknown> {
  const [first] = await signaturesOf(pdf)
  expect(first).toMatchObject({ intact: true, coversWholeDocument: false })
  return first?.changesAfter
}
