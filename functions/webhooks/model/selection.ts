import type { Envelope } from '../../../events/envelope.ts'
import { hourMs } from '../../../shared/platform/clock.ts'
import { firstUuidV7Of, lastUuidV7Of } from '../../../shared/platform/ids.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { envelopesOf, outboxEntries, outboxPartition } from '../../../shared/store/outbox-entry.ts'
import { getItems, type Item, oldestBetween, queryIndex, type Table } from '../../../shared/store/table.ts'
import {
  type Delivery,
  deliveries,
  deliveriesBy,
  deliveryIdOf,
  deliveryKey,
  deliveryPartition,
  isEnded,
} from './delivery.ts'
import { listensTo, type Webhook } from './webhook.ts'

/** The events of a subscription that are delivered again. */
export interface Selection {
  /** When the events happened, both ends included. */
  readonly from: string
  readonly to: string
  /** `dead`: failed deliveries and missed events. `all`: delivered events too. */
  readonly status: 'dead' | 'all'
  /** Null means every type. */
  readonly types: readonly string[] | null
  /** What was asked for again at this time or later is left out, and so is what ended later. */
  readonly askedAt: string
}

const pageSize = 200
/** An event that happened shortly before a subscription was disabled may have been spread after it. */
const spreadLagMs = hourMs

/** The deliveries of a selection that have come to their end, a page at a time, in the order of their events. */
export async function* deliveriesSelected(
  table: Table,
  { id }: Pick<Webhook, 'id'>,
  { from, to, status, types, askedAt }: Selection,
  after: string | null = null,
): AsyncGenerator<{ readonly selected: Delivery[]; readonly last: string }> {
  const range = { from: firstUuidV7Of(Date.parse(from)), to: lastUuidV7Of(Date.parse(to)) }
  const isSelected = (delivery: Delivery) =>
    isEnded(delivery) &&
    delivery.eventType !== 'webhook.test' &&
    (status === 'all' || delivery.status === 'dead') &&
    (types === null || types.includes(delivery.eventType)) &&
    (delivery.replayedAt === null || delivery.replayedAt < askedAt) &&
    (delivery.completedAt === null || delivery.completedAt <= askedAt)
  for await (const items of pages(
    (start) => readLogged(table, id, status, { ...range, from: start }),
    range.from,
    after,
  ))
    yield { selected: recordsOf(deliveries, items).filter(isSelected), last: String(items.at(-1)?.SK) }
}

interface IdRange {
  readonly from: string
  readonly to: string
}

function readLogged(table: Table, webhookId: string, status: Selection['status'], range: IdRange): Promise<Item[]> {
  if (status === 'all') return oldestBetween(table, deliveryPartition(webhookId), range, pageSize)
  const partition = deliveriesBy(webhookId, 'dead')
  return queryIndex(table, { index: 'GSI1', partition, ...range, limit: pageSize })
}

/** The events of a selection that no delivery was made of, since the subscription was disabled; with where to go on. */
export async function* eventsMissed(
  table: Table,
  webhook: Webhook,
  selection: Selection,
  after: string | null = null,
): AsyncGenerator<{ readonly envelopes: Envelope[]; readonly last: string }> {
  const { orgId } = webhook
  if (orgId === null) return
  const { types } = selection
  for (const { fromMs, toMs } of stretchesOf(webhook, selection)) {
    const range = { from: firstUuidV7Of(fromMs), to: lastUuidV7Of(toMs) }
    const read = (from: string) => oldestBetween(table, outboxPartition(orgId), { ...range, from }, pageSize)
    for await (const items of pages(read, range.from, after)) {
      const told = recordsOf(outboxEntries, items).flatMap((outboxEntry) => envelopesOf(outboxEntry))
      const wanted = told.filter((envelope) => listensTo(webhook, envelope) && (types?.includes(envelope.type) ?? true))
      yield { envelopes: await undelivered(table, webhook, wanted), last: String(items.at(-1)?.SK) }
    }
  }
}

/** When events may have been missed, each moment once; both ends count. */
function stretchesOf({ gaps, createdAt }: Webhook, { from, to }: Pick<Selection, 'from' | 'to'>) {
  let nextMs = Math.max(Date.parse(createdAt), Date.parse(from))
  return gaps.flatMap((gap) => {
    const fromMs = Math.max(nextMs, Date.parse(gap.from) - spreadLagMs)
    const toMs = Math.min(Date.parse(gap.to ?? to), Date.parse(to))
    if (fromMs > toMs) return []
    nextMs = toMs + 1
    return { fromMs, toMs }
  })
}

async function undelivered(table: Table, { id }: Webhook, envelopes: readonly Envelope[]): Promise<Envelope[]> {
  if (envelopes.length === 0) return []
  const keyOf = (envelope: Envelope) => deliveryKey(id, deliveryIdOf(envelope.id, id))
  const found = new Set((await getItems(table, envelopes.map(keyOf))).map(({ SK }) => SK))
  return envelopes.filter((envelope) => !found.has(keyOf(envelope).SK))
}

/** Page after page of what is ordered by its last key, from a start on, or after a key. */
async function* pages(
  read: (from: string) => Promise<Item[]>,
  start: string,
  after: string | null,
): AsyncGenerator<Item[]> {
  let from = after !== null && after >= start ? `${after} ` : start
  for (;;) {
    const items = await read(from)
    if (items.length > 0) yield items
    if (items.length < pageSize) return
    from = `${items.at(-1)?.SK} `
  }
}
