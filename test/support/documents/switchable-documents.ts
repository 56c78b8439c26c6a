import { deflateSync } from 'node:zlib'
import type { ActiveContentKind } from '../../../shared/pdf/active-content/kinds.ts'
import { grayProfile } from './gray-profile.ts'
import type { Case } from './layered-documents.ts'
import { type MarkedPage, mark, markedPage, squareForm } from './marked-page.ts'
import { stream } from './pdf-of.ts'

export type SwitchableCase = Case & { readonly finds: ActiveContentKind[] }

const inverse = '<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>'
const straight = '<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>'
const pixel = (shade: number, more = '') =>
  stream(
    `/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray${more}`,
    Buffer.from([shade]),
  )

/** Draws the image `/X` at place 2. */
const image = 'q 32 0 0 32 112 40 cm /X Do Q'
const pixelIn = (space: string) =>
  stream(`/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace${space}`, Buffer.from([0]))

function variant(
  name: string,
  page: MarkedPage,
  shows: string,
  finds: ActiveContentKind = 'print_variants',
): SwitchableCase {
  return { name, pdf: markedPage(page), shows, finds: [finds] }
}

function coloured(name: string, space: string, content: string, shows: string): SwitchableCase {
  return variant(name, { content, resources: `/ColorSpace<</S ${space}>>` }, shows)
}

function inState(name: string, state: string, content: string, shows: string): SwitchableCase {
  return variant(name, { content: `/G gs ${content}`, resources: `/ExtGState<</G<<${state}>>>>` }, shows)
}

function withForm(name: string, dictionary: string, finds: ActiveContentKind, shows = 'XX...'): SwitchableCase {
  return variant(
    name,
    {
      content: `/X Do ${mark(1)}`,
      resources: '/XObject<</X 6 0 R>>',
      objects: [stream(`/Type/XObject${dictionary}/BBox[0 0 256 120]/Resources<<>>`, Buffer.from(mark(0)))],
    },
    shows,
    finds,
  )
}

function profiled(name: string, profile: Buffer, more: string, shows: string): SwitchableCase {
  return variant(
    name,
    {
      content: `/S cs 0 scn ${mark(0)} 1 scn ${mark(1)} ${image}`,
      resources: '/ColorSpace<</S[/ICCBased 6 0 R]>>/XObject<</X 7 0 R>>',
      objects: [stream(`/N 1${more}`, profile), pixelIn('[/ICCBased 6 0 R]')],
    },
    shows,
  )
}

