import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { queryPartition } from '../../../shared/store/table.ts'
import { removeSender } from '../model/change-sender.ts'
import { namedSenderAccounts, senderPartition, useSortKeyStart } from '../model/sender-account.ts'

export const deleteSenderAccount = operation({
  id: 'deleteSenderAccount',
  method: 'DELETE',
  path: '/v1/registered-mails/sender-accounts/{senderAccountId}',
  tag: 'Sender accounts',
  summary: 'Delete a sender account that no open mail uses',
  description: 'Drafts and mails with an open item keep their account. Change or delete the drafts first.',
  access: {
    to: 'resource',
    resource: namedSenderAccounts,
    permission: 'registered_mail.manage',
    feature: 'registered_mail',
  },
  responses: { 204: null },
  errors: ['still_referenced'],
  preload: ({ table, path: { senderAccountId } }) =>
    queryPartition(table, senderPartition(senderAccountId.toLowerCase()), useSortKeyStart),
  async handle({ resource: { account }, preloaded: uses, work }) {
    if (uses.length > 0) return refuse('still_referenced', 'A draft or a mail that is not finished uses this account.')
    removeSender(work, account)
    return reply(204, null)
  },
})
