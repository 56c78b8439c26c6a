import { type PdfArray, type PdfDict, PdfNumber, type PdfStream } from '@libpdf/core'
import { type Row, readRows } from './cross-reference-rows.ts'
import { ObjectReader } from './object-reader.ts'
import { unpackedStream } from './unpacked-stream.ts'
import { UnusualPdf } from './unusual-pdf.ts'

/** Where an object is: at an offset of the file, at a place in an object stream, or nowhere. */
export type ObjectPlace =
  | { kind: 'plain'; offset: number; generation: number }
  | { kind: 'packed'; stream: number; index: number }
  | { kind: 'free' }

/** One part of the cross-reference information, as one save of the file wrote it. */
export type CrossReferenceSection = {
  /** Of a section that is a stream, its dictionary. */
  trailer: PdfDict
  isStream: boolean
  /** Above the highest object number that it knows. */
  end: number
  /** Whether every reader finds the same rows: those of a table have the length that the standard gives them. */
  isRegular: boolean
  /** Null when the section does not know the object. */
  find(objectNumber: number): ObjectPlace | null
  entries(): Iterable<[objectNumber: number, place: ObjectPlace]>
}

/** Consecutive object numbers, the first of which has the place of index 0. */
type Range = { first: number; count: number; place(index: number): ObjectPlace }

const widestField = 8
const generationOfListHead = 65_535

/** A table (ISO 32000-2 §7.5.4) at the word `xref`, and where its trailer ends. Regular rows are read when asked for. */
export function readTable(bytes: Uint8Array, position: number): { section: CrossReferenceSection; endOffset: number } {
  const reader = new ObjectReader(bytes, position)
  const ranges: Range[] = []
  let isRegular = true
  reader.expect('xref')
  while (!reader.accepts('trailer')) {
    const [first, count] = [reader.integer(), reader.integer()]
    const rows = readRows(reader, count)
    // Some writers count from 1 where the head of the list of free objects, number 0, comes first.
    const isShifted = first === 1 && count > 0 && isListHead(rows.row(0))
    isRegular &&= rows.isRegular && !isShifted
    ranges.push({ first: isShifted ? 0 : first, count, place: (index) => placeOf(rows.row(index)) })
  }
  const trailer = reader.dictionary()
  return { section: section(trailer, ranges, { isStream: false, isRegular }), endOffset: reader.position }
}

function isListHead({ isFree, generation }: Row): boolean {
  return isFree && generation === generationOfListHead
}

/** No object stands at offset 0, where the header is: some writers put it for objects that they dropped. */
function placeOf({ isFree, offset, generation }: Row): ObjectPlace {
  return isFree || offset === 0 ? { kind: 'free' } : { kind: 'plain', offset, generation }
}

/** A cross-reference stream (ISO 32000-2 §7.5.8) of at most so many bytes of rows, and how many they are. */
export function sectionOfStream(
  stream: PdfStream,
  mostBytes: number,
): { section: CrossReferenceSection; bytesOfRows: number } {
  if (stream.getName('Type')?.value !== 'XRef') throw new UnusualPdf('No cross-reference stream')
  const widths = integers(stream.getArray('W'))
  const size = stream.getNumber('Size')?.value
  const length = widths.reduce((sum, width) => sum + width, 0)
  if (widths.length !== 3 || length === 0 || widths.some((width) => width > widestField) || size === undefined)
    throw new UnusualPdf('The cross-reference stream has no rows')
  const rows = unpackedStream(stream, mostBytes)
  const index = stream.has('Index') ? integers(stream.getArray('Index')) : [0, size]
  const ranges: Range[] = []
  let offset = 0
  for (let pair = 0; pair < index.length; pair += 2) {
    const [first, count] = [index[pair], index[pair + 1]]
    if (first === undefined || count === undefined) throw new UnusualPdf('The index of the rows is odd')
    const start = offset
    ranges.push({ first, count, place: (row) => placeInStream(rows, start + row * length, widths) })
    offset += count * length
  }
  if (offset > rows.length) throw new UnusualPdf('The cross-reference stream is too short')
  const isRegular = offset === rows.length
  return { section: section(stream, ranges, { isStream: true, isRegular }), bytesOfRows: rows.length }
}

function placeInStream(rows: Uint8Array, offset: number, widths: number[]): ObjectPlace {
  let position = offset
  const [kind, second, third] = widths.map((width, field) => {
    let value = width === 0 && field === 0 ? 1 : 0
    for (const end = position + width; position < end; position += 1) value = value * 256 + (rows[position] ?? 0)
    return value
  })
  if (kind === 0 || second === undefined || third === undefined) return { kind: 'free' }
  if (!Number.isSafeInteger(second) || !Number.isSafeInteger(third)) throw new UnusualPdf('A row holds a huge number')
  if (kind === 1) return placeOf({ isFree: false, offset: second, generation: third })
  if (kind === 2) return { kind: 'packed', stream: second, index: third }
  throw new UnusualPdf(`Rows of kind ${kind} are not known`)
}

function integers(array: PdfArray | undefined): number[] {
  return (array?.toArray() ?? []).map((each) => {
    if (!(each instanceof PdfNumber) || !Number.isSafeInteger(each.value) || each.value < 0)
      throw new UnusualPdf('Not a list of whole numbers')
    return each.value
  })
}

function section(
  trailer: PdfDict,
  ranges: readonly Range[],
  kind: Pick<CrossReferenceSection, 'isStream' | 'isRegular'>,
): CrossReferenceSection {
  const sorted = ranges.filter(({ count }) => count > 0).sort((a, b) => a.first - b.first)
  if (sorted.some(({ first }, index) => first < endOf(sorted[index - 1])))
    throw new UnusualPdf('The ranges of object numbers overlap')
  const find = (objectNumber: number): ObjectPlace | null => {
    const range = sorted[lastStartingBy(sorted, objectNumber)]
    if (!range || objectNumber >= endOf(range)) return null
    return range.place(objectNumber - range.first)
  }
  function* entries(): Iterable<[number, ObjectPlace]> {
    for (const { first, count, place } of sorted)
      for (let index = 0; index < count; index += 1) yield [first + index, place(index)]
  }
  return { trailer, ...kind, end: endOf(sorted.at(-1)), find, entries }
}

function endOf(range: Range | undefined): number {
  return range ? range.first + range.count : 0
}

/** The index of the last range that starts at or before the number; -1 if all start after it. */
function lastStartingBy(ranges: readonly Range[], objectNumber: number): number {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.first ?? Number.POSITIVE_INFINITY) <= objectNumber) low = middle + 1
    else high = middle
  }
  return low - 1
}
