import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { copyUrl } from '../../../../../shared/pdf/bundled-files.ts'
import { documentDifference } from '../../../../../shared/pdf/page-drawings/document-difference.ts'
import { TooComplex } from '../../../../../shared/pdf/page-drawings/page-drawing.ts'
import { type NamedObjects, pdfOfNamed } from '../../../../support/documents/numbered-objects.ts'
import { documentBy, producers } from '../../../../support/documents/producers.ts'

const limits = { maxPages: 10, maxOperators: 10_000 }
const [regular, semiBold] = (['NotoSans_400Regular.ttf', 'NotoSans_600SemiBold.ttf'] as const).map((name) =>
  readFileSync(copyUrl(name)),
)
const form = '/Type/XObject/Subtype/Form/BBox[0 0 50 50]'
const picture = '/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceRGB'
const fontProgram = Buffer.from(regular ?? '')

/** A page that uses every way to draw something. */
const everyKind: NamedObjects = {
  catalog: '<</Type/Catalog/Pages @pages/OCProperties<</OCGs[@layer]/D<</ON[@layer]>>>>>>',
  pages: '<</Type/Pages/Kids[@page]/Count 1>>',
  page: '<</Type/Page/Parent @pages/MediaBox[0 0 200 200]/Resources @resources/Contents @content/Annots[@note @printed]>>',
  resources:
    '<</Font<</F1 @font/F2 @glyphs/F3 @chinese>>/XObject<</Im1 @image/Im2 @mask/Fm1 @outer/Fm2 @group>>/Pattern<</P1 @tiling/P2 @gradient>>/Shading<</Sh1 @shading>>/ExtGState<</G1 @softMask/G2 @transfer>>/ColorSpace<</Cs1[/Separation/Spot/DeviceRGB @tint]>>/Properties<</L1 @layer>>>>',
  content: [
    '',
    [
      'q 1 0 0 1 5 5 cm BT /F1 12 Tf 10 20 Td (AB) Tj /F2 10 Tf (a) Tj /F3 9 Tf <4E00> Tj ET Q',
      'q 20 0 0 20 50 50 cm /Im1 Do Q q 0 1 0 rg 20 0 0 20 80 50 cm /Im2 Do Q',
      'q /Fm1 Do Q q /Fm2 Do Q',
      '/Pattern cs /P1 scn 0 0 30 30 re f /P2 scn 30 0 30 30 re f q 0 0 9 9 re W n /Sh1 sh Q',
      'q /G1 gs 10 10 20 20 re f Q q /G2 gs 10 10 20 20 re f Q /Cs1 cs 0.5 scn 5 5 5 5 re f',
      '/OC /L1 BDC 1 1 3 3 re f EMC BI /W 2 /H 1 /BPC 8 /CS /G ID ab EI 7 7 m 9 9 l S',
    ].join('\n'),
  ],
  font: '<</Type/Font/Subtype/TrueType/BaseFont/Sample/FirstChar 65/LastChar 66/Widths[600 650]/Encoding @encoding/FontDescriptor @descriptor>>',
  encoding: '<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[66/B]>>',
  descriptor:
    '<</Type/FontDescriptor/FontName/Sample/Flags 32/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 900/Descent -200/StemV 80/FontFile2 @program>>',
  program: ['', fontProgram],
  glyphs:
    '<</Type/Font/Subtype/Type3/FontBBox[0 0 750 750]/FontMatrix[0.001 0 0 0.001 0 0]/CharProcs<</square @square>>/Encoding<</Type/Encoding/Differences[97/square]>>/FirstChar 97/LastChar 97/Widths[1000]/Resources<</XObject<</Im @image>>>>>>',
  square: ['', '1000 0 d0 0 0 750 750 re f q 9 0 0 9 0 0 cm /Im Do Q'],
  chinese:
    '<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>/DW 1000>>]>>',
  image: [`${picture}/SMask @softness`, 'rgbRGBrgbRGB'],
  softness: ['/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray', 'abcd'],
  mask: ['/Type/XObject/Subtype/Image/Width 8/Height 2/BitsPerComponent 1/ImageMask true', 'ab'],
  outer: [`${form}/Resources<</XObject<</Inner @inner>>>>`, '0 0 1 rg 1 0 0 1 3 3 cm /Inner Do'],
  inner: [form, '0 0 4 4 re f'],
  group: [`${form}/Group<</S/Transparency/I true>>`, '1 0 0 rg 5 5 9 9 re f'],
  tiling: [
    '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 5 5]/XStep 5/YStep 5/Resources<</XObject<</Im @image>>>>',
    '0 1 1 rg 0 0 2 2 re f q /Im Do Q',
  ],
  gradient: '<</PatternType 2/Shading @shading/Matrix[1 0 0 1 4 4]>>',
  shading: '<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 30 30]/Function @blend>>',
  blend: '<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>',
  tint: '<</FunctionType 2/Domain[0 1]/C0[1 1 1]/C1[0.5 0 0.5]/N 1>>',
  softMask: '<</Type/ExtGState/SMask<</Type/Mask/S/Luminosity/G @group>>>>',
  transfer: '<</Type/ExtGState/TR<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>/ca 0.5>>',
  layer: '<</Type/OCG/Name(Layer)>>',
  note: '<</Type/Annot/Subtype/Stamp/F 4/Rect[100 100 150 150]/AP<</N @appearance>>>>',
  appearance: [form, '0 0 1 rg 0 0 50 50 re f'],
  printed: '<</Type/Annot/Subtype/Stamp/F 36/Rect[20 100 70 150]/AP<</N @printedAppearance>>>>',
  printedAppearance: [form, '1 0 1 rg 0 0 40 40 re f'],
}

