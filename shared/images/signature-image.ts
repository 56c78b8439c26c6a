import { isBlank } from './blank-image.ts'
import { exifOrientation, type Orientation } from './exif-orientation.ts'
import { type ImageFault, maxImageBytes, UnusableImage } from './image-fault.ts'
import { jpegSamples } from './jpeg-decoder.ts'
import { isJpeg, readJpegFile } from './jpeg-file.ts'
import { packedPixels } from './packed-pixels.ts'
import { isPng } from './png-file.ts'
import { pngPixels } from './png-pixels.ts'

/** Samples as a PDF holds them: JPEG as it came, or compressed rows with the filters of PNG. */
export type ImagePlane = { form: 'jpeg' | 'packed'; data: Buffer; samples: 1 | 3 }

/** An image in the form in which a document takes it, with nothing of the file but what is to be seen. */
export type SignatureImage = {
  /** In pixels, before it is turned. */
  width: number
  height: number
  orientation: Orientation
  colour: ImagePlane
  /** One sample a pixel; null where nothing shines through. */
  alpha: ImagePlane | null
}

/**
 * Reads a PNG or JPEG of an untrusted sender, all of it, or says what is wrong with it. Its pixels are not unpacked before
 * its size is known, so that it takes some hundred MB at most, whatever the bytes are, and time by the pixels.
 */
export async function readSignatureImage(bytes: Uint8Array): Promise<SignatureImage | ImageFault> {
  if (bytes.length > maxImageBytes) return 'too_large'
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (isPng(file)) return await pngImage(file)
    return isJpeg(file) ? await jpegImage(file) : 'not_an_image'
  } catch (error) {
    if (error instanceof UnusableImage) return error.fault
    throw error
  }
}

const blank = new UnusableImage('blank', 'Almost nothing is dark')

async function pngImage(file: Buffer): Promise<SignatureImage> {
  const { width, height, samples, colour, alpha, exif } = await pngPixels(file)
  if (isBlank({ colour, samples, alpha })) throw blank
  const packed = async (plane: Buffer, of: 1 | 3): Promise<ImagePlane> => {
    return { form: 'packed', data: await packedPixels(plane, width, of), samples: of }
  }
  const planes = { colour: await packed(colour, samples), alpha: alpha && (await packed(alpha, 1)) }
  return { width, height, orientation: exif ? exifOrientation(exif) : 1, ...planes }
}

async function jpegImage(file: Buffer): Promise<SignatureImage> {
  const { width, height, samples, exif, bytes } = readJpegFile(file)
  if (isBlank({ colour: await jpegSamples(bytes), samples, alpha: null })) throw blank
  const orientation = exif ? exifOrientation(exif) : 1
  return { width, height, orientation, colour: { form: 'jpeg', data: bytes, samples }, alpha: null }
}