/** What readers, screens and printers show differently, without layers or annotations. */
export const variantDocuments: readonly SwitchableCase[] = [
  coloured('an ink called None', `[/Separation/None/DeviceGray ${inverse}]`, `/S cs 1 scn ${mark(0)}`, 'X....'),
  coloured(
    'paper in an ink called None',
    `[/Separation/None/DeviceGray ${inverse}]`,
    `${mark(0)} /S cs 0 scn ${mark(0)}`,
    '.....',
  ),
  coloured('inks called None', `[/DeviceN[/None]/DeviceGray ${inverse}]`, `/S cs 1 scn ${mark(0)}`, 'X....'),
  coloured(
    'black that stands for white',
    `[/Separation/Black/DeviceGray ${straight}]`,
    `/S cs 0 scn ${mark(0)} 1 scn ${mark(1)}`,
    'X....',
  ),
  coloured(
    'black alone that stands for white',
    `[/DeviceN[/Black]/DeviceGray ${straight}]`,
    `/S cs 0 scn ${mark(0)} 1 scn ${mark(1)}`,
    'X....',
  ),
  inState(
    'white that overprints',
    '/OP true/op true/OPM 1',
    `1 1 1 1 k ${mark(0)} 0 0 0 0 k ${mark(0)} 1 1 1 1 k ${mark(1)}`,
    '.X...',
  ),
  inState('a halftone', '/HT<</HalftoneType 1/Frequency 10/Angle 45/SpotFunction/Round>>', mark(0), 'X....'),
  inState('black generation', `/BG2 ${inverse}/UCR2 ${inverse}`, `1 1 1 1 k ${mark(0)}`, 'X....'),
  inState('a transfer function', `/TR ${inverse}`, `1 g ${mark(0)}`, 'refused'),
  inState('another transfer function', `/TR2 ${inverse}`, `1 g ${mark(0)}`, 'refused'),
  inState('a list of blend modes', '/BM[/Nonsense/Multiply]', `${mark(0)} 1 g ${mark(0)}`, 'X....'),
  variant(
    'a group that knocks out',
    {
      content: '/X Do',
      resources: '/XObject<</X 6 0 R>>',
      objects: [
        stream(
          '/Type/XObject/Subtype/Form/BBox[0 0 256 120]/Group<</S/Transparency/K true>>/Resources<</ExtGState<</G<</ca 0>>>>>>',
          Buffer.from(`${mark(0)} ${mark(1)} /G gs 1 g ${mark(0)}`),
        ),
      ],
    },
    'XX...',
  ),
  variant(
    'gray by another space',
    { content: mark(0), resources: `/ColorSpace<</DefaultGray[/Separation/X/DeviceGray ${straight}]>>` },
    'X....',
  ),
  variant(
    'another image for printing',
    {
      content: `q 32 0 0 32 16 40 cm /X Do Q`,
      resources: '/XObject<</X 6 0 R>>',
      objects: [pixel(0, '/Alternates[<</Image 7 0 R/DefaultForPrinting true>>]'), pixel(255)],
    },
    'X....',
  ),
  profiled('a profile that turns black and white', grayProfile([1, 0]), '', 'X.X..'),
  profiled('a profile that makes all but white black', grayProfile([0, 0, 0, 0, 0, 0, 0, 0, 1]), '', 'X.X..'),
  profiled('a profile that is none', Buffer.from('none'), '', 'X.X..'),
  profiled(
    'another space in place of a profile',
    grayProfile([0, 1]),
    '/Alternate[/Indexed/DeviceGray 1<FF00>]',
    'refused',
  ),
  coloured(
    'gray of a steep curve',
    '[/CalGray<</WhitePoint[0.95 1 1.08]/Gamma 40>>]',
    `/S cs 0.9 scn ${mark(0)}`,
    'refused',
  ),
  variant(
    'an image with short keys',
    {
      content: image,
      resources: '/XObject<</X 6 0 R>>',
      objects: [stream('/Type/XObject/Subtype/Image/W 1/H 1/BPC 8/CS/DeviceGray', Buffer.from([0]))],
    },
    '..X..',
  ),
  variant(
    'a form with a short key',
    {
      content: '/X Do',
      resources: '/XObject<</X 6 0 R>>',
      objects: [
        stream('/Type/XObject/Subtype/Form/BBox[0 0 256 120]/Resources<<>>/F/FlateDecode', deflateSync(mark(0))),
      ],
    },
    'X....',
  ),
  withForm('PostScript', '/Subtype/PS', 'print_variants', '.X...'),
  withForm('a form of PostScript', '/Subtype/Form/Subtype2/PS', 'print_variants'),
  withForm('a form with PostScript', '/Subtype/Form/PS 5 0 R', 'print_variants'),
  withForm('a page of another file', '/Subtype/Form/Ref<</F(other.pdf)/Page 0>>', 'external_content'),
  withForm('data of another file', '/Subtype/Form/F(other.bin)', 'external_content'),
  withForm('a picture for prepress', '/Subtype/Form/OPI<</2.0<</Type/OPI/F(other.tif)>>>>', 'external_content'),
  variant(
    'other boxes for printing',
    { content: mark(0), catalog: '/ViewerPreferences<</PrintArea/MediaBox/PrintClip/BleedBox>>' },
    'X....',
  ),
]

const action = {
  script: '<</S/JavaScript/JS(app.alert\\(1\\))>>',
  launch: '<</S/Launch/F(calc.exe)>>',
  submit: '<</S/SubmitForm/F(https://example.com)>>',
  import: '<</S/ImportData/F(data.fdf)>>',
  reset: '<</S/ResetForm>>',
  hide: '<</S/Hide/T(a)>>',
  layers: '<</S/SetOCGState/State[/Toggle]>>',
  rendition: '<</S/Rendition/OP 0>>',
  movie: '<</S/Movie>>',
  sound: '<</S/Sound>>',
  remote: '<</S/GoToR/F(other.pdf)/D[0/Fit]>>',
  embedded: '<</S/GoToE/D[0/Fit]>>',
  thread: '<</S/Thread/D 0>>',
  named: '<</S/Named/N/Print>>',
  transition: '<</S/Trans>>',
  view3d: '<</S/GoTo3DView>>',
  media: '<</S/RichMediaExecute>>',
  unknown: '<</S/Whatever>>',
  file: '<</S/URI/URI(file:///etc/passwd)>>',
  scheme: '<</S/URI/URI(javascript:alert\\(1\\))>>',
  chained: '<</S/GoTo/D[3 0 R/Fit]/Next<</S/JavaScript/JS(x)>>>>',
} as const

