import { constants, deflateSync, inflateRawSync, inflateSync } from 'node:zlib'
import { PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { decodedLength } from './decoded-length.ts'

export const tooLong = 'A stream unpacks to too much'

/** Data in between the filters of a stream are more than is unpacked here. What its last filter makes of them is not known. */
export class TooMuchBetweenFilters extends Error {}

/** The data in between two filters of a stream are mostly smaller than those at the end. */
const mostBetweenFilters = 64 * 1024 * 1024

/** Is told of all bytes that are unpacked, also of those that are then too many. */
export type UnpackedCount = (bytes: number) => void

const uncounted: UnpackedCount = () => {}

/**
 * The data of a stream that people see, its filters undone as leniently as readers do. Throws where that is more than so many
 * bytes, and where it cannot be read. Never unpacks more than that, or than `mostBetweenFilters` before the last filter.
 */
export function contentData(stream: PdfStream, mostBytes: number, count: UnpackedCount = uncounted): Uint8Array {
  if (stream.get('Filter') instanceof PdfRef) throw new Error('The filters of a stream stand apart from it')
  const filters = filtersOf(stream)
  let { data } = stream
  for (const [index, filter] of filters.entries()) {
    const isLast = index === filters.length - 1
    try {
      data = undone(data, filter, isLast ? mostBytes : mostBetweenFilters, count)
    } catch (cause) {
      if (!isLast && isTooLong(cause)) throw new TooMuchBetweenFilters(tooLong, { cause })
      throw cause
    }
  }
  if (data.length > mostBytes) throw new Error(tooLong)
  return data
}

const isTooLong = (error: unknown) => error instanceof Error && error.message === tooLong

interface Filter {
  readonly name: string
  readonly parameters: PdfDict | null
}

function filtersOf(stream: PdfStream): Filter[] {
  const parameters = listOf(stream.get('DecodeParms'))
  return listOf(stream.get('Filter')).map((filter, index) => {
    if (!(filter instanceof PdfName)) throw new Error('A filter has no name')
    const own = parameters[index]
    return { name: filter.value, parameters: own instanceof PdfDict ? own : null }
  })
}

function listOf(value: PdfObject | undefined): PdfObject[] {
  if (value instanceof PdfArray) return value.toArray()
  return value ? [value] : []
}

function undone(data: Uint8Array, filter: Filter, mostBytes: number, count: UnpackedCount): Uint8Array {
  const { name, parameters } = filter
  if (name !== 'FlateDecode') {
    const isEarly = (parameters?.getNumber('EarlyChange')?.value ?? 1) === 1
    const length = decodedLength(name, data, mostBytes, isEarly)
    if (length > mostBytes && Number.isFinite(length) && name !== 'ASCII85Decode') throw new Error(tooLong)
    count(Math.min(length, mostBytes))
    return byLibrary(data, filter)
  }
  if ((parameters?.getNumber('Predictor')?.value ?? 1) <= 1) return inflated(data, mostBytes, count)
  // Predicted rows have a byte more than their own, of which there is one at least. The library undoes the prediction.
  return byLibrary(deflateSync(inflated(data, 2 * mostBytes, count), { level: 0 }), filter)
}

function byLibrary(data: Uint8Array, { name, parameters }: Filter): Uint8Array {
  const entries = { Filter: PdfName.of(name), ...(parameters && { DecodeParms: parameters }) }
  return new PdfStream(PdfDict.of(entries), data).getDecodedData()
}

/** Readers show what there is of data that was cut off, and do not mind its checksum. */
export function inflated(data: Uint8Array, mostBytes: number, count: UnpackedCount = uncounted): Uint8Array {
  const options = { maxOutputLength: mostBytes, finishFlush: constants.Z_SYNC_FLUSH }
  try {
    return counted(inflateSync(data, options), count)
  } catch (error) {
    const isDamaged = error instanceof Error && 'code' in error && error.code === 'Z_DATA_ERROR'
    if (!isDamaged) {
      count(mostBytes)
      throw new Error(tooLong, { cause: error })
    }
    const headerBytes = 2
    return counted(inflateRawSync(data.subarray(headerBytes), options), count)
  }
}

function counted(data: Buffer, count: UnpackedCount): Buffer {
  count(data.length)
  return data
}
