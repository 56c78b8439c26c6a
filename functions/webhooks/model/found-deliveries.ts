import { type Found, type PageRequest, type Searched, untilFound } from '../../../shared/http/page.ts'
import { firstUuidV7Of, lastUuidV7Of } from '../../../shared/platform/ids.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { type Item, newestBetween, queryIndex, type Table } from '../../../shared/store/table.ts'
import {
  type Delivery,
  deliveries,
  deliveriesBy,
  deliveryIdOf,
  deliveryPartition,
  type deliveryStatuses,
} from './delivery.ts'

export interface DeliveryFilters {
  readonly status?: (typeof deliveryStatuses)[number] | undefined
  readonly eventType?: string | undefined
  readonly eventId?: string | undefined
  /** When the events happened, both ends included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The most deliveries read for one page, including those that the filters leave out. */
const readAtMost = 500

type Page = Pick<PageRequest, 'size' | 'after'>

/** The newest matching deliveries of a subscription, and where the next page starts. */
export async function foundDeliveries(
  table: Table,
  webhookId: string,
  filters: DeliveryFilters,
  page: Page,
): Promise<Found<Delivery>> {
  const read = (after: string | null) => foundOnPage(table, webhookId, filters, { ...page, after })
  return await untilFound(await read(page.after), read)
}

async function foundOnPage(
  table: Table,
  webhookId: string,
  filters: DeliveryFilters,
  { size, after }: Page,
): Promise<Searched<Delivery>> {
  const range = rangeOf(webhookId, filters, after)
  const isFiltered = filters.eventType !== undefined || !isListed(filters.status)
  const limit = isFiltered && filters.eventId === undefined ? readAtMost : size + 1
  // What the page before ended with is in the range still.
  const items = (await read(table, webhookId, filters.status, { ...range, limit: limit + 1 }))
    .filter(({ SK }) => SK !== after)
    .slice(0, limit)
  const fitting = recordsOf(deliveries, items).filter((delivery) => fits(delivery, filters))
  const records = fitting.slice(0, size)
  const lookedAt = items.length
  if (fitting.length > size) return { records, next: records.at(-1)?.id ?? null, lookedAt }
  return { records, next: items.length === limit ? String(items.at(-1)?.SK) : null, lookedAt }
}

interface Range {
  readonly from: string
  readonly to: string
}

function rangeOf(webhookId: string, { from, to, eventId }: DeliveryFilters, after: string | null): Range {
  const start = from === undefined ? '0' : firstUuidV7Of(Date.parse(from))
  const end = to === undefined ? '~' : lastUuidV7Of(Date.parse(to))
  const range = { from: start, to: after !== null && after < end ? after : end }
  if (eventId === undefined) return range
  const id = deliveryIdOf(eventId, webhookId)
  return { from: id > range.from ? id : range.from, to: id < range.to ? id : range.to }
}

/** Deliveries of these statuses have a listing of their own, however many others there are. */
const isListed = (status: DeliveryFilters['status']) =>
  status === undefined || status === 'retrying' || status === 'dead'

async function read(
  table: Table,
  webhookId: string,
  status: DeliveryFilters['status'],
  { limit, ...range }: Range & { readonly limit: number },
): Promise<Item[]> {
  if (range.from > range.to) return []
  if (status !== 'retrying' && status !== 'dead')
    return await newestBetween(table, deliveryPartition(webhookId), range, limit)
  return await queryIndex(table, {
    index: 'GSI1',
    partition: deliveriesBy(webhookId, status),
    ...range,
    newestFirst: true,
    limit,
  })
}

function fits(delivery: Delivery, { status, eventType }: DeliveryFilters): boolean {
  return (
    (status === undefined || delivery.status === status) &&
    (eventType === undefined || delivery.eventType === eventType)
  )
}
