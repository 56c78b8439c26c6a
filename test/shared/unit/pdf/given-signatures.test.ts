import { PDF } from '@libpdf/core'
import { describe, expect, it } from 'vitest'
import { contractPdf } from '../../../../infra/local/demo/contract.ts'
import { embedFonts } from '../../../../shared/pdf/fonts.ts'
import type { DrawnSignature, GivenSignature } from '../../../../shared/pdf/given-signature.ts'
import type { Box } from '../../../../shared/pdf/page-geometry.ts'
import { exifOf, imageFile, withExif } from '../../../support/documents/images.ts'
import { pdfOf, stream } from '../../../support/documents/pdf-of.ts'
import { plainPng, pngOf } from '../../../support/documents/png-of.ts'
import { isInstalled, poppler } from '../../../support/documents/poppler.ts'
import { canRender, changedIn, changedOutside, colourAt, rendered } from '../../../support/documents/rendering.ts'
import { drawnExample, signatureExamples } from '../../../support/documents/signatures.ts'
import { stampedSigner } from '../../../support/documents/signers.ts'
import { stampedPdf } from '../../../support/documents/stamped-pdf.ts'

const canReadText = isInstalled('pdftotext')
if (!canRender) console.warn('pdftoppm is not installed: how signatures look is not tested')

const options = { title: 'Agreement', watermark: null }

/** A page of 300 by 200 in one colour. */
function paper(colour = '1 1 1'): Buffer {
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R>>',
    stream('', Buffer.from(`${colour} rg 0 0 300 200 re f`)),
  ])
}

async function signedIn(box: Box, signature: GivenSignature | undefined, original = paper()): Promise<Uint8Array> {
  const signer = { ...stampedSigner('Zoë Łukasiewicz', [{ type: 'signature', page: 1, ...box }]), signature }
  return (await stampedPdf(original, [signer], options)).bytes
}

function textOf(pdf: Uint8Array): string {
  return poppler('pdftotext', pdf, (path) => ['-raw', path, '-']).normalize('NFC')
}

const large: Box = { x: 20, y: 20, width: 240, height: 120 }
const drawn = (strokes: DrawnSignature['strokes']): GivenSignature => ({
  mode: 'drawn',
  value: { width: 600, height: 200, strokes },
})

describe('a signature as its signer gave it', () => {
  it('holds no picture unless one was sent, and one picture however often it is shown', async () => {
    const pictures = (pdf: Uint8Array) =>
      Buffer.from(pdf)
        .toString('latin1')
        .match(/\/Subtype \/Image/g)?.length ?? 0
    expect(pictures(await signedIn(large, { mode: 'drawn', value: drawnExample }))).toBe(0)
    const field = { type: 'signature', page: 1 } as const
    const fields = [20, 60, 100].map((y) => ({ ...field, x: 20, y, width: 100, height: 30 }))
    const signer = { ...stampedSigner('Zoë', fields), signature: signatureExamples['a JPEG'] }
    expect(pictures((await stampedPdf(paper(), [signer], options)).bytes)).toBe(1)
  })

  it('is not taken from an image that was not read before', async () => {
    await expect(signedIn(large, { mode: 'uploaded', value: Buffer.from('GIF89a') })).rejects.toThrow('not_an_image')
  })

  it('takes nothing of a file but its picture', async () => {
    const rows = [Buffer.from([7])]
    const more: [string, Uint8Array][] = [
      ['eXIf', exifOf(1)],
      ['tEXt', Buffer.from('Author\0Someone')],
    ]
    const png = pngOf({ width: 1, height: 1, depth: 8, colourType: 0, rows, more })
    for (const value of [png, withExif(imageFile('baseline.jpg'), 1)])
      expect(Buffer.from(await signedIn(large, { mode: 'uploaded', value })).includes('Someone')).toBe(false)
  })

  it('holds ten thousand points in little room', async () => {
    const points = Array.from({ length: 10_000 }, (_, index) => {
      return { x: 300 + 290 * Math.sin(index / 7), y: 100 + 90 * Math.cos(index / 11), pressure: (index % 50) / 50 }
    })
    expect((await signedIn(large, drawn([points]))).length).toBeLessThan(400_000)
  })
})

describe('the handwriting', () => {
  const range = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).filter((letter) =>
      /\p{L}/u.test(letter),
    )

  it.each([
    ['Latin, western', range(0xc0, 0xff)],
    // Without the long s, which no name has had for two centuries.
    ['Latin, central and eastern', range(0x100, 0x17e)],
    ['Cyrillic', range(0x400, 0x45f)],
    ['punctuation of names', [..." -'’.,"]],
  ])('has every letter: %s', async (_, letters) => {
    const { handwriting } = await embedFonts(PDF.create(), { withHandwriting: true })
    expect(letters.filter((letter) => !handwriting?.canEncode(letter))).toEqual([])
  })

  it.each([
    ['Zoë Łukasiewicz-Ångström', true],
    ['Алексей Ёлкин', true],
    ['Zoe\u0308 (as two characters)', true],
    ['Ζωή Παπαδοπούλου', false],
    ['Nguyễn Thị Ánh', false],
    ['Zoë Παπαδοπούλου', false],
    ['山田太郎', false],
  ])('writes the whole of a name or none of it: %s', async (value, isHandwritten) => {
    const pdf = Buffer.from(await signedIn(large, { mode: 'typed', value }))
    expect(pdf.includes('Caveat')).toBe(isHandwritten)
  })

  it.skipIf(!canReadText)('is read as the name', async () => {
    const text = textOf(await signedIn(large, { mode: 'typed', value: 'Élodie Ёлкина' }))
    expect(text).toContain('Élodie Ёлкина')
  })
})

