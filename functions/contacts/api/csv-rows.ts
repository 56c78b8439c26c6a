import { CsvError, parse } from 'csv-parse/sync'

/** A row, and the line of the file where it begins. The header is line 1, unless empty lines come before it. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

export interface CsvTable {
  readonly header: readonly string[]
  readonly rows: readonly CsvRow[]
}

/** The line where an unreadable row begins. */
export interface CsvFault {
  readonly faultyLine: number
}

const delimiters = [',', ';', '\t'] as const
const lineEnds = ['\r\n', '\n', '\r']

/** The rows of a CSV file (RFC 4180, any line end, any of three delimiters), as far as `maxRows` and one more. */
export function csvTable(bytes: Uint8Array, maxRows: number): CsvTable | CsvFault {
  const text = decoded(bytes)
  const utf8 = Buffer.from(text)
  try {
    const found = withoutStacks(() =>
      parse(utf8, {
        delimiter: delimiterOf(text),
        record_delimiter: lineEnds,
        info: true,
        to: maxRows + 2,
        // Rows of another length than the header are told one by one.
        relax_column_count: true,
        skip_empty_lines: true,
        // A quote within a cell that was not quoted is a part of it.
        relax_quotes: true,
      }),
    )
    const [header, ...rows] = withLines(found.map(readRow), utf8)
    return { header: header?.cells.map((name) => name.trim()) ?? [], rows }
  } catch (error) {
    if (error instanceof CsvError) return { faultyLine: lineAfter(utf8, bytesBefore(error)) }
    throw error
  }
}

/** csv-parse makes an error for every row of another length, even if such rows are accepted. Most of its cost is the stack. */
function withoutStacks<Result>(read: () => Result): Result {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return read()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** UTF-8 without its byte order mark. Any other file comes from an older spreadsheet. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The delimiter that the header has most often, outside of quotes. */
function delimiterOf(text: string): string {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  let isBegun = false
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && isBegun && (letter === '\r' || letter === '\n')) break
    const count = counts.get(letter)
    if (count !== undefined && !isQuoted) counts.set(letter, count + 1)
    isBegun ||= letter !== '\r' && letter !== '\n'
  }
  return delimiters.reduce((best, each) => ((counts.get(each) ?? 0) > (counts.get(best) ?? 0) ? each : best))
}

interface Read {
  readonly cells: readonly string[]
  /** The bytes up to the end of the row. */
  readonly endsAt: number
}

function readRow(found: unknown): Read {
  const { record, info } = Object(found)
  if (!Array.isArray(record)) throw new Error('csv-parse gave no row')
  return { cells: record.map(String), endsAt: Number(info.bytes) }
}

function bytesBefore(error: CsvError): number {
  return Number(Reflect.get(error, 'bytes')) || 0
}

/** csv-parse counts a quoted CRLF as two lines, so line ends are counted here. */
function withLines(rows: readonly Read[], utf8: Buffer): CsvRow[] {
  let [line, at] = [1, 0]
  return rows.map(({ cells, endsAt }) => {
    const start = afterLineEnds(utf8, at)
    line += lineEndsIn(utf8, at, start)
    const row = { line, cells }
    line += lineEndsIn(utf8, start, endsAt)
    at = endsAt
    return row
  })
}

function lineAfter(utf8: Buffer, at: number): number {
  return 1 + lineEndsIn(utf8, 0, afterLineEnds(utf8, at))
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d]

function afterLineEnds(utf8: Buffer, from: number): number {
  let at = from
  while (utf8[at] === lineFeed || utf8[at] === carriageReturn) at++
  return at
}

function lineEndsIn(utf8: Buffer, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++)
    if (utf8[at] === lineFeed || (utf8[at] === carriageReturn && utf8[at + 1] !== lineFeed)) count++
  return count
}