/** The same page with one part of one object written differently. */
function changed(name: string, from: string, to: string): Buffer {
  const object = everyKind[name] ?? ''
  const replaced = (text: string) => {
    if (!text.includes(from)) throw new Error(`${name} has no ${from}`)
    return text.replace(from, to)
  }
  if (typeof object === 'string') return pdfOfNamed({ ...everyKind, [name]: replaced(object) })
  const [dictionary, data] = object
  if (dictionary.includes(from)) return pdfOfNamed({ ...everyKind, [name]: [replaced(dictionary), data] })
  return pdfOfNamed({ ...everyKind, [name]: [dictionary, replaced(`${data}`)] })
}

const original = pdfOfNamed(everyKind)

describe('documents that draw the same', () => {
  it('may have other object numbers', async () => {
    expect(await documentDifference(original, pdfOfNamed(everyKind, { reversed: true }), limits)).toBeNull()
  })

  it('may have other names of resources', async () => {
    const renamed = Object.fromEntries(
      Object.entries(everyKind).map(([name, object]) => {
        const rename = (text: string) => text.replace(/\/(F|Im|Fm|P|Sh|G|Cs|L)([123])\b/g, '/New$1$2')
        if (typeof object === 'string') return [name, rename(object)]
        return [name, [rename(object[0]), name === 'content' ? rename(`${object[1]}`) : object[1]]]
      }),
    )
    expect(await documentDifference(original, pdfOfNamed(renamed), limits)).toBeNull()
  })

  it.each(producers)('are the same document by %s, read twice', async (producer) => {
    const bytes = documentBy(producer)
    expect(await documentDifference(bytes, bytes, limits)).toBeNull()
  })
})

