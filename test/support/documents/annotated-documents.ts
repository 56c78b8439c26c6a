import type { Case } from './layered-documents.ts'
import { mark, markedPage, rectangleOf, squareForm } from './marked-page.ts'
import { type PdfBody, stream } from './pdf-of.ts'

const [hidden, print, noZoom, noRotate, noView, readOnly, toggleNoView] = [2, 4, 8, 16, 32, 64, 256]
const rect = (place: number) => `/Rect[${rectangleOf(place).join(' ')}]`
const appearance = '/AP<</N 6 0 R>>'

/** Square 0 is the page's own; annotations are objects from 7, and have the form 6 as their appearance. */
function annotated(name: string, annotations: readonly string[], shows: string, extra: Extra = {}): Case {
  const { objects = [], content = mark(0), ...rest } = extra
  return {
    name,
    pdf: markedPage({
      content,
      page: `/Annots[${annotations.map((_, index) => `${index + 7} 0 R`).join(' ')}]${extra.page ?? ''}`,
      objects: [squareForm(), ...annotations, ...objects],
      ...(rest.catalog === undefined ? {} : { catalog: rest.catalog }),
    }),
    shows,
  }
}
type Extra = { content?: string; page?: string; catalog?: string; objects?: readonly PdfBody[] }

const note = (subtype: string, place: number, more = '') => `<</Type/Annot/Subtype/${subtype}${rect(place)}${more}>>`
const quadrilaterals = '/QuadPoints[64 72 96 72 64 40 96 40]'

const flags = [
  [0, 'XX...'],
  [print, 'XX...'],
  [hidden, 'X....'],
  [hidden | print, 'X....'],
  [noView, 'X....'],
  [noView | print, 'X....'],
  [noZoom | noRotate, 'XX...'],
  [readOnly | print, 'XX...'],
  [toggleNoView, 'XX...'],
  [toggleNoView | noView | print, 'X....'],
] as const

const types = [
  ...['FreeText', 'Line', 'Square', 'Circle', 'Polygon', 'PolyLine', 'Stamp', 'Caret', 'Ink', 'Popup', 'Text'],
  ...['FileAttachment', 'Sound', 'Movie', 'Screen', 'PrinterMark', 'TrapNet', 'Watermark', '3D', 'RichMedia', 'Redact'],
]

/** Readers draw these from their properties. */
const markings = [
  `Highlight${quadrilaterals}/C[1 0 0]`,
  `Highlight${quadrilaterals}/C[0 0 0]/CA 0.5`,
  `Highlight${quadrilaterals}`,
  `Underline${quadrilaterals}/C[0 0 0]`,
  `StrikeOut${quadrilaterals}/C[0 0 0]`,
  `Squiggly${quadrilaterals}/C[0 0 0]`,
  'Square/C[0 0 0]/BS<</W 8>>',
  'Square/C[0 0 0]/IC[0 0 0]',
  'Square/C[0 0 0]',
  'Circle/C[0 0 0]/IC[0.5]/Border[0 0 4]',
  'Line/C[0 0 0]/L[64 40 96 72]/BS<</W 8>>',
  'Line/L[64 40 200 100]/BS<</W 6>>',
  'PolyLine/C[0 0 0]/Vertices[64 40 96 72 96 40]/BS<</W 6>>',
  'Polygon/C[0 0 0]/IC[0 0 0]/Vertices[64 40 96 72 96 40]',
  'Ink/C[0 0 0]/BS<</W 6>>/InkList[[64 40 96 72][64 72 96 40]]',
]

