import { type Found, type PageRequest, type Searched, untilFound } from '../../../shared/http/page.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { getItems, type Item, keyOf, queryIndex, type Table } from '../../../shared/store/table.ts'
import {
  type Delivery,
  deliveries,
  deliveriesBy,
  deliveryIdOf,
  deliveryPartition,
  type deliveryStatuses,
  orderOf,
  readDelivery,
} from './delivery.ts'

export interface DeliveryFilters {
  readonly status?: (typeof deliveryStatuses)[number] | undefined
  readonly eventType?: string | undefined
  readonly eventId?: string | undefined
  /** When the deliveries were created, both ends included. */
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
  if (filters.eventId !== undefined) return await ofEvent(table, webhookId, filters.eventId, filters)
  const read = (after: string | null) => foundOnPage(table, webhookId, filters, { ...page, after })
  return await untilFound(await read(page.after), read)
}

/** An event has one delivery at most. */
async function ofEvent(
  table: Table,
  webhookId: string,
  eventId: string,
  filters: DeliveryFilters,
): Promise<Found<Delivery>> {
  const delivery = await readDelivery(table, webhookId, deliveryIdOf(eventId, webhookId))
  const { from, to } = rangeOf(filters, null)
  const isFound = delivery && from <= orderOf(delivery) && orderOf(delivery) <= to && fits(delivery, filters)
  return { records: isFound ? [delivery] : [], next: null }
}

async function foundOnPage(
  table: Table,
  webhookId: string,
  filters: DeliveryFilters,
  { size, after }: Page,
): Promise<Searched<Delivery>> {
  const isFiltered = filters.eventType !== undefined || !isListed(filters.status)
  const limit = isFiltered ? readAtMost : size + 1
  // What the page before ended with is in the range still.
  const found = await read(table, webhookId, filters.status, { ...rangeOf(filters, after), limit: limit + 1 })
  const rows = found.filter(({ order }) => order !== after).slice(0, limit)
  const items = rows.map(({ item }) => item).filter((item) => item !== null)
  const fitting = recordsOf(deliveries, items).filter((delivery) => fits(delivery, filters))
  const records = fitting.slice(0, size)
  const lookedAt = rows.length
  const last = fitting.length > size ? records.at(-1) : undefined
  if (last) return { records, next: orderOf(last), lookedAt }
  return { records, next: rows.length === limit ? (rows.at(-1)?.order ?? null) : null, lookedAt }
}

interface Range {
  readonly from: string
  readonly to: string
}

function rangeOf({ from, to }: DeliveryFilters, after: string | null): Range {
  const end = to === undefined ? '~' : `${to}~`
  return { from: from ?? ' ', to: after !== null && after < end ? after : end }
}

/** Deliveries of these statuses have a listing of their own, however many others there are. */
const isListed = (status: DeliveryFilters['status']) =>
  status === undefined || status === 'retrying' || status === 'dead'

/** A place in the log, and its delivery as it is now; null: it expired while the page was read. */
interface Row {
  readonly order: string
  readonly item: Item | null
}

async function read(
  table: Table,
  webhookId: string,
  status: DeliveryFilters['status'],
  range: Range & { readonly limit: number },
): Promise<Row[]> {
  const newest = { ...range, newestFirst: true }
  if (status === 'retrying' || status === 'dead') {
    const partition = deliveriesBy(webhookId, status)
    const items = await queryIndex(table, { index: 'GSI1', partition, ...newest })
    return items.map((item) => ({ order: String(item.GSI1SK), item }))
  }
  const places = await queryIndex(table, { index: 'GSI3', partition: deliveryPartition(webhookId), ...newest })
  const items = new Map((await getItems(table, places.map(keyOf))).map((item) => [item.SK, item]))
  return places.map(({ SK, GSI3SK }) => ({ order: String(GSI3SK), item: items.get(SK) ?? null }))
}

function fits(delivery: Delivery, { status, eventType }: DeliveryFilters): boolean {
  return (
    (status === undefined || delivery.status === status) &&
    (eventType === undefined || delivery.eventType === eventType)
  )
}
