import { CsvError, parse } from 'csv-parse/sync'
import { csvText, declaredDelimiter } from '../../../shared/platform/csv-text.ts'
import { heading } from '../../../shared/platform/heading.ts'

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

const options = {
  record_delimiter: lineEnds,
  // The import reports each row whose length differs from that of the header.
  relax_column_count: true,
  skip_empty_lines: true,
  // A quote within a cell that was not quoted is a part of it.
  relax_quotes: true,
}

/**
 * The rows of a CSV file (RFC 4180, any line end, any of three delimiters), as far as `maxRows` and one more. Rows of empty cells are none.
 * The delimiter is the one that finds most of the `expected` columns in the header.
 */
export function csvTable(bytes: Uint8Array, maxRows: number, expected: readonly string[] = []): CsvTable | CsvFault {
  const text = csvText(bytes)
  const declared = declaredDelimiter.exec(text)
  const utf8 = Buffer.from(text)
  const start = declared ? Buffer.byteLength(declared[0]) : 0
  const rows: CsvRow[] = []
  const lines = lineCounter(utf8, start)
  try {
    withoutStacks(() =>
      parse(utf8.subarray(start), {
        ...options,
        delimiter: declared?.[1] ?? delimiterOf(text, expected),
        on_record: (cells: readonly string[], { bytes: endsAt }: { bytes: number }) => {
          if (rows.length > maxRows + 1) return null
          const line = lines.ofRowUpTo(start + endsAt)
          if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells })
          return null
        },
      }),
    )
    const [header, ...others] = rows
    return { header: header?.cells.map(heading) ?? [], rows: others }
  } catch (error) {
    if (error instanceof CsvError) return { faultyLine: lineAfter(utf8, start + bytesBefore(error)) }
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

/** The delimiter that finds most of the expected columns; of several, the one that the header has most often outside of quotes. */
function delimiterOf(text: string, expected: readonly string[]): string {
  const wanted = new Set(expected.map(heading))
  const found = (delimiter: string) => headerCells(text, delimiter).filter((cell) => wanted.has(heading(cell))).length
  const counts = delimitersIn(text)
  const ranked = delimiters.map((delimiter) => ({
    delimiter,
    found: found(delimiter),
    count: counts.get(delimiter) ?? 0,
  }))
  const [best] = ranked.toSorted((a, b) => b.found - a.found || b.count - a.count)
  return best?.delimiter ?? ','
}

/** The longest header that is read to find the delimiter, in characters. */
const maxHeaderLength = 65_536

function headerCells(text: string, delimiter: string): readonly string[] {
  try {
    const [cells = []] = withoutStacks(() => parse(text.slice(0, maxHeaderLength), { ...options, delimiter, to: 1 }))
    return cells.map(String)
  } catch (error) {
    if (error instanceof CsvError) return []
    throw error
  }
}

/** How often the header has each delimiter, outside of quotes. */
function delimitersIn(text: string): Map<string, number> {
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
  return counts
}

function bytesBefore(error: CsvError): number {
  return Number(Reflect.get(error, 'bytes')) || 0
}

/** csv-parse counts a quoted CRLF as two lines, so line ends are counted here, row by row. */
function lineCounter(utf8: Buffer, from: number) {
  let [line, at] = [1 + lineEndsIn(utf8, 0, from), from]
  return {
    /** The line where the row begins that ends before a byte. */
    ofRowUpTo(endsAt: number): number {
      const start = afterLineEnds(utf8, at)
      const begun = line + lineEndsIn(utf8, at, start)
      line = begun + lineEndsIn(utf8, start, endsAt)
      at = endsAt
      return begun
    },
  }
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
