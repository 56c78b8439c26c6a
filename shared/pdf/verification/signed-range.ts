import { PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef, PdfString } from '@libpdf/core'
import { ObjectReader } from '../object-reader.ts'
import { isPadding } from '../pdf-inspection.ts'
import { UnusualPdf } from '../unusual-pdf.ts'

/** What of a file one signature is over: from its first byte to `end`, without the gap. */
export interface SignedRange {
  readonly gap: { readonly start: number; readonly end: number }
  readonly end: number
  /** The signature dictionary as it stands in the signed bytes: an update may tell it otherwise. */
  readonly dictionary: PdfDict
  readonly contents: Uint8Array
}

/** A signature's value as the document's structure tells it. */
export interface SignatureValue {
  /** Null where it is no object of its own. */
  readonly ref: PdfRef | null
  readonly dictionary: PdfDict
}

/**
 * The range of a signature, or null where it is not well-formed: it starts with the file, leaves out one gap, and the gap
 * is the hexadecimal string of the very signature, in the very dictionary, and nothing else. Whatever else could stand
 * in the gap, or before the range, would not be signed; this is what signature wrapping and forged ranges rest on.
 */
export function signedRange(bytes: Uint8Array, value: SignatureValue): SignedRange | null {
  const numbers = byteRangeOf(value.dictionary.get('ByteRange'))
  const contents = value.dictionary.get('Contents')
  if (!numbers || !(contents instanceof PdfString)) return null
  const [start, before, after, length] = numbers
  const end = after + length
  if (start !== 0 || before === 0 || after <= before || length === 0 || end > bytes.length) return null
  const gap = { start: before, end: after }
  if (!isHexString(bytes, gap)) return null
  const dictionary = dictionaryAround(bytes, gap, value.ref)?.dictionary
  if (!dictionary || byteRangeOf(dictionary.get('ByteRange'))?.join() !== numbers.join()) return null
  const signed = dictionary.get('Contents')
  if (!(signed instanceof PdfString) || Buffer.compare(signed.bytes, contents.bytes) !== 0) return null
  return { gap, end, dictionary, contents: signed.bytes }
}

export function partsOf(bytes: Uint8Array, { gap, end }: SignedRange): [Uint8Array, Uint8Array] {
  return [bytes.subarray(0, gap.start), bytes.subarray(gap.end, end)]
}

/** The four numbers of a /ByteRange: two pairs of an offset and a length. */
export function byteRangeOf(array: PdfObject | undefined): [number, number, number, number] | null {
  if (!(array instanceof PdfArray) || array.length !== 4) return null
  const numbers = array.toArray().map((each) => (each instanceof PdfNumber ? each.value : -1))
  const [start = -1, before = -1, after = -1, length = -1] = numbers
  return numbers.every((each) => Number.isSafeInteger(each) && each >= 0) ? [start, before, after, length] : null
}

const lessThan = 0x3c
const greaterThan = 0x3e

/** White space may stand between the digits (ISO 32000-2 §7.3.4.3). */
export function isHexString(bytes: Uint8Array, { start, end }: SignedRange['gap']): boolean {
  if (bytes[start] !== lessThan || bytes[end - 1] !== greaterThan || end > bytes.length) return false
  for (let index = start + 1; index < end - 1; index += 1)
    if (!isHexDigit(bytes[index] ?? 0) && !isPadding(bytes[index])) return false
  return true
}

function isHexDigit(byte: number): boolean {
  const letter = byte | 0x20
  return (byte >= 0x30 && byte <= 0x39) || (letter >= 0x61 && letter <= 0x66)
}

/** Between the start of an object and its signature there are a few hundred bytes, or some certificates. */
const searchedBytes = 256 * 1024
const mostCandidates = 16

/**
 * The dictionary whose /Contents fills the gap, read from the signed bytes themselves. The number of its object may
 * follow the end of an earlier revision without a line between, as in `%%EOF12 0 obj`.
 */
export function dictionaryAround(
  bytes: Uint8Array,
  gap: SignedRange['gap'],
  ref: PdfRef | null,
): SignatureValue | null {
  const from = Math.max(0, gap.start - searchedBytes)
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, gap.start - from).toString('latin1')
  let candidate = text.length
  for (let tries = 0; tries < mostCandidates; tries += 1) {
    candidate = candidate > 0 ? text.lastIndexOf('obj', candidate - 1) : -1
    if (candidate < 0) return null
    const [, objectNumber, generation] =
      /(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]*$/.exec(text.slice(Math.max(0, candidate - 40), candidate)) ?? []
    if (objectNumber === undefined || (ref && Number(objectNumber) !== ref.objectNumber)) continue
    const dictionary = dictionaryIn(bytes, from + candidate + 'obj'.length, gap)
    if (dictionary) return { ref: PdfRef.of(Number(objectNumber), Number(generation)), dictionary }
  }
  return null
}

function dictionaryIn(bytes: Uint8Array, position: number, gap: SignedRange['gap']): PdfDict | null {
  try {
    const reader = new PlacingReader(bytes, position)
    reader.object()
    reader.expect('endobj')
    return reader.dictionaryWithContentsAt(gap)
  } catch (error) {
    if (error instanceof UnusualPdf) return null
    throw error
  }
}

/** Notes where dictionaries and strings stand. */
class PlacingReader extends ObjectReader {
  readonly #dictionaries: PdfDict[] = []
  readonly #strings = new Map<PdfObject, { start: number; end: number }>()

  override object(depth = 0): PdfObject {
    this.skipSpace()
    const start = this.position
    const object = super.object(depth)
    if (object instanceof PdfDict) this.#dictionaries.push(object)
    if (object instanceof PdfString) this.#strings.set(object, { start, end: this.position })
    return object
  }

  dictionaryWithContentsAt({ start, end }: SignedRange['gap']): PdfDict | null {
    const isThere = (dictionary: PdfDict) => {
      const contents = dictionary.get('Contents')
      const place = contents && this.#strings.get(contents)
      return place?.start === start && place.end === end
    }
    return this.#dictionaries.find(isThere) ?? null
  }
}
