import { deflateSync } from 'node:zlib'
import { PDF, PdfArray, PdfNumber } from '@libpdf/core'
import { describe, expect, it } from 'vitest'
import { contractPdf } from '../../../../infra/local/demo/contract.ts'
import { inspectPdf } from '../../../../shared/pdf/inspect-pdf.ts'
import type { Box } from '../../../../shared/pdf/page-geometry.ts'
import type { StampField } from '../../../../shared/pdf/stamp.ts'
import { testWatermark } from '../../../../shared/pdf/watermark.ts'
import { pdfOf, stream } from '../../../support/documents/pdf-of.ts'
import { isInstalled, poppler } from '../../../support/documents/poppler.ts'
import { stampedSigner } from '../../../support/documents/signers.ts'
import { stampedPdf } from '../../../support/documents/stamped-pdf.ts'

const options = { title: 'Service agreement', watermark: null }
const place: Box = { x: 60, y: 90, width: 170, height: 70 }
const canReadText = isInstalled('pdftotext')
if (!canReadText) console.warn('pdftotext is not installed: where stamps appear is not tested')

function startsWith(bytes: Uint8Array, prefix: Uint8Array): boolean {
  return Buffer.compare(bytes.subarray(0, prefix.length), prefix) === 0
}

async function turned(rotate: number, crop: number[] | null): Promise<Uint8Array> {
  const pdf = await PDF.load(await contractPdf({ pages: 1 }))
  const page = pdf.getPage(0)
  page?.dict.set('Rotate', PdfNumber.of(rotate))
  if (crop) page?.dict.set('CropBox', new PdfArray(crop.map((value) => PdfNumber.of(value))))
  return pdf.save()
}

/** Where a word is on the page as displayed, from its top-left corner. */
function boxOfWord(pdf: Uint8Array, word: string, page: number): Box {
  const xml = poppler('pdftotext', pdf, (path) => ['-bbox', '-cropbox', '-f', `${page}`, '-l', `${page}`, path, '-'])
  const line = xml.split('\n').find((each) => each.includes(`>${word}<`)) ?? ''
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [...line.matchAll(/M(?:in|ax)="([-\d.]+)"/g)].map((match) =>
    Number(match[1]),
  )
  return { x: x1, y: y1, width: x2 - x1, height: y2 - y1 }
}

function isWithin(inner: Box, outer: Box): boolean {
  return (
    inner.width > 0 &&
    inner.x >= outer.x - 1 &&
    inner.y >= outer.y - 1 &&
    inner.x + inner.width <= outer.x + outer.width + 1 &&
    inner.y + inner.height <= outer.y + outer.height + 1
  )
}

