import { timestamp } from '../../shared/clock.ts'
import { tokenAbout } from '../api/support/access-token.ts'
import { table, tenant } from '../api/support/tenant.ts'
import { answered, type MeteredCloud, traced, withinMinute } from '../costs/metered-cloud.ts'
import type { Reading } from '../costs/reading.ts'
import type { Table } from './cells.ts'
import { createdAtMs, endStream, often, once, type SeededList, seedRequests } from './seeded-requests.ts'

type Filters = Readonly<Record<string, string>>

/** What the list of requests is asked for. */
function questionsOf(list: SeededList): Record<string, { filters: Filters; page?: 'second' }> {
  const at = (place: number) => timestamp(createdAtMs(list, place))
  return {
    'no filter': { filters: {} },
    'no filter, second page': { filters: {}, page: 'second' },
    'status, 40 %': { filters: { status: 'pending_signature' } },
    'status, 40 %, second page': { filters: { status: 'pending_signature' }, page: 'second' },
    'two statuses, 20 %': { filters: { status: 'declined,canceled' } },
    'q, 5 %': { filters: { q: often.word } },
    'q, once': { filters: { q: once.word } },
    'clientReference, 5 %': { filters: { clientReference: often.clientReference } },
    'clientReference, once': { filters: { clientReference: once.clientReference } },
    'contactId, 5 %': { filters: { contactId: often.contactId } },
    'contactId, once': { filters: { contactId: once.contactId } },
    'signerEmail, 5 %': { filters: { signerEmail: often.signerEmail } },
    'signerEmail, once': { filters: { signerEmail: once.signerEmail } },
    'eidasLevel, 10 %': { filters: { eidasLevel: 'qes' } },
    'vendor, 20 %': { filters: { vendor: 'another' } },
    'createdByMe, 25 %': { filters: { createdByMe: 'true' } },
    'createdFrom and createdTo': { filters: { createdFrom: at(80), createdTo: at(20) } },
    'status and eidasLevel, 10 %': { filters: { status: 'canceled', eidasLevel: 'qes' } },
  }
}

/** What one question cost at one size of the list. */
interface Answer {
  readonly reading: Reading
  /** Results on the page that was measured. */
  readonly found: number
  /** Requests until as many are found as fit a page, or there are no more; null: more than were sent. */
  readonly requests: number | null
}

const pageSize = 25
const maxRequests = 5

/** What a page of the list costs as the list grows, by what it is asked for. Sizes ascend. The cloud has no stream afterwards. */
export async function listGrowth(metered: MeteredCloud, sizes: readonly number[]): Promise<Record<string, Table>> {
  const of = await tenant({ tokenOf: ({ clientId }) => tokenAbout(clientId), client: { requestsPerMinute: 1e6 } })
  const list = { tenant: of, newestAtMs: Date.now() }
  const questions = Object.entries(questionsOf(list))
  const answers = new Map(questions.map(([name]) => [name, new Map<number, Answer>()]))
  await endStream(table())
  let seeded = 0
  for (const size of sizes) {
    await seedRequests(table(), list, seeded, size)
    seeded = size
    // One that is not counted finds the function warm for the others.
    await asked(metered, list, { filters: {} })
    for (const [name, question] of questions) answers.get(name)?.set(size, await asked(metered, list, question))
  }
  return tablesOf(answers)
}

async function asked(
  metered: MeteredCloud,
  { tenant: { key, entity } }: SeededList,
  { filters, page }: { filters: Filters; page?: 'second' },
): Promise<Answer> {
  const token = await tokenAbout(key.clientId)
  const get = async (pageToken: string | null, trace?: string) => {
    const query = new URLSearchParams({ entityId: entity.id, ...filters, ...(pageToken && { pageToken }) })
    const ask = { path: `/v1/signature-requests?${query}`, options: { token } }
    const { body } = await answered('GET', ask, trace === undefined ? {} : traced(trace))
    return { found: Number(body.results.length), next: body.nextPageToken ? String(body.nextPageToken) : null }
  }
  return await withinMinute(metered.driven, async () => {
    const before = await get(null)
    const from = page === 'second' ? before.next : null
    const { result, reading } = await metered.metered((trace) => get(from, trace))
    return { reading, found: result.found, requests: await requestsToFill(result, get) }
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

function tablesOf(answers: ReadonlyMap<string, ReadonlyMap<number, Answer>>): Record<string, Table> {
  const table = (row: (bySize: ReadonlyMap<number, Answer>) => object): Table =>
    Object.fromEntries([...answers].map(([name, bySize]) => [name, row(bySize)]))
  const cells = (bySize: ReadonlyMap<number, Answer>, cell: (answer: Answer) => unknown) =>
    Object.fromEntries([...bySize].map(([size, answer]) => [`${size} requests`, cell(answer)]))
  return {
    'Read units of a page of 25 signature requests, by how many the entity has': table((bySize) => ({
      ...cells(bySize, ({ reading }) => reading.units.reads),
      'within 5 %': isSteady([...bySize.values()]),
    })),
    'Calls and depth of that page': table((bySize) =>
      cells(bySize, ({ reading }) => `${reading.calls}, ${reading.depth}`),
    ),
    'Results on that page, and requests until 25 are found or there are no more': table((bySize) =>
      cells(bySize, ({ found, requests }) => `${found}, ${requests ?? `over ${maxRequests}`}`),
    ),
  }
}

/** Whether pages with as many results as the last have read units within 5 % of each other: a small list may not fill a page. */
function isSteady(answers: readonly Answer[]): boolean {
  const alike = answers.filter(({ found }) => found === answers.at(-1)?.found)
  const units = alike.map(({ reading }) => reading.units.reads)
  return Math.max(...units) <= 1.05 * Math.min(...units)
}
