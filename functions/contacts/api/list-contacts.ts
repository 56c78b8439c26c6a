import * as v from 'valibot'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { pageOf, pageRequest, untilFound } from '../../../shared/http/page.ts'
import { reply } from '../../../shared/http/reply.ts'
import { companiesOf, contactView, mayTellOfPeople, toContact } from '../model/contact-view.ts'
import { candidatesFor, foundContacts } from '../model/find-contacts.ts'
import { contactListQuery } from '../model/list-query.ts'
import { queryParts } from '../model/search-query.ts'

export const listContacts = operation({
  id: 'listContacts',
  method: 'GET',
  path: '/v1/contacts',
  tag: 'Contacts',
  summary: 'List and search contacts',
  description:
    'Lists the contacts of one entity, or of all entities that you may read, by displayName or, with `sort=updated`, most recently updated first. A filtered page can be short, and even empty after 1,000 entries that do not match; continue until the answer has no nextPageToken.',
  access: { to: 'entities', permission: 'contacts.read', feature: null },
  query: contactListQuery,
  responses: { 200: v.object({ results: v.array(contactView), nextPageToken: v.optional(v.string()) }) },
  errors: ['invalid_input', 'invalid_page_token'],
  async preload({ table, query, principalId, nowMs }) {
    const page = await pageRequest('listContacts', query, principalId, nowMs)
    if (isRefusal(page)) return page
    if (query.entityId === undefined) return { page, ofEntity: null }
    const search = { filters: query, parts: queryParts(query.q ?? ''), entityIds: [query.entityId], principalId }
    return { page, ofEntity: await candidatesFor(table, search, page) }
  },
  async handle({ accesses, query, principal, clock, table, preloaded }) {
    if (isRefusal(preloaded)) return preloaded
    const { page, ofEntity } = preloaded
    const entityIds = accesses.map(({ entityId }) => entityId)
    const search = { filters: query, parts: queryParts(query.q ?? ''), entityIds, principalId: principal.id }
    const first = ofEntity ?? (await candidatesFor(table, search, page))
    const found = await untilFound(await foundContacts(table, search, page, first), async (after) => {
      const next = { ...page, after }
      return await foundContacts(table, search, next, await candidatesFor(table, search, next))
    })
    const { companyId } = query
    const companies = await companiesOf(table, found.records, principal.id, found.beside, companyId)
    const told = mayTellOfPeople(companyId, companies) ? found : { records: [], next: null }
    return reply(200, await pageOf(told, page, clock(), (contact) => toContact(contact, companies)))
  },
})
