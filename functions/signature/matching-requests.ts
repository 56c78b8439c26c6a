import type { EntityAccess, Principal } from '../../shared/auth/principal.ts'
import type { Found, PageRequest } from '../../shared/http/page.ts'
import { firstUuidV7Of } from '../../shared/ids.ts'
import { type RequestRecord, requests, requestsOf } from '../../shared/signature/request.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { queryIndex, type Table } from '../../shared/store/table.ts'
import type { ListQuery } from './list-query.ts'
import { everything, matcherOf } from './request-matcher.ts'

/** How far one page searches through requests that do not match; the next page goes on from there. */
const maxRounds = 5
const roundSize = 100

/** The requests of some entities that match, newest first: at most a page of them, from bounded reads. */
export async function matchingRequests(
  table: Table,
  accesses: readonly EntityAccess[],
  query: ListQuery,
  page: PageRequest,
  viewer: { principal: Principal; nowMs: number },
): Promise<Found<RequestRecord>> {
  const matches = matcherOf(query, viewer)
  const isFiltered = matches !== everything
  const records: RequestRecord[] = []
  let before = page.after
  for (let round = 0; round < maxRounds; round++) {
    const limit = isFiltered ? roundSize : page.size + 1
    const newest = await newestOf(table, accesses, { query, before, limit })
    for (const record of newest) {
      if (!matches(record)) continue
      if (records.length === page.size) return { records, next: before }
      records.push(record)
      before = record.id
    }
    if (newest.length < limit) return { records, next: null }
    before = newest.at(-1)?.id ?? before
  }
  return { records, next: before }
}

interface Slice {
  readonly query: ListQuery
  /** The id that the slice comes after, in the order newest first. */
  readonly before: string | null
  readonly limit: number
}

async function newestOf(table: Table, accesses: readonly EntityAccess[], { query, before, limit }: Slice) {
  const to = [query.createdTo && lastIdOf(query.createdTo), before && justBefore(before)].filter(Boolean).sort()[0]
  const from = query.createdFrom && firstUuidV7Of(Date.parse(query.createdFrom))
  const pages = await Promise.all(
    accesses.map(({ entityId }) =>
      queryIndex(table, {
        index: 'GSI1',
        partition: requestsOf(entityId),
        ...(from ? { from } : {}),
        ...(to ? { to } : {}),
        newestFirst: true,
        limit,
      }),
    ),
  )
  const records = pages.flat().map((item) => fromItem(requests, item))
  return records.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit)
}

/** Ids of the very millisecond count as created by then. */
function lastIdOf(at: string): string {
  return firstUuidV7Of(Date.parse(at) + 1)
}

/** A bound that excludes an id itself: `~` sorts after every id that starts like a shorter text, nothing fits between. */
function justBefore(id: string): string {
  const last = id.charCodeAt(id.length - 1)
  return `${id.slice(0, -1)}${String.fromCharCode(last - 1)}~`
}
