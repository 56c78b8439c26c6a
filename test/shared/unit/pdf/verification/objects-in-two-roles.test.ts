import { describe, expect, it } from 'vitest'
import { inspectPdf } from '../../../../../shared/pdf/inspect-pdf.ts'
import { type PdfBody, pdfOf, stream } from '../../../../support/documents/pdf-of.ts'
import { signPdf } from '../../../../support/documents/signed-pdf.ts'
import { kindAfter, rewritten } from './changed-documents.ts'
import { jane, pades } from './signed-world.ts'

const note = '/Type/Annot/Subtype/Text/Rect[0 0 10 10]'
const link = '/Type/Annot/Subtype/Link/Rect[0 0 10 10]/Border[0 0 0]'
const line = (sum: number) => Buffer.from(`BT /F1 12 Tf 50 150 Td (The buyer pays ${sum} EUR) Tj ET`)

interface Parts {
  readonly page?: string
  /** Numbers of objects: the content of the page, and the file of its font. */
  readonly contents?: number
  readonly font?: number
  readonly resources?: string
  readonly pages?: string
  readonly fields?: string
  readonly catalog?: string
}

/** A page, whose object 6 is used in two roles. */
function document(six: PdfBody, parts: Parts): Buffer {
  const { page = '', contents = 5, font, resources = '', pages = '3 0 R', fields = '', catalog = '' } = parts
  return pdfOf([
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${fields}]>>${catalog}>>`,
    `<</Type/Pages/Kids[${pages}]/Count 1>>`,
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents ${contents} 0 R${page}/Resources<</Font<</F1 4 0 R>>${resources}>>>>`,
    `<</Type/Font/Subtype/Type1/BaseFont/Helvetica${font ? '/FontDescriptor 8 0 R' : ''}>>`,
    stream('', line(500)),
    six,
    stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]', Buffer.from('0 0 9 9 re f')),
    `<</Type/FontDescriptor/FontName/X/FontFile2 ${font ?? 9} 0 R>>`,
    stream('/Length1 4', Buffer.from('font')),
  ])
}

const listed = '/Annots[6 0 R]'

const cases: [string, Buffer, PdfBody][] = [
  [
    'a link that is the content of the page',
    document(stream(link, line(500)), { contents: 6, page: listed }),
    stream(link, line(900)),
  ],
  [
    'a note that is the content of the page',
    document(stream(note, line(500)), { contents: 6, page: listed }),
    stream(note, line(900)),
  ],
  [
    'a link that is a font',
    document(stream(link, Buffer.from('glyphs 5')), { page: listed, font: 6 }),
    stream(link, Buffer.from('glyphs 9')),
  ],
  ['a link with data that nothing shows', document(stream(link, line(500)), { page: listed }), stream(link, line(900))],
  [
    'a field that is the content of the page',
    document(stream('/FT/Tx/T(x)', line(500)), { contents: 6, fields: '6 0 R' }),
    stream('/FT/Tx/T(x)', line(900)),
  ],
  [
    'a part of a field that is a stream',
    document(stream('/FT/Sig/T(x)', line(500)), { fields: '<</T(a)/FT/Tx/Kids[6 0 R]>>' }),
    stream('/FT/Sig/T(x)', line(900)),
  ],
  [
    'a note that is a graphics state',
    document(`<<${note}/CA 1>>`, { page: listed, resources: '/ExtGState<</G 6 0 R>>' }),
    `<<${note}/CA 0>>`,
  ],
  [
    'a note that is a pattern, by the name of an entry of annotations',
    document(`<<${note}/PatternType 2>>`, { page: listed, resources: '/Pattern<</Parent 6 0 R>>' }),
    `<<${note}/PatternType 1>>`,
  ],
  [
    'a field that holds the drawings of the page',
    document('<</FT/Tx/T(x)/V 7 0 R>>', { fields: '6 0 R', resources: '/XObject 6 0 R' }),
    '<</FT/Tx/T(x)/V 9 0 R>>',
  ],
  [
    'a note that the appearance of another draws with',
    document(`<<${note}/N 7 0 R>>`, { page: `/Annots[6 0 R<<${link}/AP 6 0 R>>]` }),
    `<<${note}/N 9 0 R>>`,
  ],
  [
    'a note that says which layers are shown',
    document(`<<${note}/OFF[7 0 R]>>`, { page: listed, catalog: '/OCProperties<</OCGs[7 0 R]/D 6 0 R>>' }),
    `<<${note}/OFF[]>>`,
  ],
  [
    'a field that is a node of the page tree',
    document('<</Type/Pages/Kids[3 0 R]/Count 1/FT/Sig/T(x)>>', { pages: '6 0 R', fields: '6 0 R' }),
    '<</Type/Pages/Kids[3 0 R 40 0 R]/Count 1/FT/Sig/T(x)>>',
  ],
]

describe('an object in two roles', () => {
  it.each(cases)('may not be changed: %s', async (_, original, six) => {
    const signed = await signPdf(original, pades(jane()))
    expect(await kindAfter(rewritten(signed, 6, six, '/Root 1 0 R'))).toBe('other')
  })

  it.each([
    ['is the page', document(stream('/Type/Page/MediaBox[0 0 9 9]', line(500)), { pages: '6 0 R' }), 'damaged'],
    [
      'is a node of the page tree',
      document(stream('/Type/Pages/Kids[3 0 R]/Count 1', line(500)), { pages: '6 0 R' }),
      'damaged',
    ],
    ['is an annotation', document(stream(link, line(500)), { contents: 6, page: listed }), 'ambiguous'],
    ['is a field', document(stream('/FT/Tx/T(x)', line(500)), { fields: '6 0 R' }), 'ambiguous'],
  ] as const)('is refused at upload where a stream %s', async (_, original, reason) => {
    expect(await inspectPdf(original)).toEqual({ valid: false, reason })
  })

  it.each([
    [
      'an annotation that is drawn with',
      document(`<<${note}/CA 1>>`, { page: listed, resources: '/ExtGState<</G 6 0 R>>' }),
    ],
    ['a field that is drawn with', document('<</FT/Tx/T(x)>>', { fields: '6 0 R', resources: '/XObject 6 0 R' })],
    ['an annotation that is an appearance', document(`<<${note}>>`, { page: `/Annots[6 0 R<<${link}/AP 6 0 R>>]` })],
    ['a page that is an annotation', document(`<<${note}>>`, { page: '/Annots[3 0 R]' })],
  ])('is refused at upload: %s', async (_, original) => {
    expect(await inspectPdf(original)).toEqual({ valid: false, reason: 'ambiguous' })
  })

  it('is not: a note and a field that refer to their page, and are referred to from elsewhere', async () => {
    const popup = `<</Type/Annot/Subtype/Popup/Parent 6 0 R/P 3 0 R/Rect[0 0 9 9]>>`
    const tagged = '/StructTreeRoot<</Type/StructTreeRoot/K<</S/Annot/K<</Type/OBJR/Obj 6 0 R/Pg 3 0 R>>>>>>'
    const original = document(`<<${note}/P 3 0 R>>`, { page: `/Annots[6 0 R${popup}]`, catalog: tagged })
    expect(await inspectPdf(original)).toMatchObject({ valid: true })
    const signed = await signPdf(original, pades(jane()))
    const annotated = rewritten(signed, 6, `<<${note}/P 3 0 R/Contents(x)>>`, '/Root 1 0 R')
    expect(await kindAfter(annotated)).toBe('annotations')
  })
})
