import type { PdfStream } from '@libpdf/core'

/**
 * A file that is not quite as ISO 32000-2 describes, or uses what is not understood here. Whoever catches this gives the
 * file to the library, which repairs what can be repaired.
 */
export class UnusualPdf extends Error {}

/** A file whose structure unpacks to more than is read here. Do not give it to the library, which has no such bound. */
export class OversizedPdf extends UnusualPdf {}

/** The data of a stream, its filters undone. */
export function decodedData(stream: PdfStream): Uint8Array {
  try {
    return stream.getDecodedData()
  } catch (cause) {
    throw new UnusualPdf('A stream of the structure cannot be unpacked', { cause })
  }
}
