import { S3Client } from '@aws-sdk/client-s3'
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { entryFormats } from '../../../functions/console/app/audit/entry-file.ts'
import { checkLog, entriesIn, headsIn } from '../../../infra/checks/audit/check-log.ts'
import { holds } from '../../../infra/checks/evidence/report.ts'
import { s3Credentials } from '../../../infra/local/engines/s3.ts'
import { put } from '../../../infra/local/tenant.ts'
import { recordedHeadsOf } from '../../../infra/operations/recorded-heads.ts'
import { chainHeads, dayOf, lastHead } from '../../../shared/audit/chain-head.ts'
import { linkedOnto, linkOutboxEntries } from '../../../shared/audit/link-outbox-entries.ts'
import type { RecordedHead } from '../../../shared/audit/recorded-head.ts'
import type { ToldEntry } from '../../../shared/audit/told-entry-schema.ts'
import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { outboxEntries } from '../../../shared/store/outbox-entry.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import type { Table } from '../../../shared/store/table.ts'
import { leftBehind, noonDaysAgo } from '../../support/audit-log.ts'
import { cloud } from '../../support/cloud.ts'
import { command, onTestCloud } from '../../support/commands.ts'
import { outboxEntriesOf, runSweep } from '../../support/inspection.ts'
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

const s3 = new S3Client({ region: 'us-east-1', endpoint: cloud().endpoints.s3, credentials: s3Credentials })

/** The recorded heads of an organization, as soon as there are so many. */
async function recordedHeads(of: Tenant, count: number): Promise<RecordedHead[]> {
  return await until(`${count} recorded heads`, async () => {
    await runSweep()
    const heads = await recordedHeadsOf(s3, cloud().resources.AuditHeadsBucketName ?? '', { org: of.org.id })
    return heads.length >= count && heads
  })
}

const flawsIn = (entries: readonly ToldEntry[], heads: readonly RecordedHead[] | null = null) =>
  checkLog(entries, heads).checks.flatMap(({ flaws }) => flaws)

/** Changes what an entry says, and computes the hashes of the whole chain and its head anew. */
async function rewriteChain(of: Tenant): Promise<void> {
  const stored = (await outboxEntriesOf(of.org.id)).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const forged = stored.map((outboxEntry) => ({
    ...outboxEntry,
    audited: outboxEntry.audited.map((entry) => ({ ...entry, target: { ...entry.target, label: 'forged' } })),
  }))
  const relinked = linkedOnto('', forged)
  for (const { outboxEntry, links } of relinked) await put(table(), outboxEntries, { ...outboxEntry, links })
  const [last] = relinked.toReversed()
  if (!last) throw new Error('there is no chain')
  const head = { orgId: of.org.id, day: dayOf(last.outboxEntry), hash: last.links.hashes.at(-1) ?? '' }
  await put(table(), chainHeads, { ...head, length: relinked.length })
}

/** The table, in which something else happens before a transaction is sent for the first time. */
function beforeFirstCommit(happen: () => Promise<unknown>): Table {
  const { name, client } = table()
  let isFirst = true
  const send = async (command: unknown) => {
    if (isFirst && command instanceof TransactWriteCommand) {
      isFirst = false
      await happen()
    }
    return await client.send(command as never)
  }
  return { name, client: { send } as unknown as Table['client'] }
}

const platformOn = (on: Table): Platform => ({ table: on, clock: Date.now, ids: systemIds })

