import { type ImageFault, maxImageBytes, UnusableImage } from './image-fault.ts'
import { jpegSamples } from './jpeg-decoder.ts'
import { isJpeg, readJpegFile } from './jpeg-file.ts'
import { isPng } from './png-file.ts'
import { type Pixels, pngPixels } from './png-pixels.ts'

/** The largest box that pages and e-mails show a logo in is half as wide and high, so it is sharp on dense screens. */
const box = { width: 400, height: 120 }

/** A PNG or JPEG of an untrusted sender as a small PNG of our own, or what is wrong with it. */
export async function readLogo(bytes: Uint8Array): Promise<Buffer | ImageFault> {
  if (bytes.length > maxImageBytes) return 'too_large'
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const pixels = await pixelsOf(file)
    return await pngOf(fitted(pixels))
  } catch (error) {
    if (error instanceof UnusableImage) return error.fault
    throw error
  }
}

async function pixelsOf(file: Buffer): Promise<Pixels> {
  if (isPng(file)) return await pngPixels(file)
  if (!isJpeg(file)) throw new UnusableImage('not_an_image', 'Neither a PNG nor a JPEG')
  const { width, height, samples, bytes } = readJpegFile(file)
  return { width, height, samples, colour: Buffer.from(await jpegSamples(bytes)), alpha: null }
}

interface Picture {
  readonly width: number
  readonly height: number
  /** Red, green, blue and opacity. */
  readonly data: Buffer
}

/** The picture within the box, each pixel the mean of those that it stands for. It is never enlarged. */
function fitted(pixels: Pixels): Picture {
  const scale = Math.min(1, box.width / pixels.width, box.height / pixels.height)
  const width = Math.max(1, Math.round(pixels.width * scale))
  const height = Math.max(1, Math.round(pixels.height * scale))
  const data = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const columns = rangeOf(x, width, pixels.width)
      const rows = rangeOf(y, height, pixels.height)
      data.set(meanOf(pixels, columns, rows), (y * width + x) * 4)
    }
  return { width, height, data }
}

type Range = readonly [from: number, to: number]

function rangeOf(index: number, count: number, of: number): Range {
  const from = Math.floor((index * of) / count)
  return [from, Math.max(from + 1, Math.floor(((index + 1) * of) / count))]
}

/** Colours count by their opacity, so that what is invisible tints nothing. */
function meanOf({ width, samples, colour, alpha }: Pixels, [left, right]: Range, [top, bottom]: Range): number[] {
  const sum = [0, 0, 0]
  let opacity = 0
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const at = y * width + x
      const weight = alpha ? (alpha[at] ?? 0) : 255
      opacity += weight
      for (const channel of [0, 1, 2]) {
        const sample = colour[samples === 1 ? at : at * 3 + channel] ?? 0
        sum[channel] = (sum[channel] ?? 0) + sample * weight
      }
    }
  const count = (right - left) * (bottom - top)
  const shown = sum.map((channel) => (opacity === 0 ? 0 : Math.round(channel / opacity)))
  return [...shown, Math.round(opacity / count)]
}

async function pngOf({ width, height, data }: Picture): Promise<Buffer> {
  const { PNG } = (await import('pngjs')).default
  return PNG.sync.write(Object.assign(new PNG(), { width, height, data }), { deflateLevel: 9 })
}
