import { describe, expect, it } from 'vitest'
import { signatureStampPicture, stampPictureOf } from '../../../../functions/signature/signing-page/stamp-picture-of.ts'
import type { StampField } from '../../../../shared/pdf/stamp.ts'
import { pdfOf, stream } from '../../../support/documents/pdf-of.ts'
import { canRender, changedIn, rendered } from '../../../support/documents/rendering.ts'
import { stampedSigner } from '../../../support/documents/signers.ts'
import { stampedPdf } from '../../../support/documents/stamped-pdf.ts'

if (!canRender) console.warn('pdftoppm is not installed: that the preview is what is stamped is not tested')

const size = { width: 200, height: 40 }
const at = { x: 20, y: 30 }
const pageHeight = 100

/** A page with the outlines of a picture, placed as a field is. */
function pageOf(svg: string): Buffer {
  const [, outline = ''] = / d="([^"]*)"/.exec(svg) ?? []
  const operators = [...outline.matchAll(/([MLQCZ])([^MLQCZ]*)/g)].flatMap(([, type = '', numbers = '']) =>
    operatorOf(type, numbers),
  )
  // From the top-left corner of the field down.
  const flip = `1 0 0 -1 ${at.x} ${pageHeight - at.y} cm`
  return page(`0.1 0.12 0.16 rg ${flip} ${operators.join(' ')} f`)
}

let current = [0, 0]

function operatorOf(type: string, numbers: string): string {
  const values = numbers.trim() === '' ? [] : numbers.trim().split(' ').map(Number)
  const [x = 0, y = 0] = current
  const [a = 0, b = 0, c = 0, d = 0] = values
  if (values.length > 0) current = values.slice(-2)
  const thirds = [x + ((a - x) * 2) / 3, y + ((b - y) * 2) / 3, c + ((a - c) * 2) / 3, d + ((b - d) * 2) / 3, c, d]
  return type === 'Z'
    ? 'h'
    : `${(type === 'Q' ? thirds : values).join(' ')} ${{ M: 'm', L: 'l', C: 'c', Q: 'c' }[type]}`
}

function page(content: string): Buffer {
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 ${pageHeight}]/Contents 4 0 R>>`,
    stream('', Buffer.from(content)),
  ])
}

async function stamped(field: StampField, name: string, locale: string): Promise<Uint8Array> {
  // A signer with a signature field elsewhere gets no page of their own.
  const elsewhere: StampField = { type: 'signature', page: 1, x: 240, y: 90, width: 20, height: 8 }
  const signer = { ...stampedSigner(name, [field, elsewhere]), locale }
  return (await stampedPdf(page(''), [signer], { title: 'T', watermark: null })).bytes
}

describe('the picture of a stamp', () => {
  it.each([
    ['Ada Lovelace', 'en'],
    ['王小明', 'zh-TW'],
    ['محمد عبد الله (12)', 'ar'],
    ['राजेश श्रीवास्तव', 'hi'],
    ['Mia 👩‍👩‍👧', 'en'],
    ['ein längerer Text, der auf zwei Zeilen steht, weil er nicht auf eine geht', 'de'],
  ])('shows %j as it is stamped', async (text, locale) => {
    if (!canRender) return
    const field = { type: 'text', page: 1, ...at, ...size, value: text } as const
    const drawn = rendered(await stamped(field, 'Ada', locale))
    const pictured = rendered(pageOf(await stampPictureOf({ kind: 'text', text, ...size }, locale)))
    const blank = rendered(page(''))
    const inked = changedIn(blank, drawn, { ...at, ...size })
    expect(inked).toBeGreaterThan(100)
    // Readers place the pixels of small letters in fonts a little otherwise than those of outlines.
    expect(changedIn(drawn, pictured, { ...at, ...size })).toBeLessThan(inked)
    expect(Math.abs(changedIn(blank, pictured, { ...at, ...size }) - inked)).toBeLessThan(inked * 0.3)
  })

  it.each([
    ['Camille Lefèvre', 'en', { width: 200, height: 60 }],
    ['محمد عبد الله', 'ar', { width: 240, height: 58 }],
    ['王小明', 'zh-TW', { width: 120, height: 40 }],
  ])('shows the whole signature field of %j as it is stamped', async (name, locale, size) => {
    if (!canRender) return
    const signer = { ...stampedSigner(name, [{ type: 'signature', page: 1, x: 20, y: 30, ...size }]), locale }
    const typed = { mode: 'typed', value: name } as const
    const { bytes } = await stampedPdf(page(''), [{ ...signer, signature: typed }], { title: 'T', watermark: null })
    const drawn = rendered(bytes)
    const pictured = rendered(pageOf(await signatureStampPicture({ typed: name, ...size }, signer)))
    const [blank, box] = [rendered(page('')), { ...at, ...size }]
    const inked = changedIn(blank, drawn, box)
    expect(inked).toBeGreaterThan(200)
    expect(changedIn(drawn, pictured, box)).toBeLessThan(inked)
    expect(Math.abs(changedIn(blank, pictured, box) - inked)).toBeLessThan(inked * 0.3)
  })

  it('holds nothing but numbers', async () => {
    const svg = await stampPictureOf({ kind: 'typed', text: '<script>"&', width: 90, height: 30 }, 'en')
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 90 30"><path fill="#1a1f29" d="[MLQCZ\d. -]+"\/><\/svg>$/,
    )
  })
})
