import { randomBytes } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packedPixels } from '../../../../shared/images/packed-pixels.ts'
import { pngPixels } from '../../../../shared/images/png-pixels.ts'
import { pngOf } from '../../../support/documents/png-of.ts'
import { runs } from '../../../support/proof.ts'

type Picture = { width: number; height: number; colourType: number; depth: number; pixels: number[][] }

const samplesOfPixel: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const forms = [
  ...[1, 2, 4, 8, 16].map((depth) => ({ colourType: 0, depth })),
  ...[1, 2, 4, 8].map((depth) => ({ colourType: 3, depth })),
  ...[2, 4, 6].flatMap((colourType) => [8, 16].map((depth) => ({ colourType, depth }))),
]

/** Pixels by rows, each with its samples as the file has them. */
const pictures = fc
  .tuple(fc.constantFrom(...forms), fc.integer({ min: 1, max: 21 }), fc.integer({ min: 1, max: 19 }))
  .chain(([form, width, height]) => {
    const pixel = fc.array(fc.integer({ min: 0, max: 2 ** form.depth - 1 }), {
      minLength: samplesOfPixel[form.colourType] ?? 1,
      maxLength: samplesOfPixel[form.colourType] ?? 1,
    })
    const count = width * height
    return fc
      .array(pixel, { minLength: count, maxLength: count })
      .map((pixels): Picture => ({ ...form, width, height, pixels }))
  })

/** The passes of Adam7: first column and row, and the steps between. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

function rowsOf({ width, height, depth, pixels }: Picture, isInterlaced: boolean): Uint8Array[][] {
  return (isInterlaced ? adam7 : [[0, 0, 1, 1] as const]).map(([x, y, stepX, stepY]) => {
    const rows: Uint8Array[] = []
    for (let row = y; row < height; row += stepY) {
      const samples: number[] = []
      for (let column = x; column < width; column += stepX) samples.push(...(pixels[row * width + column] ?? []))
      if (samples.length > 0) rows.push(packed(samples, depth))
    }
    return rows
  })
}

function packed(samples: readonly number[], depth: number): Uint8Array {
  const bits = samples.map((each) => each.toString(2).padStart(depth, '0')).join('')
  return Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
}

const palette = Uint8Array.from({ length: 3 * 256 }, (_, index) => (index * 37) % 256)
const opacities = Uint8Array.from({ length: 100 }, (_, index) => (index * 91) % 256)

/** What is to be seen of a sample in eight bits. */
const inByte = (value: number, depth: number) => Math.round((value * 255) / (2 ** depth - 1))

function expected({ colourType, depth, pixels }: Picture) {
  if (colourType === 3) {
    const opacity = pixels.map(([entry = 0]) => (entry < Math.min(100, 2 ** depth) ? opacities[entry] : 255))
    return { colour: pixels.flatMap(([entry = 0]) => [...palette.subarray(3 * entry, 3 * entry + 3)]), opacity }
  }
  const hasAlpha = colourType >= 4
  const seen = pixels.map((samples) => samples.map((each) => inByte(each, depth)))
  return {
    colour: seen.flatMap((samples) => (hasAlpha ? samples.slice(0, -1) : samples)),
    opacity: hasAlpha ? seen.map((samples) => samples.at(-1)) : null,
  }
}

function fileOf(picture: Picture, isInterlaced: boolean, filters: number[]): Buffer {
  const { width, height, depth, colourType } = picture
  const entries = 2 ** depth
  // A filter that looks above would look into the pass before: each pass starts without one.
  const passes = rowsOf(picture, isInterlaced)
  const rowFilters = passes.flatMap((rows) =>
    rows.map((_, row) => (row === 0 ? 0 : (filters[row % filters.length] ?? 0))),
  )
  const colours = {
    palette: palette.subarray(0, 3 * entries),
    transparency: opacities.subarray(0, Math.min(100, entries)),
  }
  return pngOf({
    width,
    height,
    depth,
    colourType,
    isInterlaced,
    rows: passes.flat(),
    filters: rowFilters,
    ...(colourType === 3 ? colours : {}),
  })
}

/** What `packedPixels` did, undone by the words of the standard. */
function unpacked(data: Uint8Array, width: number, samples: number): number[] {
  const bytes = inflateSync(data)
  const length = width * samples
  const rows: number[][] = []
  for (let start = 0; start < bytes.length; start += 1 + length) {
    const filter = bytes[start] ?? 0
    const above = rows.at(-1)
    const row: number[] = []
    for (let index = 0; index < length; index += 1) {
      const [a, b, c] = [row[index - samples] ?? 0, above?.[index] ?? 0, above?.[index - samples] ?? 0]
      const p = a + b - c
      const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)]
      const paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
      row.push(((bytes[start + 1 + index] ?? 0) + ([0, a, b, Math.floor((a + b) / 2), paeth][filter] ?? 0)) & 255)
    }
    rows.push(row)
  }
  return rows.flat()
}

describe('pngPixels', () => {
  it('gives every pixel of any form, depth and order', async () => {
    const filters = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(pictures, fc.boolean(), filters, async (picture, isInterlaced, by) => {
        const pixels = await pngPixels(fileOf(picture, isInterlaced, by))
        const { colour, opacity } = expected(picture)
        expect([...pixels.colour]).toEqual(colour)
        expect(pixels.alpha && [...pixels.alpha]).toEqual(opacity?.every((each) => each === 255) ? null : opacity)
      }),
      { numRuns: runs(300) },
    )
  })

  it.each([
    ['grey', 0, 8, [0, 7], [[7], [8]], [0, 255]],
    ['grey of 16 bits, told apart by the lower half', 0, 16, [1, 7], [[0x0107], [0x0108]], [0, 255]],
    [
      'colours',
      2,
      8,
      [0, 1, 0, 2, 0, 3],
      [
        [1, 2, 3],
        [1, 2, 4],
      ],
      [0, 255],
    ],
  ] as const)('lets one colour shine through: %s', async (_, colourType, depth, clear, pixels, alpha) => {
    const rows = [packed(pixels.flat(), depth)]
    const file = pngOf({ width: 2, height: 1, depth, colourType, rows, transparency: Uint8Array.from(clear) })
    expect([...((await pngPixels(file)).alpha ?? [])]).toEqual(alpha)
  })
})

describe('packedPixels', () => {
  it('refuses what stays large', async () => {
    const noise = randomBytes(4_000 * 400 * 3)
    await expect(packedPixels(noise, 4_000, 3)).rejects.toMatchObject({ fault: 'too_detailed' })
  })

  it('holds the same pixels', async () => {
    const planes = fc
      .tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom(1, 3), fc.integer({ min: 1, max: 20 }))
      .chain(([width, samples, height]) => {
        const length = width * samples * height
        return fc.uint8Array({ minLength: length, maxLength: length }).map((plane) => ({ width, samples, plane }))
      })
    await fc.assert(
      fc.asyncProperty(planes, async ({ width, samples, plane }) => {
        expect(unpacked(await packedPixels(Buffer.from(plane), width, samples), width, samples)).toEqual([...plane])
      }),
    )
  })
})
