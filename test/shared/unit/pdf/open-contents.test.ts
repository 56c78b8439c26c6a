import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { PDF, PdfDict, PdfRef, PdfStream } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inspectPdf } from '../../../../shared/pdf/inspect-pdf.ts'
import { stampedDifference } from '../../../../shared/pdf/page-drawings/document-difference.ts'
import { stampSample } from '../../../../shared/pdf/page-drawings/stamp-sample.ts'
import type { StampField } from '../../../../shared/pdf/stamp.ts'
import { testWatermark } from '../../../../shared/pdf/watermark.ts'
import { pdfOf, stream } from '../../../support/documents/pdf-of.ts'
import { type Picture, readers } from '../../../support/documents/pictures.ts'
import { stampedSigner } from '../../../support/documents/signers.ts'
import { stampedPdf } from '../../../support/documents/stamped-pdf.ts'

const field: StampField = { type: 'checkbox', value: true, page: 1, x: 300, y: 200, width: 60, height: 40 }
const signers = [stampedSigner('Zoë', [field])]
const title = 'Open contents'

const scaled = '.1 0 0 .1 30 30 cm'
/** How the content of a page may end without an end. */
const endings: [name: string, ending: string][] = [
  ['nothing open', ''],
  ['a string', '(abc'],
  ['strings in a string', '(abc ((('],
  ['a string that ends in a backslash', '(abc \\'],
  ['a hexadecimal string', '<4142'],
  ['arrays and a dictionary', '[ 1 2 << /a ['],
  ['a property list', '/Span <</Lang (en'],
  ['a comment', '% abc'],
  ['a name', '/abc'],
  ['the head of an inline image', 'BI /W 8'],
  ['the data of an inline image', 'BI /W 8 /H 8 /BPC 8 /CS /G ID abc'],
  ['a text', 'BT /F0 12 Tf 10 10 Td'],
  ['a text that clips', 'BT 7 Tr /F0 40 Tf 10 250 Td (x) Tj'],
  ['a saved text that clips', 'q BT 7 Tr /F0 40 Tf 10 250 Td (x) Tj'],
  ['marked content', '/Span BMC /P <</MCID 0>> BDC'],
  ['compatibility', 'BX'],
  ['a path', '0 0 m 300 300 l'],
  ['a clipping path that nothing uses', '0 0 10 10 re W'],
  ['a clipping path', '0 0 10 10 re W n'],
  ['a transformation', scaled],
  ['saved states', `q ${scaled} `.repeat(40)],
  ['a restored state too many', `Q ${scaled}`],
  ['many restored states too many', `${'Q '.repeat(60)}${scaled}`],
  ['a form that restores too many states', `/X0 Do ${scaled}`],
  ['transparency', '/G0 gs'],
  ['a soft mask', '/G1 gs'],
  ['invisible text', '3 Tr'],
  ['more operands than readers take', '1 '.repeat(80)],
  ['operators without operands', 'l '.repeat(40)],
  ['the metrics of a glyph', '10 0 0 0 1 1 d1'],
  ['what closes nothing', ')>]}{ ET EMC EI'],
]

const shown = 'BT /F0 18 Tf 60 200 Td (VARIANT A) Tj ET 0.9 0.2 0.2 rg 50 50 60 40 re f\n'
const form = '/Type/XObject/Subtype/Form/BBox[0 0 400 300]/Resources<<>>'

