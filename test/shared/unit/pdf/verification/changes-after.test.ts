import { PdfArray, PdfBool, PdfDict, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { describe, expect, it } from 'vitest'
import type { DocumentUpdate } from '../../../../../shared/pdf/document-update.ts'
import type { ChangeKind } from '../../../../../shared/pdf/verification/change-kinds.ts'
import { pdfOf, stream } from '../../../../support/documents/pdf-of.ts'
import { type PdfSignature, signPdf, withValidationData } from '../../../../support/documents/signed-pdf.ts'
import {
  at,
  box,
  type Change,
  changed,
  drawing,
  formOf,
  information,
  kindAfter,
  name,
  push,
  rewritten,
  signatureField,
  text,
} from './changed-documents.ts'
import { documentTimestamp, jane, pades, root, signaturesOf } from './signed-world.ts'

const contents = 'BT /F1 12 Tf 50 150 Td (The buyer pays 500 EUR) Tj ET /X1 Do'
const title = '<x:xmpmeta><rdf:RDF><rdf:Description><dc:title>Sale</dc:title></rdf:Description></rdf:RDF></x:xmpmeta>'
/** A page with a form, a note, a link and what a page shows; 30 is referred to, and not there. */
const original = pdfOf(
  [
    '<</Type/Catalog/Pages 2 0 R/AcroForm 7 0 R/Metadata 14 0 R/ViewerPreferences<</DisplayDocTitle true>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources 6 0 R/Annots[8 0 R 9 0 R 10 0 R 11 0 R 12 0 R 15 0 R]>>',
    stream('', Buffer.from(contents)),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    '<</Font<</F1 5 0 R>>/XObject<</X1 13 0 R/X2 30 0 R>>>>',
    '<</Fields[8 0 R 9 0 R 10 0 R 15 0 R]/DR<</Font<</F1 5 0 R>>>>>>',
    '<</Type/Annot/Subtype/Widget/FT/Tx/T(Price)/V(500)/Rect[50 20 200 40]/F 4/AP<</N 13 0 R>>>>',
    '<</Type/Annot/Subtype/Widget/FT/Tx/T(Fixed)/V(500)/Rect[50 50 200 70]/F 4/Ff 1>>',
    '<</Type/Annot/Subtype/Widget/FT/Sig/T(Buyer)/Rect[50 80 200 100]/F 4>>',
    '<</Type/Annot/Subtype/Text/Contents(Agreed)/Rect[10 10 30 30]>>',
    '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.org)>>>>',
    stream('/Type/XObject/Subtype/Form/BBox[0 0 150 20]', Buffer.from('0 0 10 10 re f')),
    stream('/Type/Metadata/Subtype/XML', Buffer.from(title)),
    '<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(Logo)/Rect[200 100 250 150]/AP<</N 13 0 R>>>>',
  ],
  `/Root 1 0 R${information}`,
)
const byJane = pades(jane())

const sealedStream = (data: string) => stream('/Type/XObject/Subtype/Form/BBox[0 0 150 20]', Buffer.from(data))

const widget = (type: string) =>
  PdfDict.of({
    Type: name('Annot'),
    Subtype: name('Widget'),
    FT: name(type),
    T: text('New'),
    Rect: box(0, 0, 300, 200),
  })
const square = (entries: Record<string, PdfObject> = {}) =>
  PdfDict.of({ Type: name('Annot'), Subtype: name('Square'), Rect: box(0, 0, 300, 200), ...entries })

/** The signature that `signPdf` added. */
function valueOfFirst(update: DocumentUpdate): PdfObject {
  const field = formOf(update)
    .getArray('Fields', (ref) => update.getObject(ref))
    ?.at(-1)
  const dictionary = field instanceof PdfRef ? update.getObject(field) : null
  const value = dictionary instanceof PdfDict ? dictionary.get('V') : undefined
  if (!value) throw new Error('no signature')
  return value
}

const changes: [ChangeKind, string, Change][] = [
  ['none', 'an object that nothing refers to', (update) => update.register(drawing())],
  ['none', 'a later version', (update) => update.getCatalog().set('Version', name('2.0'))],
  ['none', 'extensions', (update) => update.getCatalog().set('Extensions', PdfDict.of({ ESIC: new PdfDict() }))],
  [
    'validation_data',
    'a security store',
    (update) => update.getCatalog().set('DSS', PdfDict.of({ VRI: new PdfDict() })),
  ],
  ['signatures', 'a signature field that is not seen', (update) => signatureField(update, { Rect: box(0, 0, 0, 0) })],
  ['signatures', 'an empty signature field', (update) => signatureField(update, { Rect: box(0, 0, 90, 90) })],
  ['form_fill', 'the value of a field', (update) => at(update, 8).set('V', text('900'))],
  [
    'form_fill',
    'the value of a field, and how it looks',
    (update) => {
      at(update, 8).set('V', text('900'))
      at(update, 8).set('AP', PdfDict.of({ N: update.register(drawing()) }))
    },
  ],
  ['annotations', 'a note changed', (update) => at(update, 11).set('Contents', text('Not agreed'))],
  [
    'annotations',
    'a drawing over the page',
    (update) => push(update, at(update, 3), 'Annots', update.register(square())),
  ],
  [
    'annotations',
    'a drawing that is no object of its own',
    (update) => push(update, at(update, 3), 'Annots', square()),
  ],
  [
    'annotations',
    'a note removed',
    (update) => {
      const kept = at(update, 3).getArray('Annots')?.toArray() ?? []
      at(update, 3).set('Annots', new PdfArray(kept.filter((_, index) => index !== 3)))
    },
  ],
  [
    'annotations',
    'a visible field that claims a signature which nobody made',
    (update) =>
      signatureField(update, {
        Rect: box(0, 0, 300, 200),
        AP: PdfDict.of({ N: update.register(drawing()) }),
        V: update.register(PdfDict.of({ Type: name('Sig'), Filter: name('Adobe.PPKLite'), Contents: text('x') })),
      }),
  ],
  [
    'annotations',
    'a field in no place whose picture readers may show all the same',
    (update) => {
      const picture = new PdfStream(
        [
          ['Subtype', name('Form')],
          ['BBox', box(0, 0, 0, 0)],
        ],
        Buffer.from('0 0 9 9 re f'),
      )
      signatureField(update, { Rect: box(0, 0, 0, 0), AP: PdfDict.of({ N: update.register(picture) }) })
    },
  ],
  [
    'annotations',
    'a field that is only printed',
    (update) =>
      signatureField(update, {
        Rect: box(0, 0, 300, 200),
        F: PdfNumber.of(36),
        AP: PdfDict.of({ N: update.register(drawing()) }),
      }),
  ],
  [
    'other',
    'a signature field with the name of another field',
    (update) => signatureField(update, { Rect: box(0, 0, 0, 0), T: text('Price') }),
  ],
  ['other', 'the content of the page', (update) => at(update, 3).set('Contents', update.register(drawing()))],
  ['other', 'a font', (update) => at(update, 5).set('BaseFont', name('Symbol'))],
  ['other', 'the resources', (update) => at(update, 6).set('XObject', new PdfDict())],
  ['other', 'the size of the page', (update) => at(update, 3).set('CropBox', box(0, 0, 10, 10))],
  ['other', 'the rotation of all pages', (update) => at(update, 2).set('Rotate', PdfNumber.of(90))],
  ['other', 'an action of the page', (update) => at(update, 3).set('AA', new PdfDict())],
  ['other', 'an action on opening', (update) => update.getCatalog().set('OpenAction', new PdfDict())],
  ['other', 'layers', (update) => update.getCatalog().set('OCProperties', new PdfDict())],
  ['other', 'embedded files', (update) => update.getCatalog().set('Names', new PdfDict())],
  ['other', 'how it is opened', (update) => update.getCatalog().set('ViewerPreferences', new PdfDict())],
  ['other', 'usage rights', (update) => update.getCatalog().set('Perms', new PdfDict())],
  ['other', 'the form removed', (update) => update.getCatalog().delete('AcroForm')],
  ['other', 'the fields made anew by readers', (update) => formOf(update).set('NeedAppearances', PdfBool.of(true))],
  ['other', 'XFA', (update) => formOf(update).set('XFA', text('<xdp/>'))],
  [
    'other',
    'another font under the name of a field’s',
    (update) => formOf(update).set('DR', PdfDict.of({ Font: PdfDict.of({ F1: update.register(new PdfDict()) }) })),
  ],
  ['other', 'the value of a field that is read-only', (update) => at(update, 9).set('V', text('900'))],
  ['other', 'the place of a field', (update) => at(update, 8).set('Rect', box(0, 0, 300, 200))],
  ['other', 'the kind of a field', (update) => at(update, 8).set('FT', name('Btn'))],
  ['other', 'an action of a field', (update) => at(update, 8).set('A', new PdfDict())],
  [
    'other',
    'the picture of a button',
    (update) => at(update, 15).set('AP', PdfDict.of({ N: update.register(drawing()) })),
  ],
  ['other', 'a signature field that hides', (update) => at(update, 10).set('F', PdfNumber.of(6))],
  [
    'other',
    'a picture in an unsigned field',
    (update) => at(update, 10).set('AP', PdfDict.of({ N: update.register(drawing()) })),
  ],
  [
    'other',
    'a new text field',
    (update) => {
      const field = update.register(widget('Tx'))
      push(update, formOf(update), 'Fields', field)
      push(update, at(update, 3), 'Annots', field)
    },
  ],
  ['other', 'a widget of no field', (update) => push(update, at(update, 3), 'Annots', update.register(widget('Sig')))],
  ['other', 'a new link', (update) => push(update, at(update, 3), 'Annots', PdfDict.of({ Subtype: name('Link') }))],
  ['other', 'where a link leads', (update) => at(update, 12).set('A', PdfDict.of({ S: name('Launch') }))],
  [
    'other',
    'a drawing with an action',
    (update) => push(update, at(update, 3), 'Annots', update.register(square({ A: new PdfDict() }))),
  ],
  [
    'other',
    'a field removed',
    (update) =>
      formOf(update).set('Fields', new PdfArray((formOf(update).getArray('Fields')?.toArray() ?? []).slice(1))),
  ],
  [
    'other',
    'the order of fields',
    (update) =>
      formOf(update).set('Fields', new PdfArray((formOf(update).getArray('Fields')?.toArray() ?? []).toReversed())),
  ],
]

describe('what an update changes after a signature', () => {
  it.each(changes)('is %s: %s', async (kind, _, change) => {
    expect(await kindAfter(await changed(await signPdf(original, byJane), change))).toBe(kind)
  })

  it('is nothing where bytes of no meaning follow', async () => {
    const signed = await signPdf(original, byJane)
    expect(await kindAfter(Buffer.concat([signed, Buffer.from('\r\n\0\0 ')]))).toBe('none')
    expect(await kindAfter(Buffer.concat([signed, Buffer.from('% a comment\n%%EOF')]))).toBe('none')
  })

  it('is anything where bytes follow that a reader which mends files could read', async () => {
    const signed = await signPdf(original, byJane)
    const objects = `4 0 obj\n<</Length 5>>\nstream\nBT ET\nendstream\nendobj\n%%EOF\n`
    expect(await kindAfter(Buffer.concat([signed, Buffer.from(objects)]))).toBe('other')
  })

  it('is seen where an object that was missing comes to be there', async () => {
    expect(await kindAfter(rewritten(await signPdf(original, byJane), 30, sealedStream('0 0 9 9 re f')))).toBe('other')
  })

  it('is seen where an object is told anew under its number', async () => {
    const signed = await signPdf(original, byJane)
    expect(await kindAfter(rewritten(signed, 4, stream('', Buffer.from(contents))))).toBe('none')
    expect(await kindAfter(rewritten(signed, 4, stream('', Buffer.from(contents.replace('500', '900')))))).toBe('other')
    // 13 is what the page draws, and how a field looks.
    expect(await kindAfter(rewritten(signed, 13, sealedStream('0 0 90 90 re f')))).toBe('other')
  })

  it('is seen where the trailer leads to another catalog, or to another title', async () => {
    const signed = await signPdf(original, byJane)
    const catalog = '<</Type/Catalog/Pages 2 0 R/AcroForm 7 0 R/Metadata 14 0 R>>'
    expect(await kindAfter(rewritten(signed, 50, catalog, `/Root 50 0 R${information}`))).toBe('other')
    const informed = (entries: string) => rewritten(signed, 50, '<<>>', `/Root 1 0 R/Info<<${entries}>>`)
    expect(await kindAfter(informed('/Title(Sale)/Producer(y)/ModDate(D:2027)'))).toBe('none')
    expect(await kindAfter(informed('/Title(Gift)/Producer(x)'))).toBe('other')
    expect(await kindAfter(informed(''))).toBe('other')
  })

  it('is seen where the metadata name another title, and not where they are only dated', async () => {
    const signed = await signPdf(original, byJane)
    const metadata = (xml: string) => rewritten(signed, 14, stream('/Type/Metadata/Subtype/XML', Buffer.from(xml)))
    const dated = title.replace('<dc:title>', '<xmp:ModifyDate>2027-01-01</xmp:ModifyDate><dc:title>')
    expect(await kindAfter(metadata(dated))).toBe('none')
    expect(await kindAfter(metadata(dated.replace('Sale', 'Gift')))).toBe('other')
    expect(await kindAfter(metadata(title.replace('Sale', 'Sale<![CDATA[ and gift]]>')))).toBe('other')
    expect(await kindAfter(metadata('no XML <'))).toBe('other')
  })

  it('is seen where it is undone by a second update, and where one hides another', async () => {
    const signed = await signPdf(original, byJane)
    const first = await changed(signed, (update) => at(update, 8).set('V', text('900')))
    const second = await changed(first, (update) => update.getCatalog().set('DSS', new PdfDict()))
    expect(await kindAfter(second)).toBe('form_fill')
    expect(await kindAfter(await changed(first, (update) => at(update, 8).set('V', text('500'))))).toBe('none')
  })
})

describe('an honest continuation', () => {
  it('by validation data and timestamps is validation data', async () => {
    const long = await withValidationData(await signPdf(original, byJane), { certificates: [root.certificate] })
    const archived = await signPdf(await signPdf(long, documentTimestamp()), documentTimestamp())
    expect((await signaturesOf(archived)).map(({ changesAfter }) => changesAfter)).toEqual([
      'validation_data',
      'validation_data',
      'none',
    ])
  })

  it('is none where a picture borrows the signature that was there', async () => {
    const visible = { Rect: box(0, 0, 90, 90), F: PdfNumber.of(4) }
    const signed = await signPdf(original, byJane)
    const prepared = await changed(signed, (update) => {
      signatureField(update, { ...visible, AP: PdfDict.of({ N: update.register(drawing()) }), V: valueOfFirst(update) })
    })
    expect(await kindAfter(prepared)).toBe('annotations')
  })

  it('by a second signer is a signature', async () => {
    const twice = await signPdf(await signPdf(original, byJane), byJane)
    expect(await signaturesOf(twice)).toMatchObject([
      { changesAfter: 'signatures', coversWholeDocument: false },
      { changesAfter: 'none', coversWholeDocument: true },
    ])
  })
})

describe('a certification', () => {
  const certifying = (level: number): PdfSignature => ({
    ...byJane,
    entries: {
      Reference: new PdfArray([
        PdfDict.of({
          Type: name('SigRef'),
          TransformMethod: name('DocMDP'),
          TransformParams: PdfDict.of({ Type: name('TransformParams'), P: PdfNumber.of(level) }),
        }),
      ]),
    },
  })
  const fill: Change = (update) => at(update, 8).set('V', text('900'))
  const note: Change = (update) => at(update, 11).set('Contents', text('Not agreed'))
  const store: Change = (update) => update.getCatalog().set('DSS', new PdfDict())
  const page: Change = (update) => at(update, 3).delete('Contents')

  it.each([
    [1, 'validation data', store, true],
    [1, 'form filling', fill, false],
    [2, 'form filling', fill, true],
    [2, 'a note', note, false],
    [3, 'a note', note, true],
    [3, 'a page', page, false],
  ] as const)('of level %d permits or forbids %s', async (level, _, change, isPermitted) => {
    const [told] = await signaturesOf(await changed(await signPdf(original, certifying(level)), change))
    expect(told).toMatchObject({
      intact: true,
      trusted: isPermitted,
      faults: isPermitted ? [] : ['forbidden_change'],
    })
  })

  it('of another kind, which locks fields, counts their change as any other', async () => {
    const locking = (action: string, ...fields: string[]): PdfSignature => ({
      ...byJane,
      entries: {
        Reference: new PdfArray([
          PdfDict.of({
            TransformMethod: name('FieldMDP'),
            TransformParams: PdfDict.of({ Action: name(action), Fields: new PdfArray(fields.map(text)) }),
          }),
        ]),
      },
    })
    const kindWith = async (signature: PdfSignature) =>
      kindAfter(await changed(await signPdf(original, signature), fill))
    expect(await kindWith(locking('All'))).toBe('other')
    expect(await kindWith(locking('Include', 'Price'))).toBe('other')
    expect(await kindWith(locking('Include', 'Fixed'))).toBe('form_fill')
    expect(await kindWith(locking('Exclude', 'Price'))).toBe('form_fill')
    expect(await kindWith(locking('Exclude', 'Fixed'))).toBe('other')
  })
})
