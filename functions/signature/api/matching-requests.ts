import { matchingOf, newestOf as newestOfEntities } from '../../../shared/http/newest-first.ts'
import type { Found, PageRequest } from '../../../shared/http/page.ts'
import type { Table } from '../../../shared/store/table.ts'
import { type RequestRecord, requests, requestsOf } from '../model/request.ts'
import type { ListQuery } from './list-query.ts'
import { everything, matcherOf, type Viewer } from './request-matcher.ts'

interface Search extends Viewer {
  readonly query: ListQuery
  readonly page: PageRequest
}

/** A page of those of the newest requests that match. */
export function matchingRequests(
  table: Table,
  read: { readonly entityIds: readonly string[]; readonly newest: readonly RequestRecord[] },
  search: Search,
): Promise<Found<RequestRecord>> {
  return matchingOf(table, read, listed(search))
}

/** The newest requests of some entities: as many as a page looks at. */
export function newestOf(table: Table, entityIds: readonly string[], search: Search): Promise<RequestRecord[]> {
  return newestOfEntities(table, entityIds, listed(search))
}

function listed(search: Search) {
  const { createdFrom, createdTo } = search.query
  const matcher = matcherOf(search.query, search)
  const matches = matcher === everything ? null : matcher
  return { collection: requests, listOf: requestsOf, page: search.page, createdFrom, createdTo, matches }
}