function documentOf(contents: readonly Buffer[]): Buffer {
  const refs = contents.map((_, index) => `${index + 7} 0 R`)
  const states = '<</G0<</ca .1/BM/Multiply>>/G1<</SMask<</S/Luminosity/G 6 0 R>>>>>>'
  const resources = `<</Font<</F0 4 0 R>>/ExtGState${states}/XObject<</X0 5 0 R>>>>`
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[3 0 R]/Count 1/Resources${resources}>>`,
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents ${refs.length === 1 ? refs[0] : `[${refs.join(' ')}]`}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    stream(form, Buffer.from('Q Q Q Q Q 2 0 0 2 0 0 cm')),
    stream(`${form}/Group<</S/Transparency/CS/DeviceGray>>`, Buffer.from('0 0 1 rg 200 200 50 50 re f Q Q')),
    ...contents,
  ])
}

const plain = (content: Buffer) => stream('', content)
const packed = (content: Buffer) => stream('/Filter/FlateDecode', deflateSync(content))
const packedTwice = (content: Buffer) =>
  stream('/Filter[/ASCIIHexDecode/FlateDecode]', Buffer.from(`${deflateSync(content).toString('hex')}>`))
const cutOff = (content: Buffer) => stream('/Filter/FlateDecode', deflateSync(content).subarray(0, -6))

/** The same content in one stream and in several, packed in all ways that differ for us. */
function documentsOf(content: Buffer): Buffer[] {
  const cuts = [0, shown.length - 1, content.length]
  const parts = cuts.slice(1).map((end, index) => content.subarray(cuts[index], end))
  return [
    documentOf([plain(content)]),
    documentOf([packedTwice(content)]),
    documentOf([packedTwice(parts[0] ?? content), cutOff(parts[1] ?? content)]),
  ]
}

/** How many pixels two pictures show differently, inside the field and outside. */
function changes(before: Picture, after: Picture) {
  let [inside, outside] = [0, 0]
  for (const [pixel, shade] of before.grey.entries()) {
    if (Math.abs(shade - (after.grey[pixel] ?? 0)) <= 12) continue
    const [x, y] = [pixel % before.width, Math.floor(pixel / before.width)]
    const isInside = isBetween(field.x, x, field.x + field.width) && isBetween(field.y, y, field.y + field.height)
    if (isInside) inside += 1
    else outside += 1
  }
  return { inside, outside }
}

const isBetween = (start: number, value: number, end: number) => value >= start - 1 && value <= end + 1

/** In every reader that shows the page the stamp is seen, and the page besides is as it was. */
async function expectStampAlone(original: Buffer) {
  const { bytes } = await stampedPdf(original, signers, { title, watermark: null })
  for (const { name, isPresent, picture } of readers) {
    const before = isPresent ? await picture(original, 'screen').catch(() => null) : null
    if (!before) continue
    const { inside, outside } = changes(before, await picture(bytes, 'screen'))
    expect({ name, isSeen: inside > 100, isAlone: outside <= 1 }).toEqual({ name, isSeen: true, isAlone: true })
  }
}

/** Whether the document is not refused: pdf.js lets a Q too many undo what was drawn with before, where it is in a form. */
async function isDrawnAlike(original: Buffer): Promise<boolean> {
  const inspection = await inspectPdf(original)
  if (!inspection.valid) return false
  const options = { title, watermark: null }
  const { bytes: stamped } = await stampedPdf(original, signers, options)
  const sample = await stampSample(inspection.pages, signers, options)
  const limits = { maxPages: 10, maxOperators: 10_000 }
  return (await stampedDifference({ shown: original, stamped, sample }, { limits })) === null
}

describe('stamps are seen on a page whose content leaves open', () => {
  it.each(endings)('%s', async (_, ending) => {
    for (const original of documentsOf(Buffer.from(shown + ending))) await expectStampAlone(original)
  })

  it('half a word, which goes on in the next stream', async () => {
    const words = ['BT', '18', '(VARIANT', '0.9', 're'].map((word) => shown.indexOf(word) + 1)
    for (const cut of words) {
      const parts = [shown.slice(0, cut), shown.slice(cut)].map((part) => packed(Buffer.from(part)))
      await expectStampAlone(documentOf(parts))
    }
  })

  it('any bytes, unless it is refused for what they draw', async () => {
    const operators = ['BI', 'ID', 'q', 'Q', 'BT', 'W', '1', '\n', ...scaled.split(' ')]
    const words = fc.constantFrom('(', '<', '[', '<<', '/a', ...operators)
    const garbage = fc.array(fc.oneof(words, fc.string({ maxLength: 4 })), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(garbage, async (parts) => {
        const original = documentOf([packed(Buffer.from(shown + parts.join(' '), 'latin1'))])
        if (await isDrawnAlike(original)) await expectStampAlone(original)
      }),
      { numRuns: 15 },
    )
  })

  it.each(['unterminated-array.pdf', 'unterminated-string.pdf'])('in %s, and so is the watermark', async (name) => {
    const original = readFileSync(new URL(`../../../support/documents/cases/${name}`, import.meta.url))
    await expectStampAlone(original)
    const { bytes } = await stampedPdf(original, [], { title, watermark: testWatermark })
    for (const { isPresent, picture } of readers) {
      if (!isPresent) continue
      const { inside, outside } = changes(await picture(original, 'screen'), await picture(bytes, 'screen'))
      expect(inside + outside).toBeGreaterThan(3_000)
    }
  })
})

describe('the content of a stamped page', () => {
  it('is what it was, with its filters', async () => {
    const content = packedTwice(Buffer.from(shown))
    const { bytes } = await stampedPdf(documentOf([content]), signers, { title, watermark: null })
    const { stream } = await contentForm(bytes)
    expect(stream.getArray('Filter')?.length).toBe(2)
    expect(Buffer.from(stream.getDecodedData()).toString()).toBe(shown)
    expect(stream.getDict('Resources')?.getDict('Font')?.has('F0')).toBe(true)
  })

  it('is put together from its parts, with white space between them', async () => {
    const parts = ['0 0 10 10', 're f'].map((part) => packed(Buffer.from(part)))
    const { bytes } = await stampedPdf(documentOf(parts), signers, { title, watermark: null })
    const { stream } = await contentForm(bytes)
    expect(Buffer.from(stream.getDecodedData()).toString()).toBe('0 0 10 10\nre f\n')
  })

  it('is not copied without end for pages that share it', async () => {
    const kids = Array.from({ length: 40 }, (_, index) => `${index + 5} 0 R`)
    const long = deflateSync(Buffer.alloc(4 * 1024 * 1024, ' '))
    const original = pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${kids.length}>>`,
      stream('/Filter/FlateDecode', long),
      stream('', Buffer.from(shown)),
      ...kids.map(() => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents[3 0 R 4 0 R]>>'),
    ])
    await expect(stampedPdf(original, [], { title, watermark: testWatermark })).rejects.toThrow(/unpacks? to too much/)
  })

  it('keeps its tags, and the stamps are artifacts beside it', async () => {
    const original = pdfOf([
      '<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R>>',
      '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 5 0 R/StructParents 7>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 5 0 R/StructParents 8>>',
      stream('', Buffer.from('/P <</MCID 0>> BDC EMC /P <</MCID 1>> BDC EMC')),
      '<</Type/StructTreeRoot/K 9 0 R/ParentTree<</Kids[7 0 R 8 0 R]>>>>',
      '<</Limits[0 7]/Nums[7[9 0 R 10 0 R]]>>',
      '<</Limits[8 9]/Nums[8[9 0 R 10 0 R]]>>',
      '<</Type/StructElem/S/P/P 6 0 R/Pg 3 0 R/K[0<</Type/MCR/Pg 4 0 R/MCID 0>>]>>',
      '<</Type/StructElem/S/P/P 6 0 R/Pg 4 0 R/K[<</Type/MCR/Pg 3 0 R/MCID 1>> 1]>>',
    ])
    const { bytes } = await stampedPdf(original, signers, { title, watermark: null })
    const { pdf, page, ref, stream: content } = await contentForm(bytes)
    expect(page.has('StructParents')).toBe(false)
    expect(content.getNumber('StructParents')?.value).toBe(7)
    const kidsOf = (number: number) => {
      const element = pdf.getObject(PdfRef.of(number, 0))
      const kids = element instanceof PdfDict ? (element.getArray('K')?.toArray() ?? []) : []
      return kids.map((kid) =>
        kid instanceof PdfDict
          ? {
              page: kid.getRef('Pg')?.objectNumber,
              form: kid.getRef('Stm')?.objectNumber,
              mark: kid.getNumber('MCID')?.value,
            }
          : kid.type,
      )
    }
    expect(kidsOf(9)).toEqual([
      { page: 3, form: ref.objectNumber, mark: 0 },
      { page: 4, form: undefined, mark: 0 },
    ])
    expect(kidsOf(10)).toEqual([{ page: 3, form: ref.objectNumber, mark: 1 }, 'number'])
    const operators = page.get('Contents', (each) => pdf.getObject(each))
    if (!(operators instanceof PdfStream)) throw new Error('The page has no content')
    expect(Buffer.from(operators.getDecodedData()).toString()).toMatch(/\/Artifact BMC q .* Do Q EMC\n$/)
  })
})

/** What the first page shows of the document itself. */
async function contentForm(bytes: Uint8Array) {
  const pdf = await PDF.load(bytes)
  const page = pdf.getPage(0)?.dict
  const resources = page?.getDict('Resources', (each) => pdf.getObject(each))
  const ref = resources?.getDict('XObject', (each) => pdf.getObject(each))?.getRef('Content0')
  const stream = ref && pdf.getObject(ref)
  if (!page || !ref || !(stream instanceof PdfStream)) throw new Error('The page has no content')
  return { pdf, page, ref, stream }
}
