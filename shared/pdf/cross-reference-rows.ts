import { carriageReturn, lineFeed } from './bytes.ts'
import type { ObjectReader } from './object-reader.ts'
import { UnusualPdf } from './unusual-pdf.ts'

/** One row of a table. */
export type Row = { isFree: boolean; offset: number; generation: number }

export type Rows = {
  /** Whether each has the layout of ISO 32000-2 §7.5.4. Readers that compute where a row is find no others. */
  isRegular: boolean
  row(index: number): Row
}

const rowLength = 20
const generationStart = 11
const kindStart = 17
const space = 0x20
const free = 'f'.charCodeAt(0)
const inUse = 'n'.charCodeAt(0)

/** Reads the rows of one range of a table, and leaves the reader after them. Regular rows are only looked over. */
export function readRows(reader: ObjectReader, count: number): Rows {
  reader.skipSpace()
  const { bytes, position } = reader
  if (!areRegular(bytes, position, count)) return irregularRows(reader, count)
  reader.position += count * rowLength
  return { isRegular: true, row: (index) => regularRow(bytes, position + index * rowLength) }
}

function areRegular(bytes: Uint8Array, position: number, count: number): boolean {
  if (position + count * rowLength > bytes.length) return false
  for (let index = 0; index < count; index += 1) if (!isRegular(bytes, position + index * rowLength)) return false
  return true
}

/** `0000000015 00000 n` and two bytes that end the line. */
function isRegular(bytes: Uint8Array, position: number): boolean {
  for (let column = 0; column < kindStart; column += 1) {
    const byte = bytes[position + column] ?? 0
    const isSeparator = column === generationStart - 1 || column === kindStart - 1
    if (isSeparator ? byte !== space : byte < 0x30 || byte > 0x39) return false
  }
  const [kind, first, second] = bytes.subarray(position + kindStart, position + rowLength)
  if (kind !== free && kind !== inUse) return false
  if (first === space) return second === carriageReturn || second === lineFeed
  return first === carriageReturn && second === lineFeed
}

function regularRow(bytes: Uint8Array, position: number): Row {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + position, rowLength).toString('latin1')
  return {
    isFree: text[kindStart] === 'f',
    offset: Number(text.slice(0, generationStart - 1)),
    generation: Number(text.slice(generationStart, kindStart - 1)),
  }
}

/** Such as rows of 19 bytes, whose line ends with one byte and no space before it. */
function irregularRows(reader: ObjectReader, count: number): Rows {
  const rows: Row[] = []
  for (let index = 0; index < count; index += 1) {
    const [offset, generation, kind] = [reader.integer(), reader.integer(), reader.word()]
    if (kind !== 'f' && kind !== 'n') throw new UnusualPdf(`No row of a table before byte ${reader.position}`)
    rows.push({ isFree: kind === 'f', offset, generation })
  }
  const row = (index: number): Row => {
    const found = rows[index]
    if (!found) throw new UnusualPdf(`The table has no row ${index}`)
    return found
  }
  return { isRegular: false, row }
}
