import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { checkLog, entriesIn } from '../../../infra/checks/audit/check-log.ts'
import { holds } from '../../../infra/checks/evidence/report.ts'
import { put } from '../../../infra/local/tenant.ts'
import { dayOf, lastHead } from '../../../shared/audit/chain-head.ts'
import type { ToldEntry } from '../../../shared/audit/told-entry-schema.ts'
import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import { firstUuidV7Of } from '../../../shared/platform/ids.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { dueKeys } from '../../../shared/store/due.ts'
import { type OutboxEntry, outboxEntries } from '../../../shared/store/outbox-entry.ts'
import { outboxEntriesOf, runSweep } from '../../support/inspection.ts'
import { past } from '../../support/signature.ts'
import { listOf, nodeUnder, patchNode } from '../../support/structure.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

/** All of an organization's log, as soon as so many entries are linked. */
async function linkedLog(of: Tenant, count: number): Promise<ToldEntry[]> {
  return await until(`${count} linked entries`, async () => {
    const { body } = await listOf(of, 'audit-log', '?pageSize=100')
    const entries = entriesIn('answer', JSON.stringify(body))
    return entries.length === count && entries.every(({ hash }) => hash !== null) && entries
  })
}

const newestFirst = (entries: readonly ToldEntry[]) => entries.toSorted((a, b) => (a.id < b.id ? 1 : -1))

/** A commit of some time ago, with one entry, of which the stream never told. */
async function leftBehind(of: Tenant, atMs: number): Promise<OutboxEntry> {
  const target = { type: 'node', id: of.entity.id, label: null }
  const outboxEntry: OutboxEntry = {
    id: firstUuidV7Of(atMs),
    orgId: of.org.id,
    livemode: false,
    at: timestamp(atMs),
    publishedAt: null,
    providerId: null,
    events: [],
    jobs: [],
    links: null,
    author: systemAuthor('left behind'),
    audited: [{ action: 'node.renamed', target, nodeId: null, changes: [] }],
  }
  // An item that is written over is no new one, so the stream's relay passes it by.
  await put(table(), outboxEntries, { ...outboxEntry, audited: [] })
  await put(table(), { ...outboxEntries, indexKeys: () => dueKeys(outboxEntry.id, past) }, outboxEntry)
  return outboxEntry
}

describe.concurrent('the chain of the audit log', () => {
  it('holds every entry once, however many are made at the same moment', async () => {
    const of = await tenant()
    const group = await nodeUnder(of, of.entity.id)
    await Promise.all(Array.from({ length: 30 }, () => nodeUnder(of, group.id)))
    await patchNode(of, group.id, { name: 'Support' })
    const entries = await linkedLog(of, 32)
    expect(entries).toEqual(newestFirst(entries))
    const report = checkLog(entries)
    expect(report.checks.flatMap(({ flaws }) => flaws)).toEqual([])
    expect(report.checks).toHaveLength(2 + new Set(entries.map(dayOf)).size)
    const { hash, length } = (await lastHead(table(), of.org.id, dayOf({ at: timestamp(Date.now()) }))) ?? {}
    const followed = new Set(entries.map(({ prevHash }) => prevHash))
    expect(entries.filter((entry) => !followed.has(entry.hash)).map((entry) => entry.hash)).toEqual([hash])
    expect(length).toBeLessThanOrEqual(32)
  })

  it('goes on with what the stream left behind, each day from the end of the day before', async () => {
    const of = await tenant()
    const agoMs = Date.now() - 3 * dayMs
    for (const atMs of [agoMs, agoMs + 1, agoMs + dayMs]) {
      await leftBehind(of, atMs)
      await runSweep()
    }
    await nodeUnder(of, of.entity.id)
    const [last, third, second, first] = await linkedLog(of, 4)
    expect(first?.prevHash).toBe('')
    expect([second, third, last].map((entry) => entry?.prevHash)).toEqual(
      [first, second, third].map((entry) => entry?.hash),
    )
    // What is there twice, as a batch that comes again, changes nothing.
    await Promise.all([runSweep(), runSweep()])
    expect(await linkedLog(of, 4)).toEqual([last, third, second, first])
  })

  it('shows an entry without a hash until it has its place', async () => {
    const of = await tenant()
    await leftBehind(of, Date.now() - dayMs)
    const { body } = await listOf(of, 'audit-log')
    // A sweep of another test may have come between.
    expect([null, '']).toContain(body.results[0].prevHash)
    await runSweep()
    expect((await linkedLog(of, 1))[0]).toMatchObject({ prevHash: '', hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  it('shows that somebody changed the table', async () => {
    const of = await tenant()
    const { id } = await nodeUnder(of, of.entity.id, 'Sales')
    await patchNode(of, id, { name: 'Support' })
    expect(holds(checkLog(await linkedLog(of, 2)))).toBe(true)
    const [outboxEntry] = (await outboxEntriesOf(of.org.id)).filter(
      ({ audited }) => audited[0]?.action === 'node.renamed',
    )
    if (!outboxEntry) throw new Error('nothing was audited')
    await table().client.send(
      new UpdateCommand({
        TableName: table().name,
        Key: outboxEntries.key(outboxEntry),
        UpdateExpression: 'SET #record.audited[0].target.label = :label',
        ExpressionAttributeNames: { '#record': 'record' },
        ExpressionAttributeValues: { ':label': 'Accounting' },
      }),
    )
    const report = checkLog(await linkedLog(of, 2))
    expect(report.checks.flatMap(({ flaws }) => flaws)).toEqual([expect.stringContaining('node.renamed')])
  })
})
