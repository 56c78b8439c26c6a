import { expect, test } from 'vitest'
import { liftInk, type Pixels } from '../../../../functions/signature/signing-page/page/signature-ink.ts'

/** A sheet whose light falls from left to right, with a stroke where `isInk` says so. */
function photo(width: number, height: number, isInk: (x: number, y: number) => boolean): Pixels {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const light = 240 - (90 * x) / width + ((x * 7 + y * 13) % 5)
      data.set(isInk(x, y) ? [20, 30, 90, 255] : [light, light, light, 255], (y * width + x) * 4)
    }
  return { data, width, height }
}

const alphaAt = ({ data, width }: Pixels, x: number, y: number) => data[(y * width + x) * 4 + 3]

test('paper in uneven light goes, ink stays, and the box is around it', () => {
  const pixels = photo(600, 400, (x, y) => x >= 200 && x < 420 && y >= 180 && y < 186)
  const box = liftInk(pixels)
  expect(box).toEqual({ x: 193, y: 173, width: 234, height: 20 })
  expect([alphaAt(pixels, 300, 183), alphaAt(pixels, 10, 10), alphaAt(pixels, 590, 390)]).toEqual([255, 0, 0])
})

test('blank paper has no signature, nor has a single speck', () => {
  expect(liftInk(photo(300, 200, () => false))).toBeNull()
  expect(liftInk(photo(300, 200, (x, y) => x === 150 && y === 100))).toBeNull()
})

test('a picture with transparent parts keeps its pixels and is cropped', () => {
  const pixels = photo(300, 200, () => false)
  for (let y = 0; y < 200; y += 1)
    for (let x = 0; x < 300; x += 1) if (x < 100 || x >= 200) pixels.data[(y * 300 + x) * 4 + 3] = 0
  const box = liftInk(pixels)
  expect(box).toMatchObject({ x: 94, width: 112 })
  expect(alphaAt(pixels, 150, 100)).toBe(255)
})
