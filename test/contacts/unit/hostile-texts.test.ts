import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importLimits } from '../../../functions/contacts/model/import-limits.ts'
import { beginningsOf, isFoundBy, queryParts } from '../../../functions/contacts/model/search-query.ts'
import { maxTerms, searchTermsOf } from '../../../functions/contacts/model/search-terms.ts'
import { runs } from '../../support/proof.ts'
import { filledWith, hostileFiles, hostileKilobytes, hostileQueries } from './hostile-texts.ts'
import { rowsOfFile } from './read-rows.ts'
import { searchable } from './searchable.ts'

/** Rows with what they tell or with one fault each, and one more at most than are taken; or a refusal of the file. */
function expectReport(bytes: Uint8Array): void {
  const rows = rowsOfFile(bytes)
  if (rows === 'refused') return
  expect(rows.length).toBeLessThanOrEqual(importLimits.maxRows + 1)
  for (const row of rows) if (!('code' in row) && !('kind' in row)) expect.fail(JSON.stringify(row))
  const lines = rows.map(({ row }) => row)
  expect(lines).toEqual(lines.toSorted((a, b) => a - b))
}

describe('a file that is meant to break its reader', () => {
  test.for(Object.keys(hostileFiles))('of %s is reported on or refused', (name) => {
    expectReport(Buffer.from(hostileFiles[name] ?? ''))
  })

  test('of any few pieces over and over is reported on or refused', () => {
    const pieces = [...`",;\t\r\n '=+-@|\\a1é`, '\0', '""', '\r\n', '\u0301', '\ufeff', '\ud800', '👩‍', '\ufdfa']
    const unit = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }).map((some) => some.join(''))
    const texts = fc.array(fc.tuple(unit, fc.integer({ min: 1, max: 8_000 })), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.constantFrom('', 'first,last,tags\n', 'first;last\r\n'), texts, (header, parts) => {
        expectReport(Buffer.from(header + parts.map(([text, bytes]) => filledWith(text, bytes)).join('')))
      }),
      { numRuns: runs(150) },
    )
  })

  test('of any bytes is reported on or refused', () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: hostileKilobytes * 1024, size: 'max' })
    fc.assert(fc.property(bytes, expectReport), { numRuns: runs(40) })
  })
})

describe('a query that is meant to break its reader', () => {
  const contact = (text: string) =>
    searchTermsOf(searchable({ firstName: text.slice(0, 100), tags: [text.slice(0, 50)] }))

  test.for(Object.entries(hostileQueries))('of %s is taken apart', ([, q]) => {
    const parts = queryParts(q)
    for (const part of parts) expect(beginningsOf(part).every((beginning) => beginning !== '')).toBe(true)
    const terms = contact(q)
    expect(terms.length).toBeLessThanOrEqual(maxTerms)
    expect(typeof isFoundBy(terms, parts)).toBe('boolean')
  })

  test('of any few pieces is taken apart into few beginnings', () => {
    const pieces = fc.constantFrom(
      'a',
      'é',
      '1',
      '0',
      '+',
      ' ',
      '.',
      '@',
      '(0)',
      '-',
      '\u0301',
      '\ufdfa',
      '李',
      '\ud800',
    )
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 200 }), (some, times) => {
        const parts = queryParts(some.join('').repeat(times).slice(0, 200))
        expect(parts.flatMap(beginningsOf).length).toBeLessThan(2_000)
      }),
      { numRuns: runs(2_000) },
    )
  })
})
