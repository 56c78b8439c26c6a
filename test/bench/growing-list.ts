import { answered, type MeteredCloud, traced, withinMinute } from '../costs/metered-cloud.ts'
import type { Reading } from '../costs/reading.ts'
import { tokenAbout } from '../support/access-token.ts'
import type { Tenant } from '../support/tenant.ts'
import type { Table } from './cells.ts'

/** What a list is asked for. */
export interface Question {
  /** Where it is asked for, if not where the list is. */
  readonly path?: string
  readonly filters: Readonly<Record<string, string>>
  readonly page?: 'second'
}

/** A list of an entity that grows. */
export interface GrowingList {
  readonly tenant: Tenant
  readonly path: string
  /** What it holds, as titles of tables name it. */
  readonly things: string
}

/** What one question cost at one size of the list. */
interface Answer {
  readonly reading: Reading
  /** Of the body that was answered. */
  readonly bytes: number
  /** Results on the page that was measured, and whether it was the last one. */
  readonly found: number
  readonly isLast: boolean
  /** Requests until as many are found as fit a page, or there are no more; null: more than were sent. */
  readonly requests: number | null
}

export const pageSize = 25
const maxRequests = 5

/** What pages of a list cost as the list grows, by what it is asked for. Sizes ascend; `grow` brings it from one to the next. */
export async function growthOf(
  metered: MeteredCloud,
  list: GrowingList,
  questions: Readonly<Record<string, Question>>,
  { sizes, grow }: { readonly sizes: readonly number[]; readonly grow: (from: number, to: number) => Promise<void> },
): Promise<Record<string, Table>> {
  const answers = new Map(Object.keys(questions).map((name) => [name, new Map<number, Answer>()]))
  let seeded = 0
  for (const size of sizes) {
    await grow(seeded, size)
    seeded = size
    // One that is not counted finds the function warm for the others.
    await asked(metered, list, { filters: {} })
    for (const [name, question] of Object.entries(questions))
      answers.get(name)?.set(size, await asked(metered, list, question))
  }
  return tablesOf(list, answers)
}

async function asked(
  metered: MeteredCloud,
  { tenant: { key, entity }, path: listPath }: GrowingList,
  { filters, page, path = listPath }: Question,
): Promise<Answer> {
  const token = await tokenAbout(key.clientId)
  const get = async (pageToken: string | null, trace?: string) => {
    const query = new URLSearchParams({ entityId: entity.id, ...filters, ...(pageToken && { pageToken }) })
    const ask = { path: `${path}?${query}`, options: { token } }
    const { body, text } = await answered('GET', ask, trace === undefined ? {} : traced(trace))
    const bytes = Buffer.byteLength(text)
    return { bytes, found: Number(body.results.length), next: body.nextPageToken ? String(body.nextPageToken) : null }
  }
  return await withinMinute(metered.driven, async () => {
    const before = await get(null)
    const from = page === 'second' ? before.next : null
    const { result, reading } = await metered.metered((trace) => get(from, trace))
    const { bytes, found, next } = result
    return { reading, bytes, found, isLast: next === null, requests: await requestsToFill(result, get) }
  })
}

interface Page {
  readonly found: number
  readonly next: string | null
}

async function requestsToFill(first: Page, get: (pageToken: string) => Promise<Page>): Promise<number | null> {
  let { found, next } = first
  for (let requests = 1; requests <= maxRequests; requests++) {
    if (next === null || found >= pageSize) return requests
    const page = await get(next)
    found += page.found
    next = page.next
  }
  return null
}

function tablesOf(
  { things }: GrowingList,
  answers: ReadonlyMap<string, ReadonlyMap<number, Answer>>,
): Record<string, Table> {
  const table = (row: (bySize: ReadonlyMap<number, Answer>) => object): Table =>
    Object.fromEntries([...answers].map(([name, bySize]) => [name, row(bySize)]))
  const cells = (bySize: ReadonlyMap<number, Answer>, cell: (answer: Answer) => unknown) =>
    Object.fromEntries([...bySize].map(([size, answer]) => [`${size}`, cell(answer)]))
  return {
    [`Read units of a page of 25 ${things}, by how many the entity has`]: table((bySize) => ({
      ...cells(bySize, ({ reading }) => reading.units.reads),
      'within 5 %': isSteady(bySize, ({ reading }) => reading.units.reads),
    })),
    [`Calls, depth and bytes of that page of ${things}`]: table((bySize) => ({
      ...cells(bySize, ({ reading, bytes }) => `${reading.calls}, ${reading.depth}, ${bytes}`),
      'calls within 5 %': isSteady(bySize, ({ reading }) => reading.calls),
      'bytes within 5 %': isSteady(bySize, ({ bytes }) => bytes),
    })),
    [`Results on that page of ${things}, and requests until 25 are found or there are no more`]: table((bySize) =>
      cells(bySize, ({ found, requests }) => `${found}, ${requests ?? `over ${maxRequests}`}`),
    ),
  }
}

/**
 * Whether pages differ by at most 5 % in something, among those with as many results as that of the largest list, and as few or
 * as many more to come: a small list may not fill a page, or not look beyond it. Null where there is no other.
 */
function isSteady(bySize: ReadonlyMap<number, Answer>, measure: (answer: Answer) => number): boolean | null {
  const answers = [...bySize.values()]
  const largest = answers.at(-1)
  const alike = answers.filter(({ found, isLast }) => found === largest?.found && isLast === largest.isLast)
  if (alike.length < 2) return null
  const measures = alike.map(measure)
  return Math.max(...measures) <= 1.05 * Math.min(...measures)
}
