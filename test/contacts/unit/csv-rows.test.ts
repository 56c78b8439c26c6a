import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvTable } from '../../../functions/contacts/api/csv-rows.ts'
import { unreadable } from '../../../shared/platform/csv-text.ts'

const maxRows = 5_000

interface Dialect {
  readonly delimiter: string
  readonly lineEnd: string
  readonly quotesAll: boolean
  readonly hasMark: boolean
}

const dialects = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t'),
  lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
  quotesAll: fc.boolean(),
  hasMark: fc.boolean(),
})

const cells = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\r', '\n', ' ', 'é'), maxLength: 8 }),
)

function written(cell: string, { quotesAll }: Dialect): string {
  return quotesAll || cell === '' || /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

function fileOf(rows: readonly (readonly string[])[], dialect: Dialect): string {
  const lines = rows.map((row) => row.map((cell) => written(cell, dialect)).join(dialect.delimiter))
  return `${dialect.hasMark ? '\ufeff' : ''}${lines.join(dialect.lineEnd)}`
}

const lineEndsIn = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0

describe('the rows of a CSV file', () => {
  test('are those that were written, in any dialect, each with the line in which it begins', () => {
    const tables = fc
      .integer({ min: 2, max: 5 })
      .chain((width) =>
        fc.array(fc.array(cells, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
      )
    fc.assert(
      fc.property(tables, dialects, (rows, dialect) => {
        const header = (rows[0] ?? []).map((_, index) => `column ${index}`)
        const read = csvTable(Buffer.from(fileOf([header, ...rows], dialect)), maxRows)
        let line = 2
        const expected = rows.map((row) => {
          const begun = line
          line += 1 + lineEndsIn(row.map((cell) => written(cell, dialect)).join(dialect.delimiter))
          return { line: begun, cells: row }
        })
        const filled = expected.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
        expect(read).toEqual({ header, rows: filled })
      }),
      { numRuns: 500 },
    )
  })

  test('are read, or refused with a line, of whatever bytes', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .string({ unit: fc.constantFrom('a', '"', ',', ';', '\r', '\n', '\ufeff', '\0') })
        .map((text) => Buffer.from(text)),
    )
    fc.assert(
      fc.property(bytes, (file) => {
        const read = csvTable(file, maxRows)
        if ('faultyLine' in read) expect(read.faultyLine).toBeGreaterThan(0)
        else expect(read.rows.every(({ line }, at) => line > (read.rows[at - 1]?.line ?? 0))).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    ['windows-1252', Buffer.from([0x61, 0x0a, 0x80, 0x92, 0xe9]), '€’é'],
    ['UTF-8', Buffer.from('a\n€’é'), '€’é'],
    ['UTF-8 with a mark', Buffer.from('\ufeffa\n€’é'), '€’é'],
    ['UTF-16 with a mark', Buffer.from('\ufeffa\n€’é', 'utf16le'), '€’é'],
    ['big-endian UTF-16 with a mark', Buffer.from('\ufeffa\n€’é', 'utf16le').swap16(), '€’é'],
  ])('are decoded from %s', (_, file, cell) => {
    expect(csvTable(file, maxRows)).toEqual({ header: ['a'], rows: [{ line: 2, cells: [cell] }] })
  })

  test('keep their accents where one byte of the file is no UTF-8, which the text shows', () => {
    const file = Buffer.concat([Buffer.from('a\nÉlodie\nRen'), Buffer.from([0xe9]), Buffer.from('\n')])
    expect(csvTable(file, maxRows)).toMatchObject({ rows: [{ cells: ['Élodie'] }, { cells: [`Ren${unreadable}`] }] })
  })

  test('are those with a cell, each called by its line', () => {
    const file = Buffer.from('\n;;\na;b\n;\n;;;\n1;2\n ; \n\n3;4\n')
    expect(csvTable(file, maxRows)).toEqual({
      header: ['a', 'b'],
      rows: [
        { line: 6, cells: ['1', '2'] },
        { line: 9, cells: ['3', '4'] },
      ],
    })
  })

  test('count without those of empty cells', () => {
    const file = Buffer.from(`a;b\n${';\n'.repeat(100)}${'1;2\n'.repeat(5)}`)
    expect(csvTable(file, 5)).toMatchObject({ rows: { length: 5 } })
  })

  test.each([
    ['sep=;\r\na,b;c\r\n1,2;3\r\n', ['a,b', 'c'], 3],
    ['\ufeff"sep=,"\na,b;c;d\n1,2;3\n', ['a', 'b;c;d'], 3],
    ['SEP=|\na|b\n1|2\n', ['a', 'b'], 3],
  ])('are parted as the first line says: %j', (text, header, line) => {
    expect(csvTable(Buffer.from(text), maxRows)).toMatchObject({ header, rows: [{ line }] })
  })

  test('are parted by what finds the expected columns, before what the header has most often', () => {
    const file = Buffer.from('Last, First, or Company;E-mail\n1,2;3\n')
    expect(csvTable(file, maxRows, ['E-mail'])).toMatchObject({ header: ['Last, First, or Company', 'E-mail'] })
    expect(csvTable(file, maxRows, ['none'])).toMatchObject({ header: ['Last', 'First', 'or Company;E-mail'] })
  })

  test('have headings of composed characters with single spaces', () => {
    const file = Buffer.from('Pre\u0301nom\u00a0 usuel ;"E-mail\n1"\nx;y\n')
    expect(csvTable(file, maxRows)).toMatchObject({ header: ['Pr\u00e9nom usuel', 'E-mail 1'] })
  })

  test('are parted by what parts the header, outside of its quotes', () => {
    const read = csvTable(Buffer.from('"a,b,c";d\n1,2;3\n'), maxRows)
    expect(read).toEqual({ header: ['a,b,c', 'd'], rows: [{ line: 2, cells: ['1,2', '3'] }] })
  })

  test.each([
    ['that never ends', 'a\n\n"x\ny', 3],
    ['in the header', '"a', 1],
  ])('a quote %s is told by the line in which its row begins', (_, text, faultyLine) => {
    expect(csvTable(Buffer.from(text), maxRows)).toEqual({ faultyLine })
  })

  test.each([
    ['in the middle of a cell', 'Le "Petit" Bar;B', 'Le "Petit" Bar'],
    ['at the end of a cell', 'Ecran 24";B', 'Ecran 24"'],
    ['around the first word', '"Le" Bar;B', '"Le" Bar'],
  ])('a quote %s is a part of it', (_, row, cell) => {
    const rows = [
      { line: 2, cells: [cell, 'B'] },
      { line: 3, cells: ['1', '2'] },
    ]
    expect(csvTable(Buffer.from(`a;b\n${row}\n1;2\n`), maxRows)).toEqual({ header: ['a', 'b'], rows })
  })

  test('are read as far as one more than are taken', () => {
    const file = Buffer.from(`a\n${'x\n'.repeat(maxRows + 50)}`)
    expect(csvTable(file, maxRows)).toMatchObject({ rows: { length: maxRows + 1 } })
  })

  test.each([
    ['commas', ','.repeat(65_536)],
    ['quotes', `a\n"${'""'.repeat(32_000)}`],
    ['line ends', '\n'.repeat(65_536)],
    ['cells', `a,b\n${'x,"y"\n'.repeat(10_000)}`],
  ])('take steps in proportion to the file: %s', (_, text) => {
    const milliseconds = (times: number) => {
      const file = Buffer.from(text.repeat(times))
      const from = performance.now()
      csvTable(file, 1_000_000)
      return performance.now() - from
    }
    milliseconds(1)
    expect(milliseconds(8)).toBeLessThan(Math.max(50, milliseconds(1)) * 40)
  })
})