describe('stampDocument', () => {
  it('appends to the original, byte for byte', async () => {
    const original = await contractPdf()
    const signer = stampedSigner('Zoë Łukasiewicz', [{ type: 'signature', page: 2, ...place }])
    const stamped = await stampedPdf(original, [signer], options)
    expect(stamped.pageCount).toBe(3)
    expect(startsWith(stamped.bytes, original)).toBe(true)
    expect(await inspectPdf(stamped.bytes)).toMatchObject({ valid: true, pageCount: 3 })
  })

  it('leaves a document alone when there is nothing to show', async () => {
    const original = await contractPdf()
    const stamped = await stampedPdf(original, [], options)
    expect(Buffer.compare(stamped.bytes, original)).toBe(0)
  })

  it('gives every signer without a signature field a block on one appended page', async () => {
    const original = await contractPdf()
    const signers = Array.from({ length: 20 }, (_, index) => stampedSigner(`Signer ${index}`))
    const stamped = await stampedPdf(original, signers, options)
    expect(stamped.pageCount).toBe(4)
    expect(await inspectPdf(stamped.bytes)).toMatchObject({ pageCount: 4, pages: [{}, {}, {}, { rotation: 0 }] })
  })

  it('appends the record of how the document was signed, on as many pages as it takes', async () => {
    const original = await contractPdf({ pages: 1 })
    const signers = Array.from({ length: 20 }, (_, index) => ({
      name: `Zoë Παπαδοπούλου ${index}`,
      email: `zoe${index}@example.com`,
      authentication: 'Code by SMS',
      openedAt: null,
      consentedAt: '2026-03-01T14:05:09.000Z',
      signedAt: '2026-03-01T14:06:10.000Z',
      ip: '::1',
      texts: index === 0 ? [{ page: 1, value: `${'Lu et approuvé, '.repeat(30)}張偉` }] : [],
    }))
    const chain = { length: 40, hash: 'ab'.repeat(32) }
    const said = { requestId: 'r-1', title: 'Lease', organization: 'Acme', documentSha256: 'cd'.repeat(32) }
    const stamped = await stampedPdf(original, [], { ...options, record: { ...said, signers, chain } })
    expect(stamped.pageCount).toBe(5)
    expect(await inspectPdf(stamped.bytes)).toMatchObject({ valid: true, pageCount: 5 })
    if (!canReadText) return
    const text = poppler('pdftotext', stamped.bytes, (path) => ['-layout', path, '-']).replaceAll(/\s+/g, ' ')
    for (const { name, email } of signers) expect(text).toContain(`${name} E-mail ${email}`)
    expect(text).toContain('Agreed to sign 2026-03-01 14:05:09 UTC Signed 2026-03-01 14:06:10 UTC Address ::1')
    // Whole, however little of it its place holds, and in whatever script.
    expect(text).toContain(`Text on page 1 ${'Lu et approuvé, '.repeat(30)}張偉`)
    for (const hash of [said.documentSha256, chain.hash]) expect(text.replaceAll(' ', '')).toContain(hash)
  })

  it('keeps what pages inherit', async () => {
    const node = '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 400 300]/Rotate 90/Resources<</Font<</F0 4 0 R>>>>>>'
    const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
    const original = pdfOf(['<</Type/Catalog/Pages 2 0 R>>', node, '<</Type/Page/Parent 2 0 R>>', font])
    const signer = stampedSigner('Zoë', [{ type: 'initials', page: 1, x: 0, y: 0, width: 40, height: 20 }])
    const stamped = await stampedPdf(original, [signer], options)
    const page = (await PDF.load(stamped.bytes)).getPage(0)
    expect([...(page?.getResources().getDict('Font')?.keys() ?? [])].map((name) => name.value)).toEqual(['F0'])
    expect(await inspectPdf(stamped.bytes)).toMatchObject({
      pages: [{ width: 300, height: 400, rotation: 90 }, { rotation: 0 }],
    })
  })

  it('shows any name, however long and in whatever script', async () => {
    const names = ['山田太郎', '', '\u0000\u202e', 'x'.repeat(200), 'Nguyễn '.repeat(28), '👩‍🚀 Ζωή Ёлкин', ') Tj ET Q']
    const sizes = [1, 4, 12, 40, 200]
    const fields = sizes.flatMap((width) =>
      sizes.map((height): StampField => ({ type: 'signature', page: 1, x: 10, y: 10, width, height })),
    )
    const signers = names.flatMap((name) => [stampedSigner(name, fields), stampedSigner(name)])
    const stamped = await stampedPdf(await contractPdf(), signers, { ...options, watermark: testWatermark })
    expect(await inspectPdf(stamped.bytes)).toMatchObject({ valid: true, pageCount: 4 })
  })

  it.skipIf(!canReadText).each([0, 90, 180, 270])(
    'puts stamps in their place on a page turned by %i°',
    async (rotate) => {
      for (const crop of [null, [40, 60, 540, 700]]) {
        const original = await turned(rotate, crop)
        const text: StampField = { type: 'text', value: 'Approved', page: 1, x: 300, y: 300, width: 90, height: 20 }
        const signer = stampedSigner('Ζωή', [{ type: 'signature', page: 1, ...place }, text])
        const { bytes } = await stampedPdf(original, [signer], options)
        expect(isWithin(boxOfWord(bytes, 'Ζωή', 1), place)).toBe(true)
        expect(isWithin(boxOfWord(bytes, 'Approved', 1), text)).toBe(true)
        expect(startsWith(bytes, original)).toBe(true)
      }
    },
  )

  const scaled = '.1 0 0 .1 30 30 cm '
  it.skipIf(!canReadText).each([
    ['balanced', `q ${scaled}Q`],
    ['scaled', scaled],
    ['with one q left open', `${scaled}q `],
    ['with many left open', `${scaled}q `.repeat(40)],
    ['with one Q too many', `Q ${scaled}`],
    ['with many too many', `${'Q '.repeat(40)}${scaled}`],
    ['with some too many, and some left open', `q ${scaled}Q Q Q ${scaled}q q ${scaled}`],
    ['in parts, with one q left open', scaled, 'q', `Q q ${scaled}`, ''],
  ])('puts stamps in their place on content that is %s', async (_, ...contents) => {
    const original = pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents[${contents.map((_, index) => `${index + 4} 0 R`).join(' ')}]>>`,
      ...contents.map((content) => stream('/Filter/FlateDecode', deflateSync(content))),
    ])
    const text: StampField = { type: 'text', value: 'Approved', page: 1, x: 200, y: 100, width: 90, height: 20 }
    const { bytes } = await stampedPdf(original, [stampedSigner('Zoë', [text])], options)
    expect(isWithin(boxOfWord(bytes, 'Approved', 1), text)).toBe(true)
  })

  it.skipIf(!canReadText)('says who and when on the signature page, in any European script', async () => {
    const { bytes } = await stampedPdf(
      await contractPdf(),
      [stampedSigner('Nguyễn Ánh Łukaszewicz Ζωή Ёлкин')],
      options,
    )
    const text = poppler('pdftotext', bytes, (path) => ['-f', '4', path, '-'])
    for (const part of ['Nguyễn Ánh Łukaszewicz Ζωή Ёлкин', '2026-03-01 15:05 UTC+1', '01J2SX4Z0YF8RHY41VBSKR0001']) {
      expect(text.normalize('NFC')).toContain(part)
    }
  })

  it.skipIf(!canReadText)('puts the watermark on every page', async () => {
    const { bytes } = await stampedPdf(await contractPdf(), [stampedSigner('Zoë')], {
      ...options,
      watermark: testWatermark,
    })
    for (const page of [1, 2, 3, 4]) {
      const raw = poppler('pdftotext', bytes, (path) => ['-raw', '-f', `${page}`, '-l', `${page}`, path, '-'])
      expect(raw.replace(/\s/g, '')).toContain(testWatermark.replace(/\s/g, ''))
    }
  })
})
