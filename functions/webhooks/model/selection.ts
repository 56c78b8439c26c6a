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

/**
 * The deliveries of a selection that have come to their end, a page at a time: all in the order of their events, dead ones in that of
 * their creation.
 */
export async function* deliveriesSelected(
  table: Table,
  { id }: Pick<Webhook, 'id'>,
  { from, to, status, types, askedAt }: Selection,
  after: string | null = null,
): AsyncGenerator<{ readonly selected: Delivery[]; readonly last: string }> {
  const events = { from: firstUuidV7Of(Date.parse(from)), to: lastUuidV7Of(Date.parse(to)) }
  const isSelected = (delivery: Delivery) =>
    isEnded(delivery) &&
    events.from <= delivery.id &&
    delivery.id <= events.to &&
    delivery.eventType !== 'webhook.test' &&
    (status === 'all' || delivery.status === 'dead') &&
    (types === null || types.includes(delivery.eventType)) &&
    (delivery.replayedAt === null || delivery.replayedAt < askedAt) &&
    (delivery.completedAt === null || delivery.completedAt <= askedAt)
  const log = status === 'all' ? ofAll(table, id, events) : ofDead(table, id, from)
  for await (const { items, last } of pages(log, after))
    yield { selected: recordsOf(deliveries, items).filter(isSelected), last }
}

function ofAll(
  table: Table,
  webhookId: string,
  { from: start, to }: { readonly from: string; readonly to: string },
): Stretch {
  const read = (from: string) => oldestBetween(table, deliveryPartition(webhookId), { from, to }, pageSize)
  return { start, keyOf: ({ SK }: Item) => String(SK), read }
}

/** A delivery is created after its event, so those of a period may stand anywhere after its start. */
function ofDead(table: Table, webhookId: string, start: string): Stretch {
  const partition = deliveriesBy(webhookId, 'dead')
  const read = (from: string) => queryIndex(table, { index: 'GSI1', partition, from, limit: pageSize })
  return { start, keyOf: ({ GSI1SK }: Item) => String(GSI1SK), read }
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
    const to = lastUuidV7Of(toMs)
    const read = (from: string) => oldestBetween(table, outboxPartition(orgId), { from, to }, pageSize)
    const stretch = { start: firstUuidV7Of(fromMs), keyOf: ({ SK }: Item) => String(SK), read }
    for await (const { items, last } of pages(stretch, after)) {
      const told = recordsOf(outboxEntries, items).flatMap((outboxEntry) => envelopesOf(outboxEntry))
      const wanted = told.filter((envelope) => listensTo(webhook, envelope) && (types?.includes(envelope.type) ?? true))
      yield { envelopes: await undelivered(table, webhook, wanted), last }
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

/** A part of a list, read a page at a time. */
interface Stretch {
  readonly start: string
  /** The sort key of an item in the list. */
  readonly keyOf: (item: Item) => string
  readonly read: (from: string) => Promise<Item[]>
}

/** Page after page of a stretch, from its start on, or after a key; with the last key of each. */
async function* pages(
  { start, keyOf, read }: Stretch,
  after: string | null,
): AsyncGenerator<{ readonly items: Item[]; readonly last: string }> {
  let from = after !== null && after >= start ? `${after} ` : start
  for (;;) {
    const items = await read(from)
    const end = items.at(-1)
    if (!end) return
    const last = keyOf(end)
    yield { items, last }
    if (items.length < pageSize) return
    from = `${last} `
  }
}