export const annotatedDocuments: readonly Case[] = [
  ...flags.flatMap(([bits, shows]) =>
    ['Stamp', 'Widget'].map((type) =>
      annotated(`${type} with flags ${bits}`, [note(type, 1, `/F ${bits}${appearance}`)], shows),
    ),
  ),
  annotated('an invisible annotation of an unknown type', [note('Unknown', 1, `/F 1${appearance}`)], 'X....'),
  annotated('an invisible annotation of a known type', [note('Stamp', 1, `/F 1${appearance}`)], 'XX...'),
  ...types.map((type) => annotated(`${type} with an appearance`, [note(type, 1, `/F 4${appearance}`)], 'XX...')),
  ...['Highlight', 'Underline', 'Squiggly', 'StrikeOut'].flatMap((type) => [
    annotated(`${type} with an appearance`, [note(type, 1, `${quadrilaterals}${appearance}`)], 'XX...'),
    annotated(`${type} without its places`, [note(type, 1, appearance)], 'X....'),
  ]),
  annotated(
    'notes without an appearance',
    [note('Text', 1, '/Contents(Note)'), note('Popup', 2, '/Open true'), note('Stamp', 3, '/Name/Approved')],
    'X....',
  ),
  ...markings.map((more) => annotated(`${more} without an appearance`, [note(more, 1)], '?')),
  annotated('text without an appearance', [note('FreeText', 1, '/Contents(Text)/DA(/F1 12 Tf)')], 'refused'),
  annotated('one over the other', [note('Stamp', 1, appearance), note('Stamp', 1, '/AP<</N 9 0 R>>')], 'X....', {
    objects: [stream('/Type/XObject/Subtype/Form/BBox[0 0 32 32]/Resources<<>>', Buffer.from('1 g 0 0 32 32 re f'))],
  }),
  annotated('a white ground over the page', [note('FreeText', 0, '/AP<</N 8 0 R>>')], '.....', {
    objects: [stream('/Type/XObject/Subtype/Form/BBox[0 0 32 32]/Resources<<>>', Buffer.from('1 g 0 0 32 32 re f'))],
  }),
  annotated('an appearance that is turned and small', [note('Stamp', 1, '/AP<</N 8 0 R>>')], 'XX...', {
    objects: [stream('/Subtype/Form/BBox[5 5 6 7]/Matrix[0 1 -1 0 3 4]', Buffer.from('5 5 1 2 re f'))],
  }),
  annotated('an appearance without a box or resources', [note('Stamp', 1, '/AP<</N 8 0 R>>')], 'XX...', {
    objects: [stream('', Buffer.from('0 0 32 32 re f'))],
  }),
  annotated('other appearances than the normal one', [note('Stamp', 1, '/AP<</D 6 0 R/R 6 0 R>>')], 'X....'),
  annotated('a page that leaves its state open', [note('Stamp', 1, appearance)], 'XX...', {
    content: `${mark(0)} q 0.1 0 0 0.1 0 0 cm 1 g`,
  }),
  annotated('a page that restores too much', [note('Stamp', 1, appearance)], 'XX...', {
    content: `${mark(0)} Q Q Q 0.1 0 0 0.1 0 0 cm 0 0 1 1 re W`,
  }),
  ...['(open', '[ 1 2', '<< /A', 'BI /W 1 /H 1 ID x'].map((end) =>
    annotated(`a page that ends in ${end}`, [note('Stamp', 1, appearance)], 'XX...', { content: `${mark(0)} ${end}` }),
  ),
  annotated(
    'annotations in layers',
    [note('Stamp', 1, `${appearance}/OC 9 0 R`), note('Stamp', 2, `${appearance}/OC 10 0 R`)],
    'XX...',
    {
      catalog: '/OCProperties<</OCGs[9 0 R 10 0 R]/D<</OFF[10 0 R]>>>>',
      objects: ['<</Type/OCG/Name(On)>>', '<</Type/OCG/Name(Off)>>'],
    },
  ),
  annotated('an appearance with a layer', [note('Stamp', 1, '/AP<</N 8 0 R>>')], 'XX...', {
    catalog: '/OCProperties<</OCGs[9 0 R]/D<</OFF[9 0 R]>>>>',
    objects: [
      stream(
        '/Subtype/Form/BBox[0 0 96 32]/Resources<</Properties<</L1 9 0 R>>>>',
        Buffer.from('0 0 96 32 re f /OC /L1 BDC 1 g 0 0 96 32 re f EMC'),
      ),
      '<</Type/OCG/Name(Off)>>',
    ],
  }),
  annotated('a turned page', [note('Stamp', 1, appearance)], '?', { page: '/Rotate 90' }),
  annotated(
    'links with borders',
    [
      note('Link', 1, '/Border[0 0 8]/C[0 0 0]/A<</S/URI/URI(https://example.com)>>'),
      note('Link', 2, '/BS<</W 8>>/Dest[3 0 R/Fit]'),
      note('Link', 3, '/Dest[3 0 R/Fit]'),
    ],
    'X....',
  ),
  annotated(
    'a link with an appearance',
    [note('Link', 1, `/Border[0 0 0]/A<</S/URI/URI(https://example.com)>>${appearance}`)],
    'XX...',
  ),
]