const scripts: readonly string[] = ['script', 'chained']
const link = (what: string) => `<</Type/Annot/Subtype/Link/Rect[0 0 10 10]/Border[0 0 0]/A ${what}>>`

const places: readonly [string, (what: string) => MarkedPage][] = [
  ['on opening', (what) => ({ content: mark(0), catalog: `/OpenAction ${what}` })],
  ['before printing', (what) => ({ content: mark(0), catalog: `/AA<</WP ${what}>>` })],
  ['of a page', (what) => ({ content: mark(0), page: `/AA<</O ${what}>>` })],
  ['of a link', (what) => ({ content: mark(0), page: '/Annots[6 0 R]', objects: [link(what)] })],
  [
    'of a bookmark',
    (what) => ({
      content: mark(0),
      catalog: '/Outlines 6 0 R',
      objects: ['<</First 7 0 R/Last 7 0 R/Count 1>>', `<</Title(a)/Parent 6 0 R/A ${what}>>`],
    }),
  ],
]

/** Every action at every place. */
export const actionDocuments: readonly SwitchableCase[] = [
  ...Object.entries(action).flatMap(([name, what]) =>
    places.map(([place, page]) =>
      variant(`${name} ${place}`, page(what), 'X....', scripts.includes(name) ? 'scripts' : 'actions'),
    ),
  ),
  variant(
    'scripts of the document',
    { content: mark(0), catalog: `/Names<</JavaScript<</Names[(a) ${action.script}]>>>>` },
    'X....',
    'scripts',
  ),
]

const file = stream('/Type/EmbeddedFile', Buffer.from('MZ secret'))
const specification = '<</Type/Filespec/F(a.exe)/UF(a.exe)/EF<</F 7 0 R>>>>'

/** What lies in a file beside its pages. */
export const carryingDocuments: readonly SwitchableCase[] = [
  variant(
    'attached files',
    { content: mark(0), catalog: '/Names<</EmbeddedFiles<</Names[(a) 6 0 R]>>>>', objects: [specification, file] },
    'X....',
    'embedded_files',
  ),
  variant(
    'associated files',
    { content: mark(0), catalog: '/AF[6 0 R]', objects: [specification, file] },
    'X....',
    'embedded_files',
  ),
  variant(
    'files of a form',
    {
      content: '/X Do',
      resources: '/XObject<</X 8 0 R>>',
      objects: [specification, file, squareForm('/Matrix[1 0 0 1 16 40]/AF[6 0 R]')],
    },
    'X....',
    'embedded_files',
  ),
  {
    ...variant(
      'a portfolio',
      {
        content: mark(0),
        catalog: '/Collection<</View/D>>/Names<</EmbeddedFiles<</Names[(a) 6 0 R]>>>>',
        objects: [specification, file],
      },
      'X....',
    ),
    finds: ['multimedia', 'embedded_files'],
  },
  variant(
    'renditions',
    { content: mark(0), catalog: '/Names<</Renditions<</Names[(a) 6 0 R]>>>>', objects: ['<</S/MR>>'] },
    'X....',
    'multimedia',
  ),
  variant(
    'hidden pages',
    { content: mark(0), catalog: '/Names<</Templates<</Names[(a) 6 0 R]>>>>', objects: ['<</Type/Template>>'] },
    'X....',
    'annotations',
  ),
  {
    ...variant(
      'a second form',
      {
        content: mark(0),
        catalog: '/AcroForm<</XFA[(template) 6 0 R]/Fields[]>>',
        objects: [stream('', Buffer.from('<xdp:xdp>secret</xdp:xdp>'))],
      },
      'X....',
    ),
    finds: ['xfa'],
  },
]
