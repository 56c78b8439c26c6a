import * as v from 'valibot'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { matchingOf, newestOf } from '../../../shared/http/newest-first.ts'
import { operation } from '../../../shared/http/operation.ts'
import { type PageRequest, pageOf, pageRequest } from '../../../shared/http/page.ts'
import { reply } from '../../../shared/http/reply.ts'
import { mails, mailsOf } from '../model/mail.ts'
import { listedMailView, toListedMail } from '../model/mail-view.ts'
import { type ListQuery, listQuery } from './list-query.ts'
import { matcherOf } from './mail-matcher.ts'

export const listRegisteredMails = operation({
  id: 'listRegisteredMails',
  method: 'GET',
  path: '/v1/registered-mails',
  tag: 'Registered mail',
  summary: 'List registered mails, newest first',
  description:
    'Lists the mails of one entity, or of all entities that you may read. Status and items follow a change within seconds; the mail itself has them at once. A filtered page can be short, and even empty after 1,000 entries that do not match; continue until the answer has no nextPageToken.',
  access: { to: 'entities', permission: 'registered_mail.read', feature: 'registered_mail' },
  query: listQuery,
  responses: { 200: v.object({ results: v.array(listedMailView), nextPageToken: v.optional(v.string()) }) },
  errors: ['invalid_input', 'invalid_page_token'],
  async preload({ table, query, principalId, nowMs }) {
    const page = await pageRequest('listRegisteredMails', query, principalId, nowMs)
    if (isRefusal(page)) return page
    const { entityId } = query
    const search = searchOf(query, page, principalId)
    return { page, ofEntity: entityId === undefined ? null : await newestOf(table, [entityId], search) }
  },
  async handle({ accesses, query, principal, clock, table, preloaded }) {
    if (isRefusal(preloaded)) return preloaded
    const { page, ofEntity } = preloaded
    const search = searchOf(query, page, principal.id)
    const entityIds = accesses.map(({ entityId }) => entityId)
    const newest = ofEntity ?? (await newestOf(table, entityIds, search))
    const found = await matchingOf(table, { entityIds, newest }, search)
    return reply(200, await pageOf(found, page, clock(), (mail) => toListedMail(mail, { principalId: principal.id })))
  },
})

function searchOf(query: ListQuery, page: PageRequest, principalId: string) {
  const { createdFrom, createdTo } = query
  return { collection: mails, listOf: mailsOf, page, createdFrom, createdTo, matches: matcherOf(query, principalId) }
}
