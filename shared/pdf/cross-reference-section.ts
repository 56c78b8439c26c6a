import { type PdfArray, type PdfDict, PdfNumber, type PdfStream } from '@libpdf/core'
import { ObjectReader } from './object-reader.ts'
import { decodedData, UnusualPdf } from './unusual-pdf.ts'

/** Where an object is: at an offset of the file, at a place in an object stream, or nowhere. */
export type Place =
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
  /** Null when the section does not know the object. */
  find(objectNumber: number): Place | null
}

/** Consecutive object numbers, whose rows of equal length start at an offset. */
type Range = { first: number; count: number; offset: number }

const rowLength = 20
/** Six bytes, above which offsets would not be exact. */
const widestField = 6

/** A table (ISO 32000-2 §7.5.4) at the word `xref`. Rows are read only when they are asked for. */
export function readTable(bytes: Uint8Array, position: number): CrossReferenceSection {
  const reader = new ObjectReader(bytes, position)
  const ranges: Range[] = []
  reader.expect('xref')
  while (!reader.accepts('trailer')) {
    const [first, count] = [reader.integer(), reader.integer()]
    reader.skipSpace()
    ranges.push({ first, count, offset: reader.position })
    reader.position += count * rowLength
  }
  const row = (offset: number) => rowOfTable(bytes, offset)
  // Some writers count from 1 where the head of the list of free objects, number 0, comes first.
  if (ranges[0]?.first === 1 && ranges[0].count > 0 && row(ranges[0].offset).kind === 'free')
    throw new UnusualPdf('The table starts at the wrong number')
  return { trailer: reader.dictionary(), isStream: false, end: endOf(ranges), find: finder(ranges, rowLength, row) }
}

function rowOfTable(bytes: Uint8Array, offset: number): Place {
  const row = Buffer.from(bytes.subarray(offset, offset + rowLength)).toString('latin1')
  const [, place, generation, kind] = /^(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n)$/.exec(row) ?? []
  if (!kind) throw new UnusualPdf(`No row of a table at byte ${offset}`)
  return kind === 'f' ? { kind: 'free' } : { kind: 'plain', offset: Number(place), generation: Number(generation) }
}

/** A cross-reference stream (ISO 32000-2 §7.5.8). */
export function sectionOfStream(stream: PdfStream): CrossReferenceSection {
  if (stream.getName('Type')?.value !== 'XRef') throw new UnusualPdf('No cross-reference stream')
  const widths = integers(stream.getArray('W'))
  const size = stream.getNumber('Size')?.value
  if (widths.length !== 3 || widths.some((width) => width > widestField) || size === undefined)
    throw new UnusualPdf('The cross-reference stream has no rows')
  const length = widths.reduce((sum, width) => sum + width, 0)
  const rows = decodedData(stream)
  const ranges = rangesOf(stream.has('Index') ? integers(stream.getArray('Index')) : [0, size], length)
  const last = ranges.at(-1)
  if (last && last.offset + last.count * length > rows.length)
    throw new UnusualPdf('The cross-reference stream is too short')
  const row = (offset: number) => rowOfStream(rows, offset, widths)
  return { trailer: stream, isStream: true, end: endOf(ranges), find: finder(ranges, length, row) }
}

function rangesOf(index: number[], length: number): Range[] {
  const ranges: Range[] = []
  let offset = 0
  for (let pair = 0; pair < index.length; pair += 2) {
    const [first, count] = [index[pair], index[pair + 1]]
    if (first === undefined || count === undefined) throw new UnusualPdf('The index of the rows is odd')
    ranges.push({ first, count, offset })
    offset += count * length
  }
  return ranges
}

function rowOfStream(rows: Uint8Array, offset: number, widths: number[]): Place {
  let position = offset
  const [kind, second, third] = widths.map((width, field) => {
    let value = width === 0 && field === 0 ? 1 : 0
    for (const end = position + width; position < end; position += 1) value = value * 256 + (rows[position] ?? 0)
    return value
  })
  if (second === undefined || third === undefined) throw new UnusualPdf('A row has three fields')
  if (kind === 0) return { kind: 'free' }
  if (kind === 1) return { kind: 'plain', offset: second, generation: third }
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

function endOf(ranges: Range[]): number {
  return ranges.reduce((end, { first, count }) => Math.max(end, first + count), 0)
}

function finder(ranges: Range[], length: number, row: (offset: number) => Place) {
  if (ranges.some(({ first }, index) => first < endOf(ranges.slice(Math.max(0, index - 1), index))))
    throw new UnusualPdf('The ranges of object numbers overlap or are in no order')
  return (objectNumber: number): Place | null => {
    const range = ranges[lastStartingBy(ranges, objectNumber)]
    if (!range || objectNumber >= range.first + range.count) return null
    return row(range.offset + (objectNumber - range.first) * length)
  }
}

/** The index of the last range that starts at or before the number; -1 if all start after it. */
function lastStartingBy(ranges: Range[], objectNumber: number): number {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.first ?? Number.POSITIVE_INFINITY) <= objectNumber) low = middle + 1
    else high = middle
  }
  return low - 1
}
