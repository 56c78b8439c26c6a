import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalCloud } from '../../infra/local/cloud.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import { systemAuthor } from '../../shared/store/audit.ts'
import { commit } from '../../shared/store/commit.ts'
import { wholeOf } from '../../shared/store/entities.ts'
import { UnitOfWork } from '../../shared/store/unit-of-work.ts'
import { managerOf } from '../support/api-keys.ts'
import { useCloud } from '../support/cloud.ts'
import { type Tenant, table, tenant } from '../support/tenant.ts'
import { until } from '../support/until.ts'
import { hookFor, receiver } from '../support/webhooks.ts'
import type { Rows } from './cells.ts'

const oneByOne = 100
const [commits, eventsOfCommit] = [50, 10]

/** From the commit of an event to its receipt, through the whole local stack. A sanity figure: it says little of AWS. */
export async function deliverySpeed(): Promise<Rows> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'sealpost-bench-'))
  const cloud = await startLocalCloud({ port: 0, dataDirectory, fresh: true })
  const at = await receiver()
  try {
    useCloud({ ...cloud, metErrorsFile: null })
    const of = await tenant()
    await hookFor(await managerOf(of), at.url, { events: ['member.removed'] })
    const road = await roadTo(of, at)
    // What was never delivered to goes by another way: from then on it is known.
    await road.arrivals(await road.commit(1))
    return {
      [`${oneByOne} events, one after the other`]: await oneAfterOther(road),
      [`${commits * eventsOfCommit} events, ${eventsOfCommit} to a commit`]: await allAtOnce(road),
    }
  } finally {
    at.close()
    await cloud.close()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

type Road = Awaited<ReturnType<typeof roadTo>>

/** Commits events of an organization, and tells when each was received; in milliseconds from any beginning. */
async function roadTo({ org: { id: orgId, providerId, livemode } }: Tenant, at: Awaited<ReturnType<typeof receiver>>) {
  const receivedAt = new Map<string, number>()
  at.answer((response, { body }) => {
    const name: string = JSON.parse(body.toString()).data.userId
    receivedAt.set(name, receivedAt.get(name) ?? performance.now())
    response.writeHead(200).end()
  })
  return {
    /** When each was committed, by its name. */
    async commit(count: number): Promise<Map<string, number>> {
      const work = new UnitOfWork({ table: table(), clock: Date.now, ids: systemIds, author: systemAuthor('bench') })
      const names = Array.from({ length: count }, () => systemIds())
      for (const userId of names) {
        const data = { membershipId: systemIds(), userId, nodeId: orgId }
        work.emit({ type: 'member.removed', data }, { ...wholeOf(orgId), providerId, livemode })
      }
      const result = await commit(table(), work)
      if (result !== 'committed') throw new Error(`the events were ${result}`)
      const now = performance.now()
      return new Map(names.map((name) => [name, now]))
    },
    /** How long each took, once all are there; and when the last one came. */
    async arrivals(committedAt: ReadonlyMap<string, number>) {
      const names = [...committedAt.keys()]
      await until(`${names.length} events`, async () => names.every((name) => receivedAt.has(name)), 120_000)
      const received = names.map((name) => receivedAt.get(name) ?? 0)
      const took = [...committedAt].map(([name, since]) => (receivedAt.get(name) ?? 0) - since)
      return { took, lastAt: Math.max(...received) }
    },
  }
}

async function oneAfterOther(road: Road): Promise<Rows[string]> {
  const took: number[] = []
  for (let event = 0; event < oneByOne; event++) took.push(...(await road.arrivals(await road.commit(1))).took)
  return { 'deliveries a second': null, ...percentiles(took) }
}

async function allAtOnce(road: Road): Promise<Rows[string]> {
  const startedAt = performance.now()
  const committed = new Map<string, number>()
  for (let index = 0; index < commits; index++)
    for (const [name, at] of await road.commit(eventsOfCommit)) committed.set(name, at)
  const { took, lastAt } = await road.arrivals(committed)
  const seconds = (lastAt - startedAt) / 1000
  return { 'deliveries a second': Math.round(committed.size / seconds), ...percentiles(took) }
}

function percentiles(took: readonly number[]) {
  const ordered = took.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(ordered[Math.floor(share * (ordered.length - 1))] ?? 0)
  return { 'p50, ms': at(0.5), 'p99, ms': at(0.99) }
}
