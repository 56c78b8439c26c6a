import { readdirSync, readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inspectPdf } from '../../../../../shared/pdf/inspect-pdf.ts'
import { readPageTree } from '../../../../../shared/pdf/page-tree.ts'
import { readDocument } from '../../../../../shared/pdf/read-document.ts'
import { contentFault } from '../../../../../shared/pdf/strict-content/content-fault.ts'
import { type MarkedPage, mark, markedPage } from '../../../../support/documents/marked-page.ts'
import { pdfOf, stream } from '../../../../support/documents/pdf-of.ts'

async function faultOf(pdf: Uint8Array): Promise<string | null> {
  const reading = await readDocument(pdf)
  const pages = reading.readable ? readPageTree(reading.document) : 'damaged'
  if (!reading.readable || typeof pages === 'string') throw new Error('The document cannot be read')
  return contentFault(reading.document, pages)?.message ?? null
}

const [shown, hidden] = [mark(0), mark(2)]

describe('content that readers recover from in different ways', () => {
  const contents: [name: string, content: string, fault: RegExp][] = [
    ['more operands than some readers keep', `${'1 '.repeat(34)} n ${hidden}`, /operands/],
    ['an exponent', `q 1 0 0 1 0 1e3 cm ${hidden} Q`, /no number/],
    ['two signs', `q 1 0 0 1 0 --300 cm ${hidden} Q`, /no number/],
    ['two other signs', `q 1 0 0 1 0 +-300 cm ${hidden} Q`, /no number/],
    ['a sign within a number', `q 1 0 0 1 0 300-5 cm ${hidden} Q`, /no number/],
    ['a sign apart from its number', `q 1 0 0 1 0 - 300 cm ${hidden} Q`, /no number/],
    ['two points', `q 1 0 0 1 0 300.2.5 cm ${hidden} Q`, /no number/],
    ['a number that some readers cannot hold', `q 1 0 0 1 0 4294967296 cm ${hidden} Q`, /too large/],
    ['too many numbers', `0 0 0 1 1 1 rg ${hidden}`, /Wrong operands of rg/],
    ['too few numbers', `1 1 rg ${hidden}`, /Wrong operands of rg/],
    ['a string instead of a number', `(x) g ${hidden}`, /Wrong operands of g/],
    ['a name instead of a number', `q /A 1 1 rg ${hidden} Q`, /Wrong operands of rg/],
    ['an operator that does not exist', `1 foo ${hidden}`, /Unknown operator/],
    ['an operator that a reader may know', `BX 1 foo EX ${hidden}`, /Unknown operator/],
    ['a stray bracket', `] ${hidden}`, /stray/],
    ['an operator in an array', `[1 2 re f] 0 d ${hidden}`, /operator within/],
    ['a string in dashes', `[(a)] 0 d ${hidden}`, /dashes/],
    ['a name in an array of glyphs', 'BT /F1 9 Tf [(a) /b] TJ ET', /something else/],
    ['a string that some readers cut off', `BT /F1 9 Tf (${'a'.repeat(40_000)}) Tj ET`, /too long/],
    ['a name that some readers cut off', `/${'a'.repeat(200)} MP ${hidden}`, /too long/],
    ['dashes of no length', `[0 0] 0 d 0 0 m 9 9 l S`, /dashes/],
    ['dashes of less than no length', `[-1 2] 0 d 0 0 m 9 9 l S`, /dashes/],
    ['nothing to clip with', `q W n ${hidden} Q`, /clip/],
    ['a state that is not there', `/None gs ${hidden}`, /no ExtGState/],
    ['a font that is not there', 'BT /F9 9 Tf (a) Tj ET', /no Font/],
    ['a name that goes on behind a no-break space', 'BT /F1\xa0x 9 Tf (a) Tj ET', /no Font/],
    ['a name that goes on behind a vertical tab', 'BT /F1\x0bx 9 Tf (a) Tj ET', /no Font/],
    ['inline colours that go on behind a no-break space', 'BI /W 1 /H 1 /BPC 8 /CS /G\xa0 ID x EI Q', /no ColorSpace/],
    ['a colour space that is not there', `/Nope cs 0 sc ${hidden}`, /no ColorSpace/],
    ['a pattern that is not there', `/Pattern cs /Q scn ${hidden}`, /no Pattern/],
    ['fewer numbers than a colour has', `/DeviceRGB cs 0 sc ${hidden}`, /colour has other numbers/],
    ['text that clips with an empty glyph', `q BT /F1 9 Tf 7 Tr ( ) Tj ET 0 Tr ${hidden} Q`, /value of Tr/],
    ['a mode of text that does not exist', `BT /F1 9 Tf 9 Tr (a) Tj ET ${hidden}`, /value of Tr/],
    ['a line of less than no width', `-1 w 0 0 m 9 9 l S ${hidden}`, /value of w/],
    ['caps that do not exist', `3 J 0 0 m 9 9 l S ${hidden}`, /value of J/],
    ['text of no width', `BT /F1 9 Tf 0 Tz (a) Tj ET ${hidden}`, /value of Tz/],
    ['dashes that are too short to be some', '[.001 .001] 0 d 0 0 m 9 9 l S', /dashes/],
    ['marks behind a state that was not saved', `Q ${hidden}`, /was not saved/],
    ['text behind a state that was not saved', `${hidden} Q Q q BT /F1 9 Tf (a) Tj ET Q`, /was not saved/],
    ['a line without length with square caps', `9 w 2 J 20 20 m 20.0 20 l S ${hidden}`, /without length/],
    ['a closed line without length with square caps', `9 w 2 J 20 20 m h S ${hidden}`, /without length/],
    ['a rectangle without size with square caps', `9 w 2 J 20 20 0 0 re S ${hidden}`, /without length/],
    [
      'an inline image with a colour behind its table',
      `q BI /W 1 /H 1 /BPC 8 /CS [/Indexed /DeviceGray 1 <00FF>] ID x EI Q ${hidden}`,
      /table does not have/,
    ],
    [
      'an inline image whose table is too short',
      `q BI /W 1 /H 1 /BPC 8 /CS [/I /RGB 3 (\\001\\)a)] ID \0 EI Q ${hidden}`,
      /too short/,
    ],
    [
      'an image within a comment within an image',
      `q BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q % \x80\x80\x80\n ${hidden} q BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q\n`,
      /end of an image/,
    ],
    ['an image with too few data', `BI /W 9 /H 9 /BPC 8 /CS /G ID x EI Q ${hidden}`, /another length/],
    [
      'an image that seems to end within',
      `BI /W 9 /H 9 /BPC 8 /CS /G ID x EI Q ${hidden.padEnd(73)} EI Q\n`,
      /hold an EI/,
    ],
  ]

  it.each(contents)('%s', async (_, content, fault) => {
    expect(await faultOf(markedPage({ content: Buffer.from(shown + content, 'latin1') }))).toMatch(fault)
  })

  const cover = 'q 1 g 100 30 60 60 re f Q'
  const drawn = (dictionary: string, data: Uint8Array | string = cover): MarkedPage => ({
    content: `${shown}${hidden} /X Do`,
    resources: '/XObject<</X 6 0 R>>',
    objects: [stream(`/Type/XObject${dictionary}`, Buffer.from(data)), deepest],
  })
  const deepest = stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<<>>', Buffer.from(cover))
  const form = (dictionary: string, data?: string) => drawn(`/Subtype/Form/Resources<<>>${dictionary}`, data)
  const box = '/BBox[0 0 256 120]'
  const image = (dictionary: string, data = [0]) => drawn(`/Subtype/Image${dictionary}`, Buffer.from(data))
  const gray = '/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray'
  const inColour = (space: string): MarkedPage => ({
    content: `/C cs 1 sc ${hidden}`,
    resources: `/ColorSpace<</C ${space}>>`,
  })
  const masked = (mask: string, group: string): MarkedPage => ({
    content: `/G gs ${hidden}`,
    resources: `/ExtGState<</G<</SMask<<${mask}/G 6 0 R>>>>>>`,
    objects: [stream(`/Subtype/Form${box}/Resources<<>>${group}`, Buffer.from('1 g 0 0 256 120 re f'))],
  })
  const transparency = '/Group<</S/Transparency/CS/DeviceGray>>'
  const tiled = (dictionary: string, use = '/P scn'): MarkedPage => ({
    content: `/Pattern cs ${use} ${hidden}`,
    resources: '/Pattern<</P 6 0 R>>',
    objects: [
      stream(`/PatternType 1/PaintType 1/TilingType 1/Resources<<>>${dictionary}`, Buffer.from('0 0 9 9 re f')),
    ],
  })
  const shaded = (shading: string): MarkedPage => ({
    content: '/S sh',
    resources: `/Shading<</S<</ColorSpace/DeviceGray/Function<</FunctionType 2/Domain[0 1]/N 1/C0[0]/C1[0]>>${shading}>>>>`,
  })
  const written = (width: number, procedure: string): MarkedPage => ({
    content: `${shown}${hidden} BT /T 1 Tf (a) Tj ET`,
    resources: '/Font<</T 6 0 R>>',
    objects: [
      `<</Type/Font/Subtype/Type3/FontBBox[0 0 256 120]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 97/Widths[${width}]/Encoding<</Differences[97/a]>>/CharProcs<</a 7 0 R>>/Resources<<>>>>`,
      stream('', Buffer.from(procedure)),
    ],
  })
  const depth = 30
  const deep = Array.from({ length: depth }, (_, level) =>
    stream(
      `/Subtype/Form${box}/Resources<</XObject<</X ${7 + level} 0 R>>>>`,
      Buffer.from(level + 1 < depth ? '/X Do' : cover),
    ),
  )
  const onPage = (page: string): MarkedPage => ({ content: shown, page })

  const documents: [name: string, page: MarkedPage, fault: RegExp][] = [
    ['a form without a box', form(''), /BBox/],
    ['a form with half a box', form('/BBox[0 0 256]'), /BBox/],
    ['a form with half a matrix', form(`${box}/Matrix[1 0 0 1 500]`), /Matrix/],
    ['an unknown filter', form(`${box}/Filter/Foo`), /filters/],
    ['a filter that leaves all as it is', form(`${box}/Filter/Crypt`), /filters/],
    ['the short name of a filter', form(`${box}/Filter/AHx`, `${Buffer.from(cover).toString('hex')}>`), /filters/],
    ['a filter for pictures', form(`${box}/Filter/DCTDecode`), /pictures/],
    ['an unknown predictor', form(`${box}/Filter/FlateDecode/DecodeParms<</Predictor 7>>`), /predictor/],
    ['digits that are none', form(`${box}/Filter/ASCIIHexDecode`, '20zz20>'), /letters/],
    ['digits around a vertical tab', form(`${box}/Filter/ASCIIHexDecode`, '20\x0b20>'), /letters/],
    ['data that lie elsewhere', form(`${box}/F(other.txt)`), /outside/],
    ['forms in forms in forms', { ...form(box), objects: deep }, /too deep/],
    [
      'a form that draws itself',
      {
        ...form(box),
        objects: [deep[0] ?? deepest, deep[0] ?? deepest].map(() =>
          stream(`/Subtype/Form${box}/Resources<</XObject<</X 6 0 R>>>>`, Buffer.from('/X Do')),
        ),
      },
      /draws itself/,
    ],
    ['a state that was not saved', form(box, `Q ${cover}`), /restored/],
    ['an image of three bits', image('/Width 1/Height 1/BitsPerComponent 3/ColorSpace/DeviceGray'), /bits/],
    ['an image of unknown bits', image('/Width 1/Height 1/ColorSpace/DeviceGray'), /bits/],
    ['an image without colours', image('/Width 1/Height 1/BitsPerComponent 8'), /colour space/],
    ['an image of no width', image('/Width -1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray'), /Width/],
    ['an image that is too short', image('/Width 9/Height 9/BitsPerComponent 8/ColorSpace/DeviceGray'), /short/],
    ['an odd Decode', image(`${gray}/Decode[1]`), /Decode/],
    ['a mask of eight bits', image('/Width 1/Height 1/BitsPerComponent 8/ImageMask true'), /bits/],
    ['a mask with shades', image('/Width 1/Height 1/ImageMask true/Decode[.9 .1]'), /Decode/],
    ['half a colour that is masked', image(`${gray}/Mask[0]`), /mask/],
    ['two masks', image(`${gray}/SMask 6 0 R/Mask[0 0]`), /two masks/],
    ['a mask that is none', image(`${gray}/Mask 6 0 R`), /mask is none/],
    ['an unknown filter of an image', image(`${gray}/Filter/Foo`), /filters/],
    [
      'a table that is too short',
      image('/Width 1/Height 1/BitsPerComponent 8/ColorSpace[/Indexed/DeviceRGB 3<FFFFFF>]'),
      /table/,
    ],
    ['a white that is none', inColour('[/CalGray<</WhitePoint[50 1 50]>>]'), /white/],
    ['colours that are all one', inColour('[/CalRGB<</WhitePoint[.95 1 1.09]/Matrix[0 0 0 0 0 0 0 0 0]>>]'), /matrix/],
    ['a colorant that is mixed of nothing', inColour('[/Separation/Foo/DeviceGray]'), /function/],
    [
      'a colorant that is mixed of too little',
      inColour('[/Separation/Foo/DeviceRGB<</FunctionType 2/Domain[0 1]/N 1/C0[1]/C1[1]>>]'),
      /values/,
    ],
    [
      'a colour behind the last of its table',
      { ...inColour('[/Indexed/DeviceGray 1<00FF>]'), content: `/C cs 300 scn ${hidden}` },
      /not in its table/,
    ],
    [
      'a colour between two of its table',
      { ...inColour('[/Indexed/DeviceGray 1<00FF>]'), content: `/C cs .6 sc ${hidden}` },
      /not in its table/,
    ],
    [
      'an image with a colour behind its table',
      image('/Width 1/Height 1/BitsPerComponent 8/ColorSpace[/Indexed/DeviceGray 1<00FF>]', [2]),
      /table does not have/,
    ],
    [
      'an image of small numbers with a colour behind its table',
      image('/Width 3/Height 2/BitsPerComponent 2/ColorSpace[/Indexed/DeviceGray 1<00FF>]', [0b00010000, 0b00001100]),
      /table does not have/,
    ],
    ...(
      [
        ['/ca -1', /odd ca/],
        ['/CA 2', /odd CA/],
        ['/ca null', /odd ca/],
        ['/ca(1)', /odd ca/],
        ['/BM/Foo', /odd BM/],
        ['/LW -3', /odd LW/],
        ['/LC 7', /odd LC/],
        ['/D[[-1] 0]', /odd D/],
        ['/SMask/Foo', /odd SMask/],
        ['/AIS 1', /odd AIS/],
      ] as const
    ).map(([entries, fault]): [string, MarkedPage, RegExp] => [
      `a graphics state with ${entries}`,
      { content: `/G gs ${hidden}`, resources: `/ExtGState<</G<<${entries}>>>>` },
      fault,
    ]),
    [
      'a line without length, with square caps of a graphics state',
      { content: `/G gs 9 w 5 5 m 5 5 l S ${hidden}`, resources: '/ExtGState<</G<</LC 2>>>>' },
      /without length/,
    ],
    [
      'a colorant given less than its function takes',
      inColour('[/Separation/Foo/DeviceGray<</FunctionType 2/Domain[.5 1]/N 1>>]'),
      /does not take/,
    ],
    [
      'a colorant mixed beyond the range of its function',
      inColour('[/Separation/Foo/DeviceGray<</FunctionType 2/Domain[0 1]/N 1/C0[0]/C1[1]/Range[.9 1]>>]'),
      /beyond its range/,
    ],
    [
      'a colorant with an exponent below nothing',
      inColour('[/Separation/Foo/DeviceGray<</FunctionType 2/Domain[0 1]/N -1>>]'),
      /exponent/,
    ],
    ['a mask of an unknown kind', masked('/S/Foo', transparency), /unknown kind/],
    ['a mask that is no group', masked('/S/Luminosity', ''), /group/],
    ['a pattern without a box', tiled('/XStep 9/YStep 9'), /BBox/],
    ['a pattern without area', tiled('/XStep 9/YStep 9/BBox[0 0 0 0]'), /tiles/],
    ['a pattern without steps', tiled('/XStep 0/YStep 9/BBox[0 0 9 9]'), /tiles/],
    ['a pattern with two colours', tiled('/XStep 9/YStep 9/BBox[0 0 9 9]', '0 /P scn'), /colours/],
    ['a shading that ends where it begins', shaded('/ShadingType 2/Coords[9 9 9 9]'), /begins/],
    ['a shading without a domain', shaded('/ShadingType 2/Coords[0 0 9 9]/Domain[0 0]'), /domain/],
    ['a shading with a background', shaded('/ShadingType 2/Coords[0 0 9 9]/Background[0]'), /background/],
    ['a glyph of another width', written(0, '500 0 d0 0 0 9 9 re f'), /width/],
    ['a glyph that draws beyond its box', written(9, '9 0 0 0 10 10 d1 0 0 80 80 re f'), /beyond its box/],
    [
      'a glyph that is moved beyond its box',
      written(9, '9 0 0 0 10 10 d1 q 1 0 0 1 0 50 cm 0 0 9 9 re f Q'),
      /beyond its box/,
    ],
    ['a glyph without colours that has one', written(9, '9 0 0 0 10 10 d1 1 g 0 0 9 9 re f'), /chooses one/],
    ['a glyph that draws before it tells its box', written(9, 'q 0 0 80 80 re f Q 9 0 0 0 10 10 d1'), /begins oddly/],
    ['a glyph that tells its width twice', written(9, '9 0 d0 9 0 0 0 10 10 d1 0 0 9 9 re f'), /begins oddly/],
    ['a glyph that goes back', written(-9, '-9 0 d0 0 0 9 9 re f'), /no width/],
    ['a pattern that steps back', tiled('/XStep -9/YStep 9/BBox[0 0 9 9]'), /tiles/],
    ['a pattern from right to left', tiled('/XStep 9/YStep 9/BBox[9 0 0 9]'), /tiles/],
    ['a shading of a circle within nothing', shaded('/ShadingType 3/Coords[9 9 -1 9 9 5]'), /radius/],
    ['a page that is turned by half', onPage('/Rotate 45'), /oblique/],
    ['a page of no unit', onPage('/UserUnit 0'), /unit/],
    ['a page that shows nothing of itself', onPage('/CropBox[500 500 600 600]'), /shows nothing/],
    ['a page without area', onPage('/CropBox[0 0 0 0]'), /empty/],
    ['a page with half a box', onPage('/CropBox[0 0 9]'), /four numbers/],
  ]

  it.each(documents)('%s', async (_, page, fault) => {
    expect(await faultOf(markedPage(page))).toMatch(fault)
  })

  const calculated = (calculation: string) => {
    const page = inColour('[/Separation/Foo/DeviceGray 6 0 R]')
    return markedPage({
      ...page,
      objects: [stream('/FunctionType 4/Domain[0 1]/Range[0 1]', Buffer.from(calculation))],
    })
  }

  it.each([
    '{ foo 0 }',
    '{ 0 1 index pop }',
    '{ 0 0 0 }',
    '{ pop }',
    '{ pop 1 0 div }',
    '{ dup div }',
    '{ pop 1 40 bitshift }',
    '{ pop true 1 and }',
    '{ pop 5 not }',
    '{ pop -0.5 round }',
    '{ pop 2147483647 1 add }',
    '{ pop 50000 dup mul }',
    '{ 0 gt }',
    '{ 0 gt { 1 } if }',
    '{ 0 gt { 1 } { 1 1 } ifelse }',
    '{ dup 0 gt { 1 } }',
    '{ dup roll }',
    '{ 0 } }',
    '{ 0 ',
  ])('a colour calculated by %s', async (calculation) => {
    expect(await faultOf(calculated(calculation))).toMatch(/function (calculates|may divide)/)
  })

  it('is refused as ambiguous', async () => {
    const odd = markedPage({ content: `${shown} q 1 0 0 1 0 +-300 cm ${hidden} Q` })
    expect(await inspectPdf(odd)).toEqual({ valid: false, reason: 'ambiguous' })
  })

  it('is refused in a file that is written anew', async () => {
    const odd = markedPage({ content: `${shown} q 1 0 0 1 0 +-300 cm ${hidden} Q`, catalog: '/OpenAction 9 0 R' })
    const junk = Buffer.concat([Buffer.from('% something before\n'), odd])
    expect(await inspectPdf(junk)).toEqual({ valid: false, reason: 'ambiguous' })
  })
})

