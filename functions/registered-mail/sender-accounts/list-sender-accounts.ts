import * as v from 'valibot'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { wholeIndexRange } from '../../../shared/store/table.ts'
import { lastUses, senderAccounts, sendersOf } from '../model/sender-account.ts'
import { senderAccountView, toSenderAccount } from '../model/sender-view.ts'

export const listSenderAccounts = operation({
  id: 'listSenderAccounts',
  method: 'GET',
  path: '/v1/registered-mails/sender-accounts',
  tag: 'Sender accounts',
  summary: 'List the sender accounts of an entity',
  description: 'All accounts in one answer, oldest first.',
  access: { to: 'entity', named: 'query', permission: 'registered_mail.read', feature: 'registered_mail' },
  query: v.object({ entityId: uuid }),
  responses: { 200: v.object({ results: v.array(senderAccountView) }) },
  errors: [],
  async preload({ table, query: { entityId } }) {
    return await wholeIndexRange(table, { index: 'GSI1', partition: sendersOf(entityId.toLowerCase()) })
  },
  async handle({ preloaded: listed }) {
    const accounts = recordsOf(senderAccounts, listed)
    const uses = recordsOf(lastUses, listed)
    const lastUsed = new Map(uses.map(({ senderId, at }) => [senderId, at]))
    return reply(200, {
      results: accounts.map((account) => toSenderAccount(account, lastUsed.get(account.id) ?? null)),
    })
  },
})