describe('a difference is', () => {
  it.each([
    ['an argument', 'content', '7 7 m', '7 8 m'],
    ['an operator', 'content', '9 9 l S', '9 9 l s'],
    ['an operator less', 'content', 'q /Fm1 Do Q', 'q Q'],
    ['an operator more', 'content', '9 9 l S', '9 9 l S 0 g'],
    ['a letter', 'content', '(AB)', '(AA)'],
    ['a letter of a font that is not embedded', 'content', '<4E00>', '<4E8C>'],
    ['a pixel of an inline image', 'content', 'ID ab', 'ID ac'],
    ['a pixel of an image', 'image', 'rgbRGBrgbRGB', 'rgbRGBrgbRGb'],
    ['a pixel of a soft mask of an image', 'softness', 'abcd', 'abce'],
    ['a pixel of a mask', 'mask', 'ab', 'ac'],
    ['a width of a font', 'font', '600 650', '600 651'],
    ['the encoding of a font', 'encoding', '66/B', '66/A'],
    ['the metrics of a font', 'descriptor', '/ItalicAngle 0/Ascent 900', '/ItalicAngle 9/Ascent 800'],
    ['a glyph of a font of drawings', 'square', '0 0 750 750', '0 0 750 751'],
    ['a form within a form', 'inner', '0 0 4 4', '0 0 4 5'],
    ['the matrix of a form', 'outer', '/BBox[0 0 50 50]', '/BBox[0 0 50 51]'],
    ['a transparency group', 'group', '5 5 9 9', '5 5 9 8'],
    ['a tile', 'tiling', '0 0 2 2', '0 0 2 3'],
    ['the step of tiles', 'tiling', '/XStep 5', '/XStep 6'],
    ['a gradient', 'blend', '/C1[0 0 1]', '/C1[0 1 1]'],
    ['the place of a gradient', 'gradient', '1 0 0 1 4 4', '1 0 0 1 4 5'],
    ['a spot colour', 'tint', '/C1[0.5 0 0.5]', '/C1[0.5 1 0.5]'],
    ['the kind of a soft mask', 'softMask', '/S/Luminosity', '/S/Alpha'],
    ['a transfer function', 'transfer', '/C0[1]/C1[0]', '/C0[0]/C1[0]'],
    ['an opacity', 'transfer', '/ca 0.5', '/ca 0.6'],
    ['a hidden layer', 'catalog', '/D<</ON[@layer]>>', '/D<</OFF[@layer]>>'],
    ['the appearance of an annotation', 'appearance', '0 0 50 50 re', '0 0 50 49 re'],
    ['the place of an annotation', 'note', '[100 100 150 150]', '[100 100 150 151]'],
    ['an annotation that is hidden', 'note', '/F 4', '/F 6'],
    ['an annotation less', 'page', '[@note @printed]', '[@printed]'],
    ['what is only printed', 'printedAppearance', '0 0 40 40', '0 0 40 41'],
    ['the box of a page', 'page', '[0 0 200 200]', '[0 0 200 201]'],
    ['the rotation of a page', 'page', '/Resources', '/Rotate 90/Resources'],
    ['the unit of a page', 'page', '/Resources', '/UserUnit 2/Resources'],
    ['a page more', 'pages', '[@page]/Count 1', '[@page @page]/Count 2'],
  ])('%s', async (_, ...change) => {
    const other = changed(...change)
    expect(await documentDifference(original, other, limits)).not.toBeNull()
    expect(await documentDifference(other, other, limits)).toBeNull()
  })

  it('the program of a font', async () => {
    const other = pdfOfNamed({ ...everyKind, program: ['', Buffer.from(semiBold ?? '')] })
    expect(await documentDifference(original, other, limits)).toMatchObject({ page: 1, part: 'content' })
  })

  it('a photograph', async () => {
    const jpeg =
      '/Type/XObject/Subtype/Image/Width 32/Height 24/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode'
    const file = readFileSync('test/support/documents/images/baseline.jpg')
    const darker = Buffer.from(file)
    // The first factor after the header of a quantization table: the brightness of each block.
    darker[darker.indexOf(Buffer.from([0xff, 0xdb])) + 5] = 200
    const [one, other] = [file, darker].map((bytes) => pdfOfNamed({ ...everyKind, image: [jpeg, bytes] }))
    if (!one || !other) throw new Error('There are two photographs')
    expect(await documentDifference(one, one, limits)).toBeNull()
    expect(await documentDifference(one, other, limits)).toMatchObject({ page: 1, part: 'content' })
  })

  it('told by its place and its operator, without what the document says', async () => {
    const difference = await documentDifference(original, changed('content', '(AB)', '(AA)'), limits)
    expect(difference).toEqual({ page: 1, part: 'content', index: 5, expected: 'showText', found: 'showText' })
  })
})

describe('limits', () => {
  it('hold for pages', async () => {
    const twoPages = documentBy('latex')
    await expect(documentDifference(twoPages, twoPages, { ...limits, maxPages: 1 })).rejects.toThrow(TooComplex)
  })

  it('hold for operators', async () => {
    await expect(documentDifference(original, original, { ...limits, maxOperators: 20 })).rejects.toThrow(TooComplex)
  })
})
