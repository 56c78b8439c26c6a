import { UnusableImage } from './image-fault.ts'

/**
 * Throws unless libjpeg-turbo reads every code of a JPEG, without as much as a warning. Its limits are those of who calls:
 * it takes room and time by the pixels and the scans. An instance is for one picture: what failed leaves its memory taken.
 */
export async function checkJpegDecodes(bytes: Uint8Array): Promise<void> {
  const { default: libjpegTurbo } = await import('@cornerstonejs/codec-libjpeg-turbo-8bit/decode')
  const { JPEGDecoder } = await libjpegTurbo()
  const decoder = new JPEGDecoder()
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes)
    decoder.decode()
  } catch (cause) {
    throw new UnusableImage('damaged', `The data cannot be decoded: ${cause}`)
  }
}
