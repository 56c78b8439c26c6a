import type { PageRequest, Searched } from '../../../shared/http/page.ts'
import { hourMs, timestamp } from '../../../shared/platform/clock.ts'
import { fromItem, recordsOf } from '../../../shared/store/collection.ts'
import { justBefore, type Range } from '../../../shared/store/index-ranges.ts'
import { compareBytes } from '../../../shared/store/key-order.ts'
import { mergedPages } from '../../../shared/store/merged-pages.ts'
import { getItems, lastOfPartition, newestBetween, queryIndex, type Table } from '../../../shared/store/table.ts'
import { contactPartition } from '../../contacts/model/contact.ts'
import { contactLinks, linksOf } from '../../contacts/model/contact-links.ts'
import { byChange, linkedIn, linkedTo, listEntries } from './list-entries.ts'
import { type Task, taskKey, tasks } from './task.ts'
import { assignedPrivateTasks, assignedTasks, ownPrivateTasks, visibleLists } from './task-lists.ts'
import { assigneeAsked, matches, type TaskSearch } from './task-matcher.ts'
import { endedStart, openStart, taskOrder } from './task-order.ts'

/** How many tasks a page reads where filters may leave some out; the next page goes on from there. */
const filteredPerPage = 300

/** A resource or a contact has few tasks. Of more, the latest that the reader sees are found. */
const linkedAtMost = 500

interface Candidate {
  readonly place: string
  readonly task: Task
}

/** Tasks in the order of the results, up to a place; null: there are no more. */
export interface Candidates {
  readonly candidates: readonly Candidate[]
  readonly lookedTo: string | null
}

/** Reads the tasks that a page looks at. */
export async function candidatesFor(table: Table, search: TaskSearch, page: PageRequest): Promise<Candidates> {
  const { contactId, linkId, sort } = search.filters
  if (linkId !== undefined || contactId !== undefined) return await linkedCandidates(table, search, page)
  return sort === 'updated' ? await changedCandidates(table, search, page) : await listedCandidates(table, search, page)
}

/** The page of those that match. */
export function foundTasks(
  { candidates, lookedTo }: Candidates,
  search: TaskSearch,
  { size }: PageRequest,
): Searched<Task> {
  const seen = new Set<string>()
  // A private task of one's own that one is assigned to stands in two listings.
  const matching = candidates.filter(({ task }) => !seen.has(task.id) && seen.add(task.id) && matches(task, search))
  const chosen = matching.slice(0, size)
  const next = matching.length > size ? (chosen.at(-1)?.place ?? null) : lookedTo
  return { records: chosen.map(({ task }) => task), next, lookedAt: candidates.length }
}

/** A list that one index sorts. */
interface Listing {
  readonly index: 'GSI1' | 'GSI2'
  readonly partition: string
}

/** Listings that together hold every task that may match. */
function listingsOf(search: TaskSearch): Listing[] {
  const { entityIds, principalId } = search
  const assigneeId = assigneeAsked(search)
  return entityIds.flatMap((entityId): Listing[] => {
    const [shared = '', own = '', assigned = ''] = visibleLists(entityId, principalId)
    const visible: Listing[] = [
      { index: 'GSI1', partition: shared },
      { index: 'GSI1', partition: own },
      { index: 'GSI2', partition: assigned },
    ]
    if (assigneeId === undefined) return visible
    const others: Listing =
      assigneeId === principalId
        ? { index: 'GSI2', partition: assignedPrivateTasks(entityId, principalId) }
        : { index: 'GSI1', partition: ownPrivateTasks(entityId, principalId) }
    return [{ index: 'GSI2', partition: assignedTasks(entityId, assigneeId) }, others]
  })
}

async function listedCandidates(table: Table, search: TaskSearch, page: PageRequest): Promise<Candidates> {
  const listings = listingsOf(search)
  const limit = limitOf(search, page, listings.length)
  const asked = orderRange(search)
  // Nothing sorts between a place and the same with a space.
  const range = { ...asked, from: page.after === null ? asked.from : laterOf(asked.from, `${page.after} `) }
  const pages = await Promise.all(
    listings.map(async (listing) => {
      const items = await queryIndex(table, { ...listing, ...range, limit })
      return items.map((item) => ({ place: String(item[`${listing.index}SK`]), task: fromItem(tasks, item) }))
    }),
  )
  const { merged, lookedTo } = mergedPages(pages, limit, compareBytes)
  return { candidates: merged, lookedTo }
}

function limitOf({ filters }: TaskSearch, { size }: PageRequest, listings: number): number {
  const { q, overdue, status, assigneeId } = filters
  const isFiltered = [q, overdue, status, assigneeId].some((filter) => filter !== undefined)
  return isFiltered ? Math.max(size + 1, Math.ceil(filteredPerPage / listings)) : size + 1
}

