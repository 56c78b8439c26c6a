import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { changeSender } from '../model/change-sender.ts'
import { namedSenderAccounts } from '../model/sender-account.ts'
import { auditOfSender } from '../model/sender-audit.ts'
import { senderAccountView, toSenderAccount } from '../model/sender-view.ts'
import { vendorNamed } from '../vendors/vendors.ts'

export const refreshSenderAccount = operation({
  id: 'refreshSenderAccount',
  method: 'POST',
  path: '/v1/registered-mails/sender-accounts/{senderAccountId}/refresh',
  tag: 'Sender accounts',
  summary: 'Read the status of a sender account again from its vendor',
  access: {
    to: 'resource',
    resource: namedSenderAccounts,
    permission: 'registered_mail.send',
    feature: 'registered_mail',
  },
  responses: { 200: senderAccountView },
  errors: ['vendor_error'],
  async handle({ resource: { account, lastUsedAt }, table, work, clock, ids }) {
    const nowMs = clock()
    const vendor = vendorNamed(account.vendor)
    if (!vendor)
      return refuse('vendor_error', 'The vendor of this account no longer exists.', {
        vendor: account.vendor,
        retryable: false,
      })
    const standing = await vendor.readSender({ table, clock, ids }, account)
    if (isRefusal(standing)) return standing
    const after = changeSender(work, account, { ...standing, refreshedAt: timestamp(nowMs) }, nowMs)
    work.audit(auditOfSender(after, 'sender_account.refreshed'))
    return reply(200, toSenderAccount(after, lastUsedAt), etagOf(after))
  },
})
