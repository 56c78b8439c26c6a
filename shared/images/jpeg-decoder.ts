import { UnusableImage } from './image-fault.ts'

/**
 * The samples of a JPEG, one byte each, by pixels. Throws unless libjpeg-turbo reads every code without a warning. The
 * caller limits the pixels and the scans, which decide about room and time. An instance is for one picture: a failure
 * leaves its memory taken.
 */
export async function jpegSamples(bytes: Uint8Array): Promise<Uint8Array> {
  const { default: libjpegTurbo } = await import('@cornerstonejs/codec-libjpeg-turbo-8bit/decode')
  const { JPEGDecoder } = await libjpegTurbo()
  const decoder = new JPEGDecoder()
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes)
    decoder.decode()
    return decoder.getDecodedBuffer()
  } catch (cause) {
    throw new UnusableImage('damaged', `The data cannot be decoded: ${cause}`)
  }
}
