import * as v from 'valibot'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { pageOf, pageRequest } from '../../../shared/http/page.ts'
import { reply } from '../../../shared/http/reply.ts'
import { listedRequestView, toListedRequest } from '../model/view.ts'
import { listQuery } from './list-query.ts'
import { matchingRequests, newestOf } from './matching-requests.ts'

export const listSignatureRequests = operation({
  id: 'listSignatureRequests',
  method: 'GET',
  path: '/v1/signature-requests',
  tag: 'Signature requests',
  summary: 'List signature requests, newest first',
  description:
    'Lists the requests of one entity, or of all entities that you may read. A filtered page can be short, and even empty after 1,000 entries that do not match; continue until the answer has no nextPageToken.',
  access: { to: 'entities', permission: 'signature.read', feature: 'signature' },
  query: listQuery,
  responses: {
    200: v.object({ results: v.array(listedRequestView), nextPageToken: v.optional(v.string()) }),
  },
  errors: ['invalid_input', 'invalid_page_token'],
  async preload({ table, query, principalId, nowMs }) {
    const page = await pageRequest('listSignatureRequests', query, principalId, nowMs)
    if (isRefusal(page)) return page
    const { entityId } = query
    const search = { query, page, principalId, nowMs }
    return { page, ofEntity: entityId === undefined ? null : await newestOf(table, [entityId], search) }
  },
  async handle({ accesses, query, principal, clock, table, preloaded }) {
    if (isRefusal(preloaded)) return preloaded
    const { page, ofEntity } = preloaded
    const nowMs = clock()
    const search = { query, page, principalId: principal.id, nowMs }
    const entityIds = accesses.map(({ entityId }) => entityId)
    const newest = ofEntity ?? (await newestOf(table, entityIds, search))
    const found = await matchingRequests(table, { entityIds, newest }, search)
    return reply(200, await pageOf(found, page, nowMs, (record) => toListedRequest(record, { principal, nowMs })))
  },
})
