import { expect, test } from 'vitest'
import type { AuditEntry } from '../../../functions/console/app/api-types.ts'
import { ChainCheck, type ChainFindings } from '../../../functions/console/app/audit/chain-check.ts'
import { entryFormats } from '../../../functions/console/app/audit/entry-file.ts'
import { entryHash } from '../../../shared/audit/told-entry.ts'

const day = '2026-03-01'

function entry(number: number, prevHash: string): AuditEntry {
  const content = {
    id: `entry ${number}`,
    orgId: 'org',
    at: `${day}T10:00:0${number}.000Z`,
    actor: { type: 'user' as const, id: 'u', name: 'Ann "A" Lee', onBehalfOf: null },
    action: 'node.renamed' as const,
    target: { type: 'node', id: 'n', label: '=SUM(A1)' },
    nodeId: null,
    changes: [{ field: 'name', from: 'é', to: `${number}` }],
    ip: null,
    userAgent: null,
    requestId: 'r',
    livemode: true,
    prevHash,
  }
  return { ...content, hash: entryHash({ ...content, hash: null }, prevHash) }
}

/** A chain, the newest first, as the API lists it. */
function chain(length: number, before = ''): AuditEntry[] {
  const entries: AuditEntry[] = []
  for (let number = 0; number < length; number++) entries.push(entry(number, entries.at(-1)?.hash ?? before))
  return entries.toReversed()
}

async function checked(entries: readonly AuditEntry[]): Promise<ChainFindings> {
  const check = new ChainCheck()
  // Page by page.
  for (let start = 0; start < entries.length; start += 2) await check.add(entries.slice(start, start + 2))
  return check.findings()
}

const whole = { altered: [], orphans: [], pending: 0 }

test('a chain is whole in any order, also where its beginning was deleted after three years', async () => {
  expect(await checked(chain(7))).toEqual({ ...whole, count: 7 })
  expect(await checked(chain(7).toSorted((a, b) => (a.hash ?? '').localeCompare(b.hash ?? '')))).toEqual({
    ...whole,
    count: 7,
  })
  expect(await checked(chain(5, 'deleted'))).toEqual({ ...whole, count: 5 })
  expect(await checked([])).toEqual({ ...whole, count: 0 })
})

test('entries that are not linked yet are counted and do not break it', async () => {
  const pending = { ...entry(9, ''), hash: null, prevHash: null }
  expect(await checked([pending, ...chain(3)])).toEqual({ ...whole, count: 4, pending: 1 })
})

test.each([{ prevHash: null }, { hash: null }])(
  'an entry with one of its two hashes alone is told: %j',
  async (half) => {
    const entries = chain(5).map((one) => (one.id === 'entry 4' ? { ...one, ip: '203.0.113.9', ...half } : one))
    expect(await checked(entries)).toMatchObject({ altered: [{ id: 'entry 4' }], pending: 0, count: 5 })
  },
)

test('an entry that was altered is told', async () => {
  const entries = chain(5).map((one) => (one.id === 'entry 2' ? { ...one, ip: '203.0.113.9' } : one))
  expect(await checked(entries)).toMatchObject({ altered: [{ id: 'entry 2' }], orphans: [] })
})

test('an entry that was removed is told by the one after it', async () => {
  const entries = chain(5).filter(({ id }) => id !== 'entry 2')
  expect(await checked(entries)).toMatchObject({ altered: [], orphans: [{ id: 'entry 3' }], count: 4 })
})

test('a file for spreadsheets has a row for each entry, and no cell that is read as a formula', () => {
  const { header, lineOf } = entryFormats.csv
  const [first = entry(0, '')] = chain(1)
  expect(header).toMatch(/^\ufeffat,action,actor\.type,.*,hash,prevHash\r\n$/)
  const row = lineOf(first)
  expect(row.split('\r\n')).toHaveLength(2)
  expect(row).toContain('"Ann ""A"" Lee"')
  expect(row).toContain(",'=SUM(A1),")
})

test('a file for machines has all that the hash covers', () => {
  const [first = entry(0, '')] = chain(1)
  expect(JSON.parse(entryFormats.ndjson.lineOf(first))).toEqual(first)
})