/** A field of 168 by 32 points. */
function wide(more: string): string {
  const type = more.includes('/FT') ? '' : '/FT/Tx'
  const look = more.includes('/DA') ? '' : '/DA(/F1 12 Tf 0 g)'
  return `<</Type/Annot/Subtype/Widget/T(a)/F 4/Rect[56 40 224 72]${type}${look}${more}>>`
}

const form = (fields: string, more = '') => ({
  catalog: `/AcroForm<</Fields[${fields}]/DR<</Font<</F1 4 0 R>>>>/DA(/F1 12 Tf 0 g)${more}>>`,
})
const text = (value: string, more = '') => note('Widget', 1, `/FT/Tx/T(a)/V(${value})/F 4/DA(/F1 12 Tf 0 g)${more}`)
const box = (state: string, value: string, more = '') =>
  note('Widget', 1, `/FT/Btn/T(a)/V/${value}/AS/${state}/F 4/AP<</N<</Yes 6 0 R/Off 8 0 R>>>>${more}`)
const nothing = stream('/Type/XObject/Subtype/Form/BBox[0 0 32 32]/Resources<<>>', Buffer.from(''))
const shownText = stream(
  '/Type/XObject/Subtype/Form/BBox[0 0 32 32]/Resources<</Font<</F1 4 0 R>>>>',
  Buffer.from('0 0 32 32 re f 1 g BT /F1 12 Tf 2 8 Td (500) Tj ET'),
)

