import { put } from '../../infra/local/tenant.ts'
import { dayOf } from '../../shared/audit/chain-head.ts'
import { dayMs, timestamp } from '../../shared/platform/clock.ts'
import { firstUuidV7Of } from '../../shared/platform/ids.ts'
import { systemAuthor } from '../../shared/store/audit.ts'
import { dueKeys } from '../../shared/store/due.ts'
import { type OutboxEntry, outboxEntries } from '../../shared/store/outbox-entry.ts'
import { past } from './signature.ts'
import { type Tenant, table } from './tenant.ts'

/** A commit of some time ago, with one entry, of which the stream never told. */
export async function leftBehind(of: Tenant, atMs: number): Promise<OutboxEntry> {
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

/** Noon of a day that is over, so that the head of its chain is due as soon as there is one. */
export function noonDaysAgo(days: number): number {
  return Date.parse(`${dayOf({ at: timestamp(Date.now() - days * dayMs) })}T12:00:00.000Z`)
}
