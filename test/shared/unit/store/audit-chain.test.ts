import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkLog, entriesIn, headsIn } from '../../../../infra/checks/audit/check-log.ts'
import { holds } from '../../../../infra/checks/evidence/report.ts'
import { linkedOnto } from '../../../../shared/audit/link-outbox-entries.ts'
import { toldEntry } from '../../../../shared/audit/told-entry.ts'
import type { ToldEntry } from '../../../../shared/audit/told-entry-schema.ts'
import { dayMs, timestamp } from '../../../../shared/platform/clock.ts'
import { contentHash } from '../../../../shared/platform/hash-chain.ts'
import { idAt, uuidV7 } from '../../../../shared/platform/ids.ts'
import { systemAuthor } from '../../../../shared/store/audit.ts'
import { auditRecordsOf, type OutboxEntry } from '../../../../shared/store/outbox-entry.ts'

const startMs = Date.parse('2026-03-01T12:00:00.000Z')
const orgId = '00000000-0000-4000-8000-000000000001'

function outboxAt(atMs: number, label: string, count: number): OutboxEntry {
  const target = { type: 'node', id: orgId, label }
  const audited = Array.from({ length: count }, (_, index) => ({
    action: 'node.renamed' as const,
    target,
    nodeId: null,
    changes: [{ field: 'name', from: undefined, to: `${label} ${index}` }],
  }))
  return {
    id: idAt(uuidV7(atMs), 0),
    orgId,
    livemode: true,
    at: timestamp(atMs),
    publishedAt: null,
    providerId: null,
    events: [],
    jobs: [],
    author: systemAuthor('request'),
    audited,
    links: null,
  }
}

/** Days of an organization, each a chain that starts from the end of the one before. */
function logOf(days: number, outboxEntriesADay: number): ToldEntry[] {
  let last = ''
  return Array.from({ length: days }, (_, day) => {
    const outboxEntries = Array.from({ length: outboxEntriesADay }, (_, index) =>
      outboxAt(startMs + day * dayMs + index, `${day}/${index}`, 1 + (index % 3)),
    )
    const linked = linkedOnto(last, outboxEntries)
    last = linked.at(-1)?.links.hashes.at(-1) ?? last
    return linked.flatMap(({ outboxEntry, links }) => auditRecordsOf({ ...outboxEntry, links }).map(toldEntry))
  }).flat()
}

const flawsOf = (entries: readonly ToldEntry[]) => checkLog(entries).checks.flatMap(({ flaws }) => flaws)
const at = (entries: readonly ToldEntry[], index: number): ToldEntry => {
  const entry = entries[index]
  if (!entry) throw new Error('there is no such entry')
  return entry
}
/** Places in a log that is then changed there. */
const places = fc.record({ first: fc.nat(19), second: fc.nat(19) }).filter(({ first, second }) => first !== second)
const log = logOf(2, 5)

