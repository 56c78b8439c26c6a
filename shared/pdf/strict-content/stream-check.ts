import { PdfArray, PdfDict, PdfName, PdfNull, type PdfObject, type PdfStream } from '@libpdf/core'
import { resolved } from '../active-content/objects.ts'
import { contentData, TooMuchBetweenFilters, tooLong } from '../content-data.ts'
import type { ObjectSource } from '../document-objects.ts'
import { ContentTooLarge, OddContent, UnknownLength } from './odd-content.ts'

const forData = new Set(['ASCIIHexDecode', 'ASCII85Decode', 'LZWDecode', 'FlateDecode', 'RunLengthDecode'])
const forImages = new Set(['CCITTFaxDecode', 'JBIG2Decode', 'DCTDecode', 'JPXDecode'])

const mostBytes = 128 * 1024 * 1024

/** Of all streams of a document together, those of images included: more than any document that is sent, and half a second of zlib. */
const mostBytesOfDocument = 1024 * 1024 * 1024

const unpacked = new WeakMap<ObjectSource, number>()

/** Counts what was unpacked of a document. Throws `UnknownLength` once that is too much. */
export function countUnpacked(source: ObjectSource, bytes: number) {
  const sum = (unpacked.get(source) ?? 0) + bytes
  unpacked.set(source, sum)
  if (sum > mostBytesOfDocument) throw new UnknownLength('The streams of the document unpack to too much')
}

/** The filters of a stream, in their order. Throws `OddContent` for any that not all readers undo in one way. */
export function checkedFilters(source: ObjectSource, stream: PdfStream): string[] {
  if (stream.has('F')) throw new OddContent('The data of a stream lie outside of the file')
  const filters = listOf(source, stream.get('Filter'))
  const names = filters.flatMap((filter) => (filter instanceof PdfName ? [filter.value] : []))
  const isKnown = names.every((name, index) => forData.has(name) || (forImages.has(name) && index === names.length - 1))
  if (names.length !== filters.length || !isKnown || names.length > 4) throw new OddContent('Unknown filters')
  const parameters = listOf(source, stream.get('DecodeParms'))
  for (const each of parameters) {
    if (each instanceof PdfNull || each === null) continue
    if (!(each instanceof PdfDict)) throw new OddContent('A filter has odd parameters')
    checkPredictor(source, each)
  }
  return names
}

function listOf(source: ObjectSource, object: PdfObject | undefined): (PdfObject | null)[] {
  const value = resolved(source, object)
  if (value instanceof PdfArray) return value.toArray().map((item) => resolved(source, item))
  return value && !(value instanceof PdfNull) ? [value] : []
}

function checkPredictor(source: ObjectSource, parameters: PdfDict) {
  const predictor = parameters.getNumber('Predictor', (ref) => source.getObject(ref))?.value ?? 1
  const isKnown = predictor === 1 || predictor === 2 || (predictor >= 10 && predictor <= 15)
  if (!isKnown) throw new OddContent('An unknown predictor')
}

export function isForImages(filters: readonly string[]): boolean {
  return forImages.has(filters.at(-1) ?? '')
}

/** The data of a stream that is no picture. Throws `OddContent` where they do not unpack, `ContentTooLarge` where they are more. */
export function checkedData(source: ObjectSource, stream: PdfStream, most = mostBytes): Uint8Array {
  const filters = checkedFilters(source, stream)
  if (isForImages(filters)) throw new OddContent('A filter for pictures packs other data')
  checkText(stream.data, filters[0])
  try {
    return contentData(stream, most, (bytes) => countUnpacked(source, bytes))
  } catch (cause) {
    if (cause instanceof UnknownLength) throw cause
    if (cause instanceof TooMuchBetweenFilters) throw new UnknownLength(cause.message, { cause })
    if (cause instanceof Error && cause.message === tooLong) throw new ContentTooLarge(cause.message, { cause })
    throw new OddContent('A stream does not unpack', { cause })
  }
}

const texts: Readonly<Record<string, RegExp>> = {
  ASCIIHexDecode: /^[\0\t\n\f\r \da-f]*>?[\0\t\n\f\r ]*$/i,
  ASCII85Decode: /^[\0\t\n\f\r ]*(<~)?[\0\t\n\f\r !-uz]*(~[\0\t\n\f\r ]*>)?[\0\t\n\f\r ]*$/,
}

/** Readers skip, or stop at, characters that do not belong to data in letters. */
function checkText(data: Uint8Array, filter: string | undefined) {
  const expected = texts[filter ?? '']
  if (expected && !expected.test(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1')))
    throw new OddContent('Data in letters have other characters')
}
