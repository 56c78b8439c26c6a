import type { Found, PageRequest } from '../../../shared/http/page.ts'
import { firstUuidV7Of } from '../../../shared/platform/ids.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { justBefore } from '../../../shared/store/index-ranges.ts'
import { queryIndex, type Table } from '../../../shared/store/table.ts'
import { type RequestRecord, requests, requestsOf } from '../model/request.ts'
import type { ListQuery } from './list-query.ts'
import { everything, matcherOf, type Viewer } from './request-matcher.ts'

/**
 * How many requests a page looks at where some of them may not match; the next page goes on from there. So a page costs the
 * same in an entity of a hundred requests and in one of a hundred thousand, and takes one round.
 */
const searchedPerPage = 100

/** A page of those of the newest requests that match. */
export function matchingRequests(newest: readonly RequestRecord[], search: Search): Found<RequestRecord> {
  const { query, page } = search
  const matching = newest.filter(matcherOf(query, search))
  const records = matching.slice(0, page.size)
  if (matching.length > page.size) return { records, next: records.at(-1)?.id ?? null }
  return { records, next: newest.length < limitOf(search) ? null : (newest.at(-1)?.id ?? null) }
}

interface Search extends Viewer {
  readonly query: ListQuery
  readonly page: PageRequest
}

/** One more than the page holds tells whether there is a next one. */
function limitOf(search: Search): number {
  const { query, page } = search
  return matcherOf(query, search) === everything ? page.size + 1 : Math.max(page.size + 1, searchedPerPage)
}

/** The newest requests of some entities: as many as a page looks at. */
export async function newestOf(table: Table, entityIds: readonly string[], search: Search): Promise<RequestRecord[]> {
  const { createdFrom, createdTo } = search.query
  const { after } = search.page
  const to = [createdTo && lastIdOf(createdTo), after && justBefore(after)].filter(Boolean).sort()[0]
  const bounds = { ...(createdFrom && { from: firstUuidV7Of(Date.parse(createdFrom)) }), ...(to && { to }) }
  const limit = limitOf(search)
  const pages = await Promise.all(
    entityIds.map((entityId) =>
      queryIndex(table, { index: 'GSI1', partition: requestsOf(entityId), ...bounds, newestFirst: true, limit }),
    ),
  )
  const records = pages.flat().map((item) => fromItem(requests, item))
  return records.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit)
}

/** Ids of the very millisecond count as created by then. */
function lastIdOf(at: string): string {
  return firstUuidV7Of(Date.parse(at) + 1)
}
