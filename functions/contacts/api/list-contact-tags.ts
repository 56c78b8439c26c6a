import * as v from 'valibot'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { addressBooksFor } from '../model/address-book.ts'
import { readTagCounts } from '../model/tag-counts.ts'

export const listContactTags = operation({
  id: 'listContactTags',
  method: 'GET',
  path: '/v1/contacts/tags',
  tag: 'Contacts',
  summary: 'List the tags of an entity’s contacts',
  description: 'Returns all tags by name, with the number of contacts that you can see.',
  access: { to: 'entity', named: 'query', permission: 'contacts.read', feature: null },
  query: v.object({ entityId: uuid }),
  responses: { 200: v.object({ results: v.array(v.object({ name: v.string(), count: v.number() })) }) },
  errors: [],
  preload: ({ table, query: { entityId }, principalId }) =>
    readTagCounts(table, addressBooksFor(entityId, principalId, 'all')),
  async handle({ preloaded: results }) {
    return reply(200, { results })
  },
})
