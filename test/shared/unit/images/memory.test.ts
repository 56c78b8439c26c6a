import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { maxImageBytes } from '../../../../shared/images/image-fault.ts'
import { gigabyteOfZeros, jpegOfScans } from '../../../support/documents/large-images.ts'
import { chunk, plainPng, pngOf } from '../../../support/documents/png-of.ts'

const reader = fileURLToPath(new URL('../../../../shared/images/signature-image.ts', import.meta.url))

/**
 * What comes of an image in a process of its own, and the most memory that the process took, in MiB. What Linux counts as
 * used begins with what the parent had; the mark of its status does not.
 */
function readAlone(bytes: Uint8Array): { image: unknown; mebibytes: number } {
  const program = `
    import { existsSync, readFileSync } from 'node:fs'
    import { readSignatureImage } from ${JSON.stringify(reader)}
    const image = await readSignatureImage(readFileSync(0))
    const { width, height, colour, alpha } = image
    const bytes = colour && colour.data.length + (alpha?.data.length ?? 0)
    const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
    const mebibytes = Number(/VmHWM:\\s+(\\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS) / 1024
    console.log(JSON.stringify({ image: colour ? { width, height, bytes } : image, mebibytes }))`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { input: bytes })
  return JSON.parse(output.toString())
}

const large = { width: 2_000, height: 2_000 }

function largePng(depth: number, isInterlaced: boolean): Buffer {
  const row = Buffer.alloc((2_000 * 4 * depth) / 8, 200)
  const rows = Array.from({ length: 2_000 }, () => row)
  return pngOf({ ...large, depth, colourType: 6, isInterlaced, rows })
}

function interlacedBomb(): Buffer {
  const file = pngOf({ width: 1, height: 1, depth: 8, colourType: 0, isInterlaced: true, rows: [Buffer.from([0])] })
  return Buffer.concat([file.subarray(0, 33), chunk('IDAT', gigabyteOfZeros()), chunk('IEND', Buffer.alloc(0))])
}

describe('readSignatureImage takes memory by the pixels that it may unpack', () => {
  const cases: [name: string, mebibytes: number, image: unknown, make: () => Buffer][] = [
    ['the largest PNG', 560, { ...large, bytes: expect.any(Number) }, () => plainPng(2_000, 2_000, [200, 9, 9, 128])],
    ['the largest PNG, of 16 bits', 160, 'too_detailed', () => largePng(16, false)],
    ['one that unpacks to a gigabyte, interlaced', 160, 'damaged', interlacedBomb],
    [
      'the largest JPEG, in as many scans as may be',
      260,
      { ...large, bytes: expect.any(Number) },
      () => jpegOfScans(2_000, 64),
    ],
    ['a JPEG of one scan more', 160, 'unsupported', () => jpegOfScans(2_000, 65)],
  ]

  it.each(cases)('%s: at most %i MiB', async (_, most, image, make) => {
    const bytes = make()
    expect(bytes.length).toBeLessThan(maxImageBytes)
    const alone = readAlone(bytes)
    expect(alone.image).toEqual(image)
    expect(alone.mebibytes).toBeLessThan(most)
  })

  it('gives back little of an image that says little', () => {
    expect(readAlone(plainPng(2_000, 2_000, [20, 128])).image).toSatisfy(({ bytes }) => bytes < 200_000)
  })
})