export const formDocuments: readonly Case[] = [
  annotated('a field whose appearance shows something else', [text('1 000 000', '/AP<</N 8 0 R>>')], 'XX...', {
    ...form('7 0 R'),
    objects: [shownText],
  }),
  ...[
    ['as it is', '/V(500)', '500'],
    ['in the middle', '/V(500)/Q 1', '500'],
    ['on the right', '/V(500)/Q 2', '500'],
    ['in another colour', '/V(500)/DA(1 0 0 rg /F1 14 Tf)', '500'],
    ['of its own size', '/V(500 EUR)/DA(/F1 10 Tf 0 g)/MK<</BG[0.8]/BC[0]>>', '500 EUR'],
    ['with letters of Europe', '/V(\\311t\\351 \\374ber)', 'Été über'],
    ['with a sign beyond Latin-1', '/V<FEFF20AC0020003500300030>', '€ 500'],
    ['of several lines', '/V(One\\nTwo)/Ff 4096/DA(/F1 10 Tf 0 g)', 'One Two'],
    ['in cells', '/V(ABC)/Ff 16777216/MaxLen 10', 'A B C'],
    ['chosen', '/FT/Ch/Ff 131072/V(b)/Opt[[(a)(Alpha)][(b)(Beta)]]', 'Beta'],
  ].map(([name = '', value = '', text = '']) => ({
    ...annotated(`a value ${name}`, [wide(value)], '?', form('7 0 R', '/NeedAppearances true')),
    text,
  })),
  annotated('a value with a blank appearance', [wide('/V(500)/AP<</N 8 0 R>>')], '?', {
    ...form('7 0 R', '/NeedAppearances true'),
    objects: [nothing],
  }),
  {
    ...annotated('a value with the appearance of an earlier one', [wide('/V(1000 EUR)/AP<</N 8 0 R>>')], '?', {
      ...form('7 0 R', '/NeedAppearances true'),
      objects: [shownText],
    }),
    text: '1000 EUR',
  },
  annotated('no value with the appearance of an earlier one', [text('', '/AP<</N 8 0 R>>')], 'X....', {
    ...form('7 0 R', '/NeedAppearances true'),
    objects: [shownText],
  }),
  annotated(
    'a value of another script with an appearance that may be of an earlier one',
    [wide('/V<FEFF738B5C0F660E>/AP<</N 8 0 R>>')],
    'refused',
    { ...form('7 0 R', '/NeedAppearances true'), objects: [shownText] },
  ),
  annotated('a value above its widget', [note('Widget', 1, '/Parent 8 0 R')], '?', {
    ...form('8 0 R', '/NeedAppearances true'),
    objects: ['<</FT/Tx/T(a)/V(500)/Kids[7 0 R]>>'],
  }),
  annotated('a value of another script', [wide('/V<FEFF738B5C0F660E>')], 'refused', form('7 0 R')),
  annotated('a value that is turned', [wide('/V(500)/MK<</R 90>>')], 'refused', form('7 0 R')),
  annotated('a value that is too long', [wide(`/V(${'Long '.repeat(50)})`)], 'refused', form('7 0 R')),
  annotated('several choices', [wide('/FT/Ch/V[(One)(Two)]')], 'refused', form('7 0 R')),
  annotated(
    'a hidden value without an appearance',
    [note('Widget', 1, '/FT/Tx/T(a)/V(500)/F 2')],
    'X....',
    form('7 0 R'),
  ),
  annotated('an empty field', [text('')], 'X....', form('7 0 R')),
  annotated('a password', [text('secret', '/Ff 8192')], 'X....', form('7 0 R')),
  annotated('a box that is checked', [box('Yes', 'Yes')], 'XX...', { ...form('7 0 R'), objects: [nothing] }),
  annotated('a box that is not checked', [box('Off', 'Off')], 'X....', { ...form('7 0 R'), objects: [nothing] }),
  annotated('a box that is shown checked and is not', [box('Yes', 'Off')], 'XX...', {
    ...form('7 0 R'),
    objects: [nothing],
  }),
  annotated('a box that is checked and not shown so', [box('Off', 'Yes')], 'X....', {
    ...form('7 0 R'),
    objects: [nothing],
  }),
  annotated(
    'a checked box without an appearance',
    [note('Widget', 1, '/FT/Btn/T(a)/V/Yes/AS/Yes')],
    'refused',
    form('7 0 R'),
  ),
  annotated(
    'radio buttons',
    [1, 2].map((place) =>
      note(
        'Widget',
        place,
        `/Parent 9 0 R/AS/${place === 1 ? 'Off' : 'two'}/F 4/AP<</N<</${place === 1 ? 'one' : 'two'} 6 0 R>>>>`,
      ),
    ),
    'X.X..',
    {
      ...form('9 0 R'),
      objects: ['<</FT/Btn/Ff 32768/T(a)/V/two/Kids[7 0 R 8 0 R]>>'],
    },
  ),
  annotated(
    'a push button',
    [note('Widget', 1, `/FT/Btn/Ff 65536/T(a)/F 4${appearance}/A<</S/SubmitForm/F(https://example.com)>>`)],
    'XX...',
    form('7 0 R'),
  ),
  annotated('a field for a signature', [note('Widget', 1, '/FT/Sig/T(a)/F 4')], 'X....', form('7 0 R')),
  annotated('a field that is a page', [text('', appearance)], 'XX...', form('7 0 R 3 0 R')),
]