describe('the chain of audit entries', () => {
  test('is checked where it has actions of a later version, and they are named', () => {
    const [first, ...others] = log
    const later = { ...first, action: 'node.painted', actor: { ...first?.actor, type: 'robot' } }
    const given = entriesIn('log.json', JSON.stringify({ results: [later, ...others] }))
    expect(flawsOf(given)).toEqual([expect.stringContaining('(node.painted,')])
    expect(checkLog(given).limits).toContainEqual(expect.stringMatching(/does not know: node\.painted\.$/))
    expect(() => entriesIn('log.json', JSON.stringify({ results: [{ ...first, action: 1 }] }))).toThrow('action')
  })

  test('holds in any order, as one answer or as pages, with an entry on two of them', () => {
    expect(log).toHaveLength(18)
    expect(at(log, 0).prevHash).toBe('')
    fc.assert(fc.property(fc.shuffledSubarray(log, { minLength: log.length }), (entries) => holds(checkLog(entries))))
    const pages = [{ results: log.slice(0, 9), nextPageToken: 'next' }, { results: log.slice(8) }]
    expect(holds(checkLog(entriesIn('pages.json', JSON.stringify(pages))))).toBe(true)
    const lines = log.map((entry) => JSON.stringify(entry))
    for (const text of [lines.join('\n'), `${lines.join('\r\n')}\r\n`])
      expect(entriesIn('export.ndjson', text)).toEqual(log)
    expect(entriesIn('export.ndjson', `${lines[0]}\n`)).toEqual(log.slice(0, 1))
    expect(() => entriesIn('cut.ndjson', `${lines[0]}\n${lines[1]?.slice(0, 99)}`)).toThrow('line 2 is no entry')
    expect(() => entriesIn('export.csv', '\ufeffat,action,actor.type\r\n')).toThrow('export.csv is a CSV')
    expect(() => entriesIn('other.json', '{"hello":1}')).toThrow(
      'other.json is neither an answer of the audit log nor its export as NDJSON',
    )
    const refused = { error: { code: 'forbidden', message: 'Ask an administrator.', details: {} } }
    for (const text of [JSON.stringify(refused), JSON.stringify(refused, null, 2)])
      expect(() => entriesIn('saved.json', text)).toThrow(
        'saved.json holds an error of the API instead of the log: forbidden. Ask an administrator.',
      )
  })

  test.each<[string, (entry: ToldEntry) => ToldEntry]>([
    ['who', (entry) => ({ ...entry, actor: { ...entry.actor, name: 'Somebody else' } })],
    ['what', (entry) => ({ ...entry, action: 'node.deleted' })],
    ['when', (entry) => ({ ...entry, at: entry.at.replace('12:00', '12:01') })],
    ['to what', (entry) => ({ ...entry, changes: [] })],
    ['from where', (entry) => ({ ...entry, ip: '203.0.113.9' })],
    ['its hash', (entry) => ({ ...entry, hash: at(log, 0).hash?.replace(/^./, 'x') ?? '' })],
    ['what it follows', (entry) => ({ ...entry, prevHash: '' })],
  ])('tells that of an entry was changed: %s', (_, changed) => {
    for (const place of [1, 8, log.length - 1]) {
      const found = flawsOf(log.map((entry, index) => (index === place ? changed(entry) : entry)))
      expect(found).toContainEqual(expect.stringMatching(`^${at(log, place).id} .* was changed$`))
    }
  })

  test('tells that an entry in its middle was taken out, put in or put in the place of another', () => {
    for (let index = 1; index < log.length - 1; index++) {
      const rest = log.toSpliced(index, 1)
      const flaw = expect.stringMatching(`^the entry before ${at(log, index + 1).id} .* is missing$`)
      for (const inSomeOrder of [rest, rest.toReversed()]) expect(flawsOf(inSomeOrder)).toEqual([flaw])
      const entry = at(log, index)
      const { hash } = at(linkedLike(entry), 0)
      expect(flawsOf(log.toSpliced(index, 0, { ...entry, id: orgId, hash }))).not.toEqual([])
    }
    fc.assert(
      fc.property(places, ({ first, second }) => {
        if (first >= log.length || second >= log.length) return true
        const swapped = log.with(first, { ...at(log, first), prevHash: at(log, second).prevHash })
        return flawsOf(swapped).length > 0
      }),
    )
  })

  test('tells that a whole day is missing between two, and that a log is older than a day without hashes', () => {
    const days = logOf(3, 2)
    const [, second] = [...Map.groupBy(days, (entry) => entry.at.slice(0, 10)).values()]
    expect(flawsOf(days.filter((entry) => !second?.includes(entry)))).toHaveLength(1)
    const unlinked = (entry: ToldEntry) => ({ ...entry, hash: null, prevHash: null })
    expect(flawsOf(days.with(0, unlinked(at(days, 0))))).toContainEqual(expect.stringContaining('has no hash'))
    expect(flawsOf(days.with(-1, unlinked(at(days, days.length - 1))))).toEqual([])
  })

  test('does not hold where no entry has a hash', () => {
    const today = logOf(1, 2).map((entry) => ({ ...entry, hash: null, prevHash: null }))
    const report = checkLog(today)
    expect([holds(report), report.limits[0]]).toEqual([false, expect.stringContaining('too new')])
    expect(flawsOf(today)).toEqual([expect.stringContaining('nothing was checked')])
  })

  test.each([{ prevHash: null }, { hash: null }])('tells that an entry has only one of its hashes: %j', (half) => {
    const forged = { ...at(log, log.length - 1), ip: '203.0.113.9', ...half }
    expect(flawsOf(log.with(-1, forged))).toContainEqual(expect.stringContaining('only one of'))
    const all = flawsOf(log.map((entry) => ({ ...entry, ...half })))
    expect(all.filter((flaw) => flaw.includes('only one of'))).toHaveLength(log.length)
  })

  test.each<[string, (entry: ToldEntry) => object]>([
    ['of an entry', (entry) => ({ ...entry, approvedBy: 'CEO' })],
    ['of an actor', (entry) => ({ ...entry, actor: { ...entry.actor, email: 'ceo@example.com' } })],
    [
      'of a change',
      (entry) => ({ ...entry, changes: entry.changes.map((change) => ({ ...change, reason: 'court' })) }),
    ],
  ])('covers members that this version does not know: %s', (_, added) => {
    for (const text of [
      JSON.stringify({ results: log.map(added) }),
      log.map((entry) => JSON.stringify(added(entry))).join('\n'),
    ])
      expect(flawsOf(entriesIn('log', text))).toHaveLength(log.length)
    // A later version hashes what it adds.
    const { hash: _hash, ...content } = { ...at(log, 0), ...added(at(log, 0)) }
    const grown = { ...content, hash: contentHash(content) }
    expect(flawsOf(entriesIn('log', JSON.stringify({ results: [grown] })))).toEqual([])
  })

  test.each(['soon', '2026-03-01', '2026-02-31T10:00:00.000Z', '2026-03-01T12:00:00Z'])(
    'has no entry of %s',
    (time) => {
      expect(() => entriesIn('log', JSON.stringify({ results: [{ ...at(log, 0), at: time }] }))).toThrow('no timestamp')
      const head = { orgId, day: '2026-03-01', hash: 'ab', length: 1, recordedAt: time }
      expect(() => headsIn('heads', JSON.stringify([head]))).toThrow('no timestamp')
    },
  )

  test('has no member twice', () => {
    const twice = JSON.stringify(at(log, 0)).replace('"action":', '"action":"nothing.happened","action":')
    for (const text of [`{"results":[${twice}]}`, twice, `${JSON.stringify(at(log, 1))}\n${twice}`])
      expect(() => entriesIn('log', text)).toThrow('the same member twice')
    expect(() => headsIn('heads', '[{"day":"1","day":"2"}]')).toThrow('the same member twice')
  })
})

