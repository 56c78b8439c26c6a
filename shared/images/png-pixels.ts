import { UnusableImage } from './image-fault.ts'
import { checkPngFile } from './png-file.ts'

/** A picture unpacked, a byte for each sample. */
export type Pixels = {
  width: number
  height: number
  /** How many samples of `colour` make a pixel: grey, or red, green and blue. */
  samples: 1 | 3
  colour: Buffer
  /** 0 where nothing is to be seen, 255 where the colour is. Null where all is. */
  alpha: Buffer | null
}

/** Samples of 16 bits come down to eight, which no one sees on paper. */
export async function pngPixels(file: Buffer): Promise<Pixels & { exif: Uint8Array | null }> {
  const { bytes, exif } = checkPngFile(file)
  const { width, height, data, color, alpha } = await decoded(bytes)
  const samples = color ? 3 : 1
  const opacity = alpha ? samplesFrom(data, 3, 1) : null
  const hidesNothing = opacity?.every((each) => each === 255) ?? true
  return { width, height, samples, colour: samplesFrom(data, 0, samples), alpha: hidesNothing ? null : opacity, exif }
}

async function decoded(bytes: Buffer) {
  const { PNG } = (await import('pngjs')).default
  try {
    return PNG.sync.read(bytes)
  } catch (cause) {
    throw new UnusableImage('damaged', `The file cannot be decoded: ${cause}`)
  }
}

/** Of pixels of red, green, blue and opacity, those from `first` on. */
function samplesFrom(pixels: Buffer, first: number, count: number): Buffer {
  const samples = Buffer.allocUnsafe((pixels.length / 4) * count)
  for (let from = first, to = 0; from < pixels.length; from += 4)
    for (let channel = 0; channel < count; channel += 1, to += 1) samples[to] = pixels[from + channel] ?? 0
  return samples
}
