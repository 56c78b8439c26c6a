import { type Refusal, refuse } from '../errors/refusal.ts'
import type { KeyRing } from '../platform/key-ring.ts'
import { issuePageToken, type PageScope, readPageToken } from '../store/page-token.ts'

const defaultPageSize = 25
const maxPageSize = 100

/** The requested page: its size, and the position where the previous page ended (null: from the start). */
export interface PageRequest {
  readonly size: number
  readonly after: string | null
  readonly scope: PageScope
}

/** No tree is larger: lists of an organization's structure are whole (contract §8) unless the caller asks for pages. */
export const wholeList = 1_000

interface PageQuery {
  readonly pageSize?: string | undefined
  readonly pageToken?: string | undefined
}

/** Reads `pageSize` and `pageToken`; every other parameter is a filter that the token is bound to. */
export async function pageRequest(
  /** The name of the list: a position in one list means nothing in another. */
  list: string,
  query: PageQuery,
  principalId: string,
  nowMs: number,
  usualSize = defaultPageSize,
): Promise<PageRequest | Refusal<'invalid_input' | 'invalid_page_token'>> {
  const keys = query.pageToken === undefined ? null : await pageTokenKeys()
  return pageAsked(list, query, { principalId, nowMs, usualSize, keys })
}

/** The same for who has the keys already: null where the query has no token. */
export function pageAsked(
  list: string,
  query: PageQuery,
  asked: {
    readonly principalId: string
    readonly nowMs: number
    readonly usualSize?: number
    readonly keys: KeyRing | null
  },
): PageRequest | Refusal<'invalid_input' | 'invalid_page_token'> {
  const { principalId, nowMs, usualSize = defaultPageSize, keys } = asked
  const { pageSize, pageToken, ...filters } = query
  const wanted = pageSize === undefined || /^\d{1,3}$/.test(pageSize) ? Number(pageSize ?? maxPageSize) : 0
  if (wanted < 1 || wanted > maxPageSize)
    return refuse('invalid_input', `pageSize must be a whole number from 1 to ${maxPageSize}.`)
  const size = pageSize === undefined ? usualSize : wanted
  const scope = { list, principalId, filters }
  if (pageToken === undefined) return { size, after: null, scope }
  if (keys === null) throw new Error('a page token cannot be read without its keys')
  const read = readPageToken(pageToken, scope, keys, nowMs)
  return 'refused' in read ? read : { size, after: read.position, scope }
}

/** The results of a page, and where the next page starts (null: there is none). */
export interface Found<Record> {
  readonly records: readonly Record[]
  readonly next: string | null
}

/** A page, and how many entries were looked at for it. */
export interface Searched<Record> extends Found<Record> {
  readonly lookedAt: number
}

/** How many entries a request looks at before it answers with an empty page although more may follow. */
const lookedAtMost = 1_000
/** A page counts as so many entries at least, so that a request has few rounds. */
const leastOfPage = 50

/** Where filters left nothing of a page, goes on with the next one, so that clients meet hardly any empty page. */
export async function untilFound<Page extends Searched<unknown>>(
  first: Page,
  readAfter: (after: string) => Promise<Page>,
): Promise<Page> {
  let found = first
  for (let left = lookedAtMost - countOf(first); left > 0; left -= countOf(found)) {
    if (found.records.length > 0 || found.next === null) break
    found = await readAfter(found.next)
  }
  return found
}

const countOf = ({ lookedAt }: Searched<unknown>) => Math.max(lookedAt, leastOfPage)

/** A page as the API returns it. */
export async function pageOf<Record, Result>(
  found: Found<Record>,
  page: PageRequest,
  nowMs: number,
  toResult: (record: Record) => Result,
): Promise<{ results: Result[]; nextPageToken?: string }> {
  const results = found.records.map(toResult)
  if (found.next === null) return { results }
  return { results, nextPageToken: issuePageToken(found.next, page.scope, await pageTokenKeys(), nowMs) }
}

/** What authenticates page tokens. Loaded with the first list that has more than a page. */
export async function pageTokenKeys(): Promise<KeyRing> {
  const { secretRing } = await import('../platform/secret-settings.ts')
  return await secretRing('PAGE_TOKEN_KEYS')
}