describe.skipIf(!canReadText)('the caption below a signature', () => {
  const facts = ['Zoë Łukasiewicz', '2026-03-01 15:05 UTC+1', '01J2SX4Z0YF8RHY41VBSKR0001']

  it.each([
    [240, 120, 3],
    [200, 70, 3],
    [170, 70, 3],
    [243, 58, 3],
    [240, 40, 3],
    [100, 90, 3],
    [150, 40, 2],
    [60, 40, 1],
    [60, 16, 0],
    [20, 100, 0],
    [200, 12, 0],
  ])('in a field of %i × %i tells the first %i of who, when and which', async (width, height, told) => {
    const text = textOf(await signedIn({ x: 10, y: 10, width, height }, { mode: 'drawn', value: drawnExample }))
    expect(facts.filter((fact) => text.includes(fact))).toEqual(facts.slice(0, told))
  })
})

describe.skipIf(!canRender)('seen on paper', () => {
  const sizes = [240, 60, 20, 6].flatMap((width) => [120, 20, 8].map((height) => ({ x: 20, y: 20, width, height })))

  it.each(Object.entries(signatureExamples))('%s stays in its field, however small', async (_, signature) => {
    const before = rendered(paper())
    for (const box of sizes) {
      const after = rendered(await signedIn(box, signature))
      expect(changedOutside(before, after, [box]), `${box.width} × ${box.height}`).toBe(0)
      expect(changedIn(before, after, box)).toBeGreaterThan(0)
    }
  })

  it.each([
    ['a dot', [[{ x: 300, y: 100 }]]],
    ['a dot of no pressure', [[{ x: 300, y: 100, pressure: 0 }]]],
    [
      'a pen that rests',
      [
        [
          { x: 300, y: 100 },
          { x: 300, y: 100 },
          { x: 300, y: 100 },
        ],
      ],
    ],
    ['a dot in the corner of the pad', [[{ x: 600, y: 200 }]]],
    [
      'a line across',
      [
        [
          { x: 0, y: 100 },
          { x: 600, y: 100 },
        ],
      ],
    ],
    [
      'a line down',
      [
        [
          { x: 300, y: 0 },
          { x: 300, y: 200 },
        ],
      ],
    ],
  ])('%s is seen within a field of 60 × 20', async (_, strokes) => {
    const box = { x: 30, y: 30, width: 60, height: 20 }
    const inner = { x: 38, y: 33, width: 48, height: 14 }
    const before = rendered(paper())
    const after = rendered(await signedIn(box, drawn(strokes)))
    expect(changedOutside(before, after, [box])).toBe(0)
    expect(changedIn(before, after, inner)).toBeGreaterThan(0)
  })

  it('keeps the ratio of what was drawn', async () => {
    const square = [
      { x: 100, y: 50 },
      { x: 200, y: 50 },
      { x: 200, y: 150 },
      { x: 100, y: 150 },
      { x: 100, y: 50 },
    ]
    const box = { x: 20, y: 20, width: 60, height: 20 }
    const [before, after] = [rendered(paper()), rendered(await signedIn(box, drawn([square])))]
    // Nothing of it in the left and the right third of the field.
    for (const x of [22, 67]) expect(changedIn(before, after, { x, y: 22, width: 10, height: 8 })).toBe(0)
    expect(changedIn(before, after, { x: 40, y: 22, width: 20, height: 8 })).toBeGreaterThan(0)
  })

  it('lets through what is behind an image that is partly clear', async () => {
    const box = { x: 20, y: 20, width: 60, height: 20 }
    const behind = '0 0 1'
    const colourWith = async (pixel: number[]) => {
      const pdf = await signedIn(box, { mode: 'uploaded', value: plainPng(40, 10, pixel) }, paper(behind))
      return colourAt(rendered(pdf), 50, 30)
    }
    expect(await colourWith([255, 0, 0, 255])).toEqual([255, 0, 0])
    const [red = 0, , blue = 0] = await colourWith([255, 0, 0, 128])
    expect(Math.abs(red - 128) + Math.abs(blue - 127)).toBeLessThan(6)
  })

  /** In which corner the black of the image files is seen, by their orientation. */
  const corners = [
    'top left',
    'top right',
    'bottom right',
    'bottom left',
    'top left',
    'top right',
    'bottom right',
    'bottom left',
  ]

  it.each(corners.map((corner, index) => [index + 1, corner] as const))(
    'turns an image of orientation %i so that its mark is at the %s',
    async (orientation, corner) => {
      const box = { x: 20, y: 20, width: 60, height: 20 }
      for (const name of ['baseline.jpg', 'progressive.jpg', 'grey.jpg'] as const) {
        const value = withExif(imageFile(name), orientation)
        const page = rendered(await signedIn(box, { mode: 'uploaded', value }))
        const ratio = orientation > 4 ? 43 / 61 : 61 / 43
        const [middleX, middleY, halfHeight] = [51.5, 30, 15 / 2]
        const dark = Object.entries({ top: -1, bottom: 1 }).flatMap(([vertical, down]) =>
          Object.entries({ left: -1, right: 1 })
            .filter(([, right]) => {
              const x = middleX + right * halfHeight * ratio * 0.6
              return colourAt(page, x, middleY + down * halfHeight * 0.6).every((each) => each < 60)
            })
            .map(([horizontal]) => `${vertical} ${horizontal}`),
        )
        expect(dark, name).toEqual([corner])
      }
    },
  )
})

it('an image is appended to the document, whose own bytes stay', async () => {
  const original = await contractPdf({ pages: 1 })
  const { bytes } = await stampedPdf(
    original,
    [{ ...stampedSigner('Zoë'), signature: signatureExamples['a PNG'] }],
    options,
  )
  expect(Buffer.compare(bytes.subarray(0, original.length), original)).toBe(0)
})