describe('content as producers write it', () => {
  const files = ['producers', 'cases'].flatMap((folder) => {
    const names = readdirSync(new URL(`../../../../support/documents/${folder}`, import.meta.url))
    return names.filter((name) => name.endsWith('.pdf')).map((name) => `${folder}/${name}`)
  })

  it.each(files)('%s has no fault', async (name) => {
    expect(await faultOf(readFileSync(new URL(`../../../../support/documents/${name}`, import.meta.url)))).toBeNull()
  })

  const contents: [name: string, content: string][] = [
    ['numbers that end in a point', '5. .5 -.5 +5 re f'],
    ['no white space where none is needed', 'BT/F1 9 Tf[(a)-5(b)<41>]TJ(c)Tj ET'],
    ['comments', '% 1 2 3 foo (\n0 0 9 9 re f'],
    ['strings in strings', 'BT /F1 9 Tf (a (b) \\( \\) \\\\) Tj ET'],
    ['a state too many at the end', `${hidden} Q Q EMC`],
    ['lines without length that show nothing', `0 J 9 9 m 9 9 l S 1 J 9 9 m 9 9 l S`],
    ['closed shapes with square caps', '2 J 0 0 9 9 re s 5 5 m 9 9 l h S 1 1 2 2 re h B'],
    ['hidden text', 'BT /F1 9 Tf 3 Tr (a) Tj 0 Tr ET'],
    ['an inline image with a table', 'q BI /W 4 /H 1 /BPC 2 /CS [/Indexed /DeviceGray 3 <00FF0102>] ID \x1b EI Q\n'],
    ['saved states', `${'q '.repeat(60)} ${hidden}`],
    ['marked content', '/Span <</Lang (en) /MCID 0 /K [1 <</A null>>]>> BDC EMC /P BMC EMC'],
    ['an inline image', 'q BI /W 2 /H 2 /BPC 8 /CS /RGB ID EI......EI..\nEI Q\n'],
    ['an inline mask', 'BI /W 8 /H 1 /IM true /D [1 0] ID \xff\nEI\n'],
    ['dashes', '[] 0 d [3 1] 1 d [3] 0 d [0 4] 0 d 0 0 m 9 9 l S'],
    ['an open end', '(abc'],
  ]

  it.each(contents)('%s', async (_, content) => {
    expect(await faultOf(markedPage({ content: Buffer.from(shown + content, 'latin1') }))).toBeNull()
  })

  it.each([
    '{ 1 exch sub }',
    '{ dup 0.5 gt { pop 1 } { 2 mul } ifelse }',
    '{ dup dup 3 1 roll pop exch pop 0.2 mul 3 div neg abs }',
    '{ 0 1 index 2 copy lt { pop } { exch pop } ifelse exch pop 2 exp sin cvr } % end',
    '{ dup 0 eq 1 index 1 eq or not { pop 0 } if }',
  ])('a colour calculated by %s', async (calculation) => {
    const page = { content: `/C cs 1 sc ${hidden}`, resources: '/ColorSpace<</C[/Separation/Foo/DeviceGray 6 0 R]>>' }
    const objects = [stream('/FunctionType 4/Domain[0 1]/Range[0 1]', Buffer.from(calculation))]
    expect(await faultOf(markedPage({ ...page, objects }))).toBeNull()
  })

  it('a form that leaves its end open, and restores no more than was saved just for it', async () => {
    const form = stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<<>>', Buffer.from('0 0 9 9 re f Q Q (abc'))
    const page = { resources: '/XObject<</X 6 0 R>>', objects: [form], page: '/UserUnit 2' }
    expect(await faultOf(markedPage({ ...page, content: 'q q q /X Do Q Q Q' }))).toBeNull()
    expect(await faultOf(markedPage({ ...page, content: 'q q 1 g q /X Do Q Q Q' }))).toMatch(/restored/)
  })

  const number = fc.oneof(
    fc.integer({ min: -10_000, max: 10_000 }).map(String),
    fc.double({ min: -1_000, max: 1_000, noNaN: true }).map((value) => value.toFixed(4)),
  )
  const numbers = (count: number) =>
    fc.array(number, { minLength: count, maxLength: count }).map((all) => all.join(' '))
  const bytes = fc.uint8Array({ maxLength: 40 }).map((data) => Buffer.from(data))
  const string = fc.oneof(
    bytes.map((data) => `<${data.toString('hex')}>`),
    bytes.map((data) => `(${data.toString('latin1').replace(/[\\()\r]/g, '\\$&')})`),
  )
  const operation = fc.oneof(
    numbers(4).map((given) => `${given} re f`),
    numbers(6).map((given) => `0 0 m ${given} c S`),
    numbers(6).map((given) => `q ${given} cm Q`),
    numbers(3).map((given) => `${given} rg`),
    numbers(4).map((given) => `/DeviceCMYK CS ${given} SCN`),
    string.map((given) => `BT /F1 12 Tf ${given} Tj ET`),
    fc.array(fc.oneof(string, number)).map((given) => `BT /F1 12 Tf [${given.join(' ')}] TJ ET`),
    string.map((given) => `/Span <</ActualText ${given}>> BDC EMC`),
  )

  it('any operators with their operands', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation), fc.constantFrom(' ', '\n', '\r\n'), async (operations, space) => {
        const data = deflateSync(Buffer.from(operations.join(space), 'latin1'))
        const pdf = pdfOf([
          '<</Type/Catalog/Pages 2 0 R>>',
          '<</Type/Pages/Kids[3 0 R]/Count 1>>',
          '<</Type/Page/Parent 2 0 R/MediaBox[0 0 256 120]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
          stream('/Filter/FlateDecode', data),
          '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
        ])
        expect(await faultOf(pdf)).toBeNull()
      }),
      { numRuns: 60 },
    )
  })
})
