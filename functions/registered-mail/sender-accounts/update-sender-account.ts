import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { changeSender } from '../model/change-sender.ts'
import { namedSenderAccounts } from '../model/sender-account.ts'
import { auditOfSender } from '../model/sender-audit.ts'
import { senderAccountView, toSenderAccount } from '../model/sender-view.ts'
import { senderAccountPatch } from './sender-input.ts'
import { labelRequired } from './sender-rules.ts'

export const updateSenderAccount = operation({
  id: 'updateSenderAccount',
  method: 'PATCH',
  path: '/v1/registered-mails/sender-accounts/{senderAccountId}',
  tag: 'Sender accounts',
  summary: 'Change the label of a sender account',
  access: {
    to: 'resource',
    resource: namedSenderAccounts,
    permission: 'registered_mail.manage',
    feature: 'registered_mail',
  },
  body: json(senderAccountPatch),
  responses: { 200: senderAccountView },
  errors: ['sender_label_required'],
  async handle({ resource: { account, lastUsedAt }, body, work, clock }) {
    const label = body.label === undefined ? account.label : body.label
    if (!label) return labelRequired
    if (label === account.label) return reply(200, toSenderAccount(account, lastUsedAt), etagOf(account))
    const after = changeSender(work, account, { label }, clock())
    work.audit(auditOfSender(after, 'sender_account.changed', [{ field: 'label', from: account.label, to: label }]))
    return reply(200, toSenderAccount(after, lastUsedAt), etagOf(after))
  },
})
