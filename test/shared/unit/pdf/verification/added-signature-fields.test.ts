import { PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { describe, expect, it } from 'vitest'
import type { DocumentUpdate } from '../../../../../shared/pdf/document-update.ts'
import { pdfOf, stream } from '../../../../support/documents/pdf-of.ts'
import { signPdf } from '../../../../support/documents/signed-pdf.ts'
import { at, box, changed, drawing, formOf, kindAfter, name, push, signatureField, text } from './changed-documents.ts'
import { jane, pades } from './signed-world.ts'

/** A page with an unsigned signature field, 5, that has a picture. */
const original = pdfOf([
  '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]>>>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Annots[5 0 R]>>',
  stream('', Buffer.from('0 0 9 9 re f')),
  '<</Type/Annot/Subtype/Widget/FT/Sig/T(Buyer)/Rect[50 80 200 100]/F 4/AP<</N 6 0 R>>>>',
  stream('/Type/XObject/Subtype/Form/BBox[0 0 150 20]', Buffer.from('0 0 10 10 re f')),
])

const timestamp = () =>
  PdfDict.of({ Type: name('DocTimeStamp'), Filter: name('Adobe.PPKLite'), SubFilter: name('ETSI.RFC3161') })
const number = (value: number) => PdfNumber.of(value)
const [nowhere, area] = [box(0, 0, 0, 0), box(82, 50, 108, 80)]
const blank = (entries: [string, PdfObject][] = [], data = '') =>
  new PdfStream([['Subtype', name('Form')], ['BBox', box(0, 0, 26, 30)], ...entries], Buffer.from(data))
const looks = (update: DocumentUpdate, look: PdfObject) => PdfDict.of({ N: update.register(look) })

type Entries = (update: DocumentUpdate) => Record<string, PdfObject>

/** What a field of a timestamp may have beside it. */
const unseen: [string, Entries][] = [
  ['no place', () => ({ Rect: nowhere })],
  ['no place, and a border of no width', () => ({ Rect: nowhere, Border: box(0, 0, 0), MK: new PdfDict() })],
  ['no place, and a style of no width', () => ({ Rect: nowhere, BS: PdfDict.of({ W: number(0) }) })],
  ['no place, and an appearance', (update) => ({ Rect: nowhere, AP: looks(update, blank()) })],
  ['a place, and an appearance that shows nothing', (update) => ({ Rect: area, AP: looks(update, blank([], ' \n')) })],
  ['a place, and is hidden', () => ({ Rect: area, F: number(2), Border: box(0, 0, 26) })],
]

const seen: [string, Entries][] = [
  ['a border', () => ({ Rect: area, Border: box(0, 0, 26) })],
  ['a border around no place', () => ({ Rect: nowhere, Border: box(0, 0, 26) })],
  ['a border of no known width', () => ({ Rect: area, Border: new PdfArray([]) })],
  ['a style of borders', () => ({ Rect: area, BS: PdfDict.of({ W: number(26) }) })],
  ['the usual style of borders', () => ({ Rect: area, BS: new PdfDict() })],
  ['colours', () => ({ Rect: area, MK: PdfDict.of({ BG: box(0, 0, 0) }) })],
  ['a caption', () => ({ Rect: area, MK: PdfDict.of({ CA: text('not') }) })],
  ['a place, and no appearance', () => ({ Rect: area })],
  ['an appearance', (update) => ({ Rect: area, AP: looks(update, drawing()) })],
  ['a line for a place, and an appearance', (update) => ({ Rect: box(9, 9, 99, 9), AP: looks(update, drawing()) })],
  ['an appearance under the pointer', (update) => ({ Rect: area, AP: PdfDict.of({ D: update.register(drawing()) }) })],
  [
    'an appearance of a state',
    (update) => ({ Rect: area, AP: PdfDict.of({ N: PdfDict.of({ On: update.register(drawing()) }) }) }),
  ],
  [
    'an appearance that is a picture',
    (update) => ({ Rect: area, AP: looks(update, new PdfStream([['Subtype', name('Image')]], Buffer.from('\0'))) }),
  ],
  [
    'an appearance that lies in another file',
    (update) => ({ Rect: area, AP: looks(update, blank([['Ref', new PdfDict()]])) }),
  ],
]

/** What is no field of a signature, whatever else it says. */
const contradicting: [string, Entries][] = [
  ...'Link Square Circle Line Polygon PolyLine FreeText Text Stamp Ink Highlight Underline StrikeOut Caret Redact Screen'
    .split(' ')
    .flatMap((subtype): [string, Entries][] => [
      [`a ${subtype} with a border`, () => ({ Subtype: name(subtype), Rect: area, Border: box(0, 0, 26) })],
      [`a ${subtype} in no place`, () => ({ Subtype: name(subtype), Rect: nowhere })],
    ]),
  ...['C', 'IC', 'BE', 'Sy', 'QuadPoints', 'Contents', 'L', 'InkList', 'OC', 'A', 'AA'].map(
    (entry): [string, Entries] => [`an entry /${entry}`, () => ({ Rect: nowhere, [entry]: box(1, 0, 0) })],
  ),
  ['a page', () => ({ Type: name('Page'), Rect: nowhere })],
  ['a part of another field', () => ({ Parent: PdfRef.of(5, 0), Rect: nowhere })],
  ['a text field', () => ({ FT: name('Tx'), Rect: nowhere })],
]

const isStamped = (entries: Entries) => (update: DocumentUpdate) =>
  signatureField(update, { V: update.register(timestamp()), ...entries(update) })

async function afterSignature(change: (update: DocumentUpdate) => void) {
  return kindAfter(await changed(await signPdf(original, pades(jane())), change))
}

describe('the field of a timestamp that comes after a signature', () => {
  it.each(unseen)('is validation data where it has %s', async (_, entries) => {
    expect(await afterSignature(isStamped(entries))).toBe('validation_data')
  })

  it.each(seen)('is something on the page where it has %s', async (_, entries) => {
    expect(await afterSignature(isStamped(entries))).toBe('annotations')
  })

  it.each(contradicting)('is no such field where it is or has %s', async (_, entries) => {
    expect(await afterSignature(isStamped(entries))).toBe('other')
  })

  it.each([
    ['validation_data', 'in no place', { Rect: nowhere }],
    ['annotations', 'with a border', { Rect: area, Border: box(0, 0, 26) }],
    ['other', 'that are links', { Subtype: name('Link'), Rect: area }],
    ['other', 'that are drawings', { Subtype: name('Square'), Rect: area, Border: box(0, 0, 26) }],
  ] as const)('is %s where it has widgets %s', async (kind, _, entries) => {
    const change = (update: DocumentUpdate) => {
      const field = PdfDict.of({ FT: name('Sig'), T: text('Added'), V: update.register(timestamp()) })
      const ref = update.register(field)
      const widget = update.register(
        PdfDict.of({ Type: name('Annot'), Subtype: name('Widget'), Parent: ref, ...entries }),
      )
      field.set('Kids', new PdfArray([widget]))
      push(update, formOf(update), 'Fields', ref)
      push(update, at(update, 3), 'Annots', widget)
    }
    expect(await afterSignature(change)).toBe(kind)
  })

  it('is no annotation without being a widget', async () => {
    const change = (update: DocumentUpdate) => {
      const field = update.register(PdfDict.of({ FT: name('Sig'), T: text('Added'), V: update.register(timestamp()) }))
      push(update, formOf(update), 'Fields', field)
      push(update, at(update, 3), 'Annots', field)
    }
    expect(await afterSignature(change)).toBe('other')
  })

  it('that was there may not take its picture from the page', async () => {
    const change = (update: DocumentUpdate) => {
      at(update, 5).set('V', update.register(timestamp()))
      at(update, 5).delete('AP')
    }
    expect(await afterSignature(change)).toBe('annotations')
  })

  it('that was there may not get colours', async () => {
    const signed = await signPdf(original, pades(jane()))
    const stamped = (look: PdfObject) => (update: DocumentUpdate) => {
      at(update, 5).set('V', update.register(timestamp()))
      at(update, 5).set('MK', look)
    }
    expect(await kindAfter(await changed(signed, stamped(PdfDict.of({ BG: box(0, 0, 0) }))))).toBe('annotations')
  })
})
