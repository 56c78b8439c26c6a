import { type Refusal, refuse } from '../errors/refusal.ts'
import { environment } from '../platform/environment.ts'
import { issuePageToken, type PageScope, readPageToken } from '../store/page-token.ts'

const defaultPageSize = 25
const maxPageSize = 100

/** Which page is asked for: its size, and the position that the page before ended at (null: from the start). */
export interface PageRequest {
  readonly size: number
  readonly after: string | null
  readonly scope: PageScope
}

/** Lists of an organization's structure come whole (contract §8) unless pages are asked for, up to a size that no tree has. */
export const wholeList = 1_000

/** Reads `pageSize` and `pageToken`; every other parameter is a filter that the token is bound to. */
export function pageRequest(
  /** The name of the list: what is a place in one may be any place in another. */
  list: string,
  query: { readonly pageSize?: string | undefined; readonly pageToken?: string | undefined },
  principalId: string,
  nowMs: number,
  usualSize = defaultPageSize,
): PageRequest | Refusal<'invalid_input' | 'invalid_page_token'> {
  const { pageSize, pageToken, ...filters } = query
  const asked = pageSize === undefined || /^\d{1,3}$/.test(pageSize) ? Number(pageSize ?? maxPageSize) : 0
  if (asked < 1 || asked > maxPageSize)
    return refuse('invalid_input', `pageSize must be a whole number from 1 to ${maxPageSize}.`)
  const size = pageSize === undefined ? usualSize : asked
  const scope = { list, principalId, filters }
  if (pageToken === undefined) return { size, after: null, scope }
  const read = readPageToken(pageToken, scope, environment('PAGE_TOKEN_KEY'), nowMs)
  return 'refused' in read ? read : { size, after: read.position, scope }
}

/** What was found for a page, and where the search for the next one goes on (null: there is none). */
export interface Found<Record> {
  readonly records: readonly Record[]
  readonly next: string | null
}

/** A page as it is answered. */
export function pageOf<Record, Result>(
  found: Found<Record>,
  page: PageRequest,
  nowMs: number,
  toResult: (record: Record) => Result,
): { results: Result[]; nextPageToken?: string } {
  const results = found.records.map(toResult)
  if (found.next === null) return { results }
  return { results, nextPageToken: issuePageToken(found.next, page.scope, environment('PAGE_TOKEN_KEY'), nowMs) }
}
