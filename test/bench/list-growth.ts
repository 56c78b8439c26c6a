import { timestamp } from '../../shared/platform/clock.ts'
import type { MeteredCloud } from '../costs/metered-cloud.ts'
import { tokenAbout } from '../support/access-token.ts'
import { table, tenant } from '../support/tenant.ts'
import type { Table } from './cells.ts'
import { growthOf, type Question } from './growing-list.ts'
import { createdAtMs, endStream, often, once, type SeededList, seedRequests } from './seeded-requests.ts'

/** What the list of requests is asked for. */
function questionsOf(list: SeededList): Record<string, Question> {
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

/** What a page of the list costs as the list grows, by what it is asked for. Sizes ascend. The cloud has no stream afterwards. */
export async function listGrowth(metered: MeteredCloud, sizes: readonly number[]): Promise<Record<string, Table>> {
  const of = await tenant({ tokenOf: ({ clientId }) => tokenAbout(clientId), client: { requestsPerMinute: 1e6 } })
  const list = { tenant: of, newestAtMs: Date.now() }
  await endStream(table())
  return await growthOf(
    metered,
    { tenant: of, path: '/v1/signature-requests', things: 'signature requests' },
    questionsOf(list),
    { sizes, grow: (from, to) => seedRequests(table(), list, from, to) },
  )
}
