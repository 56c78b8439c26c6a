import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { namedSenderAccounts } from '../model/sender-account.ts'
import { senderAccountView, toSenderAccount } from '../model/sender-view.ts'

export const getSenderAccount = operation({
  id: 'getSenderAccount',
  method: 'GET',
  path: '/v1/registered-mails/sender-accounts/{senderAccountId}',
  tag: 'Sender accounts',
  summary: 'Get a sender account',
  access: {
    to: 'resource',
    resource: namedSenderAccounts,
    permission: 'registered_mail.read',
    feature: 'registered_mail',
  },
  responses: { 200: senderAccountView },
  errors: [],
  async handle({ resource: { account, lastUsedAt } }) {
    return reply(200, toSenderAccount(account, lastUsedAt), etagOf(account))
  },
})
