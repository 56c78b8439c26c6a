import { busSources } from '../../events/internal.ts'
import { type Answer, call, demand } from './client.ts'
import { type BusEvent, busEventsWith } from './inspection.ts'
import type { Tenant } from './tenant.ts'
import { until } from './until.ts'

type Home = Pick<Tenant, 'entity' | 'token'>

export const contactsPath = '/v1/contacts'

export function contactPath(id: string): string {
  return `${contactsPath}/${id}`
}

/** A person unless something else is said. */
export function contactInput({ entity }: Pick<Tenant, 'entity'>, fields: object = {}): object {
  return { entityId: entity.id, kind: 'person', firstName: 'Claire', lastName: 'Martin', ...fields }
}

export async function postContact(
  of: Home,
  fields: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  return await call('POST', contactsPath, { token: of.token, json: contactInput(of, fields), headers })
}

/** A contact that is there. */
export async function contactOf(of: Home, fields: object = {}) {
  const answer = await postContact(of, fields)
  demand(answer, 201)
  return answer.body
}

export async function patchContact(of: { token: string }, id: string, json: object): Promise<Answer> {
  return await call('PATCH', contactPath(id), { token: of.token, json })
}

export async function readContact(of: { token: string }, id: string): Promise<Answer> {
  return await call('GET', contactPath(id), { token: of.token })
}

export async function deleteContact(of: { token: string }, id: string): Promise<Answer> {
  return await call('DELETE', contactPath(id), { token: of.token })
}

type Filters = Readonly<Record<string, string>> | URLSearchParams

/** One page of the list, by filters. */
export async function listContacts(of: Home, filters: Filters = {}): Promise<Answer> {
  const query = new URLSearchParams(filters)
  query.set('entityId', of.entity.id)
  return await call('GET', `${contactsPath}?${query}`, { token: of.token })
}

/** What a list calls the contacts that it finds, over all of its pages. */
export async function namesFound(of: Home, filters: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const names: string[] = []
  for (let pageToken: string | null = null; ; ) {
    const answer: Answer = await listContacts(of, { ...filters, ...(pageToken && { pageToken }) })
    demand(answer, 200)
    names.push(...answer.body.results.map(({ displayName }: { displayName: string }) => displayName))
    if (!answer.body.nextPageToken) return names
    pageToken = String(answer.body.nextPageToken)
  }
}

/** What subscribers are told of a contact, once that is as much as was expected. */
export async function eventsOfContact(id: string, count: number): Promise<BusEvent[]> {
  return await until(`${count} events of contact ${id}`, async () => {
    const events = (await busEventsWith('contactId', id)).filter(({ source }) => source === busSources.public)
    return events.length >= count && events
  })
}