/** No all-day task is overdue later than this after its start: the longest day has 25 hours, or 48 where a zone repeats one. */
const longestDayMs = 49 * hourMs

/** The part of the order that may match. */
function orderRange({ filters: { from, to, overdue, status }, nowMs }: TaskSearch): Range {
  const ranges: Range[] = [{ from: openStart, to: '1#~' }]
  const open = (low: string, high: string) => ranges.push({ from: `${openStart}${low}`, to: `${openStart}${high}` })
  if (from !== undefined || to !== undefined) open(from ?? '', to ?? '~')
  if (overdue === true) open('', timestamp(nowMs))
  if (overdue === false) ranges.push({ from: `${openStart}${timestamp(nowMs - longestDayMs)}`, to: '1#~' })
  if (status !== undefined) {
    // Each status stands together: open tasks first, then canceled and completed ones.
    const starts = status.map((each) => (each === 'open' ? openStart : endedStart(each))).sort()
    ranges.push({ from: starts[0] ?? openStart, to: `${starts.at(-1) ?? ''}~` })
  }
  return ranges.reduce((a, b) => ({ from: laterOf(a.from, b.from), to: a.to < b.to ? a.to : b.to }))
}

const laterOf = (a: string, b: string) => (a > b ? a : b)

/** The most recently changed first. */
async function changedCandidates(table: Table, search: TaskSearch, page: PageRequest): Promise<Candidates> {
  const lists = search.entityIds.flatMap((entityId) => visibleLists(entityId, search.principalId))
  const limit = limitOf(search, page, lists.length)
  const range = { from: ' ', to: page.after === null ? '~' : justBefore(page.after) }
  const pages = await Promise.all(
    lists.map(async (list) => {
      const items = await newestBetween(table, byChange(list), range, limit)
      return recordsOf(listEntries, items).map(({ order, taskId }) => ({ place: order, taskId }))
    }),
  )
  const { merged, lookedTo } = mergedPages(pages, limit, (a, b) => compareBytes(b, a))
  const known = await tasksOf(
    table,
    merged.map(({ taskId }) => taskId),
  )
  const candidates = merged.flatMap(({ place, taskId }) => {
    const task = known.get(taskId)
    return task && place === `${task.updatedAt}#${task.id}` ? { place, task } : []
  })
  return { candidates, lookedTo }
}

/** The tasks that are linked to a resource or a contact. */
async function linkedCandidates(table: Table, search: TaskSearch, { after }: PageRequest): Promise<Candidates> {
  const { linkId, contactId, sort } = search.filters
  const all =
    linkId !== undefined
      ? await idsLinkedTo(table, linkId, search)
      : await idsOfContact(table, contactId ?? '', search.principalId)
  const ids = all.toSorted((a, b) => compareBytes(b, a)).slice(0, linkedAtMost)
  const isByChange = sort === 'updated'
  const placed = [...(await tasksOf(table, ids)).values()].map((task) => ({
    place: isByChange ? `${task.updatedAt}#${task.id}` : taskOrder(task),
    task,
  }))
  const inOrder = placed.toSorted((a, b) => (a.place < b.place === isByChange ? 1 : -1))
  const isLeft = (place: string) => after === null || (isByChange ? place < after : place > after)
  return { candidates: inOrder.filter(({ place }) => isLeft(place)), lookedTo: null }
}

/** Only listings whose tasks the reader sees are read: the tasks of nobody else can fill the answer. */
async function idsLinkedTo(
  table: Table,
  resourceId: string,
  { entityIds, principalId }: Pick<TaskSearch, 'entityIds' | 'principalId'>,
): Promise<string[]> {
  const lists = entityIds.flatMap((entityId) => visibleLists(entityId, principalId))
  const found = await Promise.all(
    lists.map((list) => newestBetween(table, linkedTo(resourceId), linkedIn(list), linkedAtMost)),
  )
  return recordsOf(listEntries, found.flat()).map(({ taskId }) => taskId)
}

async function idsOfContact(table: Table, contactId: string, principalId: string): Promise<string[]> {
  const parts = [linksOf('task'), linksOf('task', principalId)]
  const found = await Promise.all(
    parts.map((part) => lastOfPartition(table, contactPartition(contactId), part, linkedAtMost)),
  )
  return recordsOf(contactLinks, found.flat()).map(({ targetId }) => targetId)
}

export async function tasksOf(table: Table, ids: readonly string[]): Promise<ReadonlyMap<string, Task>> {
  const items = await getItems(table, [...new Set(ids)].map(taskKey))
  return new Map(recordsOf(tasks, items).map((task) => [task.id, task]))
}
