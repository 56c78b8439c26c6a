import { constants, inflateRawSync, inflateSync } from 'node:zlib'
import { PdfArray, PdfName, type PdfObject, PdfRef, type PdfStream } from '@libpdf/core'

export const tooLong = 'A stream unpacks to too much'

/**
 * The data of a stream that people see, its filters undone as leniently as readers do. Throws where that is more than so many
 * bytes, and where it cannot be read.
 */
export function contentData(stream: PdfStream, mostBytes: number): Uint8Array {
  if (stream.get('Filter') instanceof PdfRef) throw new Error('The filters of a stream stand apart from it')
  const isPlainFlate = isFlate(stream.get('Filter')) && !stream.has('DecodeParms')
  const data = isPlainFlate ? inflated(stream.data, mostBytes) : stream.getDecodedData()
  if (data.length > mostBytes) throw new Error(tooLong)
  return data
}

function isFlate(filter: PdfObject | undefined): boolean {
  const only = filter instanceof PdfArray && filter.length === 1 ? filter.at(0) : filter
  return only instanceof PdfName && only.value === 'FlateDecode'
}

/** Readers show what there is of data that was cut off, and do not mind its checksum. */
export function inflated(data: Uint8Array, mostBytes: number): Uint8Array {
  const options = { maxOutputLength: mostBytes, finishFlush: constants.Z_SYNC_FLUSH }
  try {
    return inflateSync(data, options)
  } catch (error) {
    const isDamaged = error instanceof Error && 'code' in error && error.code === 'Z_DATA_ERROR'
    if (!isDamaged) throw new Error(tooLong, { cause: error })
    const headerBytes = 2
    return inflateRawSync(data.subarray(headerBytes), options)
  }
}