describe.concurrent('the recorded heads of the audit log', () => {
  it('show that a chain was rewritten, though all of its hashes are right', async () => {
    const of = await tenant()
    // A sweep of another test may record a head at any moment: of the first entry, and then of both.
    await leftBehind(of, noonDaysAgo(3))
    await recordedHeads(of, 1)
    await leftBehind(of, noonDaysAgo(3) + 1)
    const recorded = await recordedHeads(of, 2)
    const entries = await linkedLog(of, 2)
    const head = recorded.find(({ length }) => length === 2)
    expect(head).toMatchObject({ orgId: of.org.id, day: dayOf({ at: timestamp(noonDaysAgo(3)) }) })
    if (!head) throw new Error('no head')
    const { told, stderr } = await command('audit-heads', [onTestCloud(), '--org', of.org.id])
    expect([headsIn('the answer', JSON.stringify(told)), stderr]).toEqual([recorded, '2 heads\n'])
    expect(flawsIn(entries, [head])).toEqual([])
    await rewriteChain(of)
    const forged = await linkedLog(of, 2)
    expect(flawsIn(forged)).toEqual([])
    expect(flawsIn(forged, [head])).toEqual([expect.stringContaining('was changed after its head was recorded')])
    // The forger's own head comes beside the first one.
    const all = await recordedHeads(of, 3)
    expect(flawsIn(forged, all)).toContainEqual(expect.stringContaining('was changed after its head was recorded'))
  })

  it('show that entries, a day or a head are missing', async () => {
    const of = await tenant()
    for (const [index, atMs] of [noonDaysAgo(4), noonDaysAgo(3), noonDaysAgo(3) + 1].entries()) {
      await leftBehind(of, atMs)
      await recordedHeads(of, index + 1)
    }
    const [heads, entries] = [await recordedHeads(of, 3), await linkedLog(of, 3)]
    expect(flawsIn(entries, heads)).toEqual([])
    const [last, middle, first] = entries
    if (!first || !middle || !last) throw new Error('no entries')
    expect(flawsIn([middle, first], heads)).toEqual([expect.stringContaining('was changed after')])
    expect(flawsIn([first], heads)).toEqual([
      expect.stringContaining('is missing'),
      expect.stringContaining('is missing'),
    ])
    expect(flawsIn([last, middle], heads)).toEqual([expect.stringContaining('is missing')])
    expect(flawsIn(entries, heads.slice(1))).toEqual([expect.stringContaining('no head was recorded for')])
  })

  it('get another object where entries are linked late', async () => {
    const of = await tenant()
    await leftBehind(of, noonDaysAgo(3))
    await recordedHeads(of, 1)
    await leftBehind(of, noonDaysAgo(3) + 1)
    const heads = await recordedHeads(of, 2)
    expect(heads.map(({ length }) => length)).toEqual([1, 2])
    expect(flawsIn(await linkedLog(of, 2), heads)).toEqual([])
  })
})

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
    expect(report.checks).toHaveLength(4 + new Set(entries.map(dayOf)).size)
    const { hash, length } = (await lastHead(table(), of.org.id, dayOf({ at: timestamp(Date.now()) }))) ?? {}
    const followed = new Set(entries.map(({ prevHash }) => prevHash))
    expect(entries.filter((entry) => !followed.has(entry.hash)).map((entry) => entry.hash)).toEqual([hash])
    expect(length).toBeLessThanOrEqual(32)
  })

  it('is checked in an export of the console as well', async () => {
    const of = await tenant()
    const { id } = await nodeUnder(of, of.entity.id, 'Sales')
    await patchNode(of, id, { name: 'Support' })
    await linkedLog(of, 2)
    const { body } = await listOf(of, 'audit-log')
    const exported = body.results.map(entryFormats.ndjson.lineOf).join('')
    expect(flawsIn(entriesIn('audit-log.ndjson', exported))).toEqual([])
    const forged = exported.replaceAll('Support', 'Accounting')
    expect(flawsIn(entriesIn('audit-log.ndjson', forged))).toEqual([expect.stringContaining('node.renamed')])
    const { header, lineOf } = entryFormats.csv
    const csv = header + body.results.map(lineOf).join('')
    expect(() => entriesIn('audit-log.csv', csv)).toThrow('Export the log as NDJSON')
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

  it.each([
    ['one of these', { before: 1, isOneOfThese: true }],
    ['one more', { before: 1, isOneOfThese: false }],
    ['the first one', { before: 0, isOneOfThese: false }],
  ])('does not fork where another links an entry of the same day at the same moment: %s', async (_, given) => {
    const of = await tenant()
    const atMs = noonDaysAgo(3)
    for (let left = given.before; left > 0; left--)
      await linkOutboxEntries(platformOn(table()), [await leftBehind(of, atMs)])
    const [first, second] = [await leftBehind(of, atMs + 1), await leftBehind(of, atMs + 2)]
    const other = given.isOneOfThese ? first : await leftBehind(of, atMs + 3)
    const meeting = platformOn(beforeFirstCommit(() => linkOutboxEntries(platformOn(table()), [other])))
    expect(await linkOutboxEntries(meeting, [first, second])).toEqual([first, second])
    const entries = await linkedLog(of, given.before + (given.isOneOfThese ? 2 : 3))
    expect(flawsIn(entries)).toEqual([])
    const head = await lastHead(table(), of.org.id, dayOf(first))
    expect(head?.length).toBe(entries.length)
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
