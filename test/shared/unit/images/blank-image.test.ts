import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBlank } from '../../../../shared/images/blank-image.ts'
import { readSignatureImage } from '../../../../shared/images/signature-image.ts'
import { jpegOfScans } from '../../../support/documents/large-images.ts'
import { pngOf } from '../../../support/documents/png-of.ts'

const [white, black, side] = [255, 0, 100]

/** A white picture of 10,000 pixels, in which so many pixels have another grey. */
function pictureWith(count: number, grey: number, alpha = 255): Buffer {
  const rows = Array.from({ length: side }, (_, row) =>
    Buffer.from(
      Array.from({ length: side }, (_, column) => (row * side + column < count ? [grey, alpha] : [white, 255])).flat(),
    ),
  )
  return pngOf({ width: side, height: side, depth: 8, colourType: 4, rows })
}

describe('a signature image shows something dark', () => {
  const cases: [name: string, bytes: Buffer, expected: unknown][] = [
    ['all white', pictureWith(0, black), 'blank'],
    ['4 of 10,000 pixels', pictureWith(4, black), 'blank'],
    ['5 of 10,000 pixels', pictureWith(5, black), { width: side }],
    ['a stroke in the blue of a pen', pictureWith(50, 120), { width: side }],
    ['a stroke that is hardly grey', pictureWith(5_000, 200), 'blank'],
    ['black that shines through almost whole', pictureWith(5_000, black, 40), 'blank'],
    ['a grey JPEG', jpegOfScans(side, 1), { width: side }],
  ]
  it.each(cases)('%s', async (_, bytes, expected) => {
    const image = await readSignatureImage(bytes)
    if (typeof expected === 'string') expect(image).toBe(expected)
    else expect(image).toMatchObject({ ...Object(expected) })
  })

  it('is not blank once five in ten thousand pixels are black, wherever they are', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(9_999), { maxLength: 12 }), (places) => {
        const colour = Buffer.alloc(10_000, white)
        for (const place of places) colour[place] = black
        expect(isBlank({ colour, samples: 1, alpha: null })).toBe(places.length < 5)
      }),
    )
  })
})