describe('the command', () => {
  const command = fileURLToPath(new URL('../../../../infra/checks/audit/check.ts', import.meta.url))
  const run = (...files: string[]) => spawnSync(process.execPath, [command, ...files], { encoding: 'utf8' })

  test('ends with 0, 1 or 2, as what it was given holds, does not, or is nothing to check', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'audit-'))
    const fileOf = async (name: string, content: unknown) => {
      await writeFile(join(folder, name), JSON.stringify(content))
      return join(folder, name)
    }
    const [first, second] = [log.slice(0, 9), log.slice(9)]
    const pages = [await fileOf('first.json', { results: first }), await fileOf('second.json', [{ results: second }])]
    const whole = run(...pages)
    expect([whole.status, whole.stdout]).toEqual([0, expect.stringContaining('All checks hold.')])
    const changed = await fileOf('changed.json', { results: first.with(3, { ...at(first, 3), requestId: 'other' }) })
    expect(run(changed)).toMatchObject({ status: 1, stdout: expect.stringContaining('was changed') })
    expect(run(await fileOf('none.json', { results: [] })).status).toBe(2)
    expect(run(join(folder, 'missing.json'))).toMatchObject({ status: 2, stderr: expect.stringContaining('missing') })
    await rm(folder, { recursive: true })
  })
})

/** An entry of the same place that was made up afterwards, with a hash that fits it. */
function linkedLike({ prevHash }: ToldEntry): ToldEntry[] {
  return linkedOnto(prevHash ?? '', [outboxAt(startMs, 'made up', 1)]).flatMap(({ outboxEntry, links }) =>
    auditRecordsOf({ ...outboxEntry, links }).map(toldEntry),
  )
}
