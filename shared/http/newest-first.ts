import { firstUuidV7Of } from '../platform/ids.ts'
import { type Collection, fromItem } from '../store/collection.ts'
import { justBefore } from '../store/index-ranges.ts'
import { queryIndex, type Table } from '../store/table.ts'
import { type Found, type PageRequest, type Searched, untilFound } from './page.ts'

/**
 * How many records a page looks at where some of them may not match; the next page goes on from there. So a page costs the
 * same in an entity of a hundred records and in one of a hundred thousand, and takes one round.
 */
const searchedPerPage = 100

export type Matcher<T> = (record: T) => boolean

/** A list of entities by the ids of its records, the newest first. */
interface NewestFirst<T> {
  readonly collection: Collection<T>
  /** The listing of an entity in the first index, sorted by id. */
  readonly listOf: (entityId: string) => string
  readonly page: PageRequest
  readonly createdFrom: string | undefined
  readonly createdTo: string | undefined
  /** Null: every record matches. */
  readonly matches: Matcher<T> | null
}

/** One more than the page holds tells whether there is a next one. */
function limitOf<T>({ page, matches }: NewestFirst<T>): number {
  return matches === null ? page.size + 1 : Math.max(page.size + 1, searchedPerPage)
}

/** The newest records of some entities: as many as a page looks at. */
export async function newestOf<T extends { readonly id: string }>(
  table: Table,
  entityIds: readonly string[],
  search: NewestFirst<T>,
): Promise<T[]> {
  const { collection, listOf, createdFrom, createdTo } = search
  const { after } = search.page
  const to = [createdTo && lastIdOf(createdTo), after && justBefore(after)].filter(Boolean).sort()[0]
  const bounds = { ...(createdFrom && { from: firstUuidV7Of(Date.parse(createdFrom)) }), ...(to && { to }) }
  const limit = limitOf(search)
  const pages = await Promise.all(
    entityIds.map((entityId) =>
      queryIndex(table, { index: 'GSI1', partition: listOf(entityId), ...bounds, newestFirst: true, limit }),
    ),
  )
  const records = pages.flat().map((item) => fromItem(collection, item))
  return records.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit)
}

/** A page of the records that match, of which the newest were read. It goes on where none of those match. */
export async function matchingOf<T extends { readonly id: string }>(
  table: Table,
  { entityIds, newest }: { readonly entityIds: readonly string[]; readonly newest: readonly T[] },
  search: NewestFirst<T>,
): Promise<Found<T>> {
  return await untilFound(matchingAmong(newest, search), async (after) => {
    const next = { ...search, page: { ...search.page, after } }
    return matchingAmong(await newestOf(table, entityIds, next), next)
  })
}

function matchingAmong<T extends { readonly id: string }>(newest: readonly T[], search: NewestFirst<T>): Searched<T> {
  const { page, matches } = search
  const lookedAt = newest.length
  const matching = matches === null ? newest : newest.filter(matches)
  const records = matching.slice(0, page.size)
  if (matching.length > page.size) return { records, next: records.at(-1)?.id ?? null, lookedAt }
  return { records, next: newest.length < limitOf(search) ? null : (newest.at(-1)?.id ?? null), lookedAt }
}

/** Ids of the very millisecond count as created by then. */
function lastIdOf(at: string): string {
  return firstUuidV7Of(Date.parse(at) + 1)
}
