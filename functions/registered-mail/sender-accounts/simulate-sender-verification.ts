import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { changeSender } from '../model/change-sender.ts'
import { isUsable, namedSenderAccounts } from '../model/sender-account.ts'
import { auditOfSender } from '../model/sender-audit.ts'
import { senderAccountView, toSenderAccount } from '../model/sender-view.ts'

export const simulateSenderVerification = operation({
  id: 'simulateSenderVerification',
  method: 'POST',
  path: '/v1/test/sender-accounts/{senderAccountId}/verify',
  tag: 'Simulation',
  summary: 'Verify a sender account of a test organization',
  description:
    'The account is verified and linked, of whichever vendor it is. Verifying it twice returns the same answer.',
  access: {
    to: 'resource',
    resource: namedSenderAccounts,
    permission: 'registered_mail.manage',
    feature: 'registered_mail',
    testOnly: true,
  },
  responses: { 200: senderAccountView },
  errors: [],
  async handle({ resource: { account, lastUsedAt }, work, clock }) {
    if (isUsable(account)) return reply(200, toSenderAccount(account, lastUsedAt), etagOf(account))
    const after = changeSender(work, account, { status: 'verified', linked: true }, clock())
    work.audit(auditOfSender(after, 'sender_account.simulated'))
    return reply(200, toSenderAccount(after, lastUsedAt), etagOf(after))
  },
})
