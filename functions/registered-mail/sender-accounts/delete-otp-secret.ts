import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { changeSender } from '../model/change-sender.ts'
import { namedSenderAccounts } from '../model/sender-account.ts'
import { auditOfSender } from '../model/sender-audit.ts'
import { otpSecretKey } from '../model/sender-secret.ts'

export const deleteOtpSecret = operation({
  id: 'deleteOtpSecret',
  method: 'DELETE',
  path: '/v1/registered-mails/sender-accounts/{senderAccountId}/otp-secret',
  tag: 'Sender accounts',
  summary: 'Delete the secret of one-time passwords',
  description: 'Deleting a secret that is not there succeeds, too.',
  access: {
    to: 'resource',
    resource: namedSenderAccounts,
    permission: 'registered_mail.manage',
    feature: 'registered_mail',
  },
  responses: { 204: null },
  errors: [],
  async handle({ resource: { account }, work, clock }) {
    if (!account.hasOtpSecret) return reply(204, null)
    work.removePart(otpSecretKey(account.id))
    const after = changeSender(work, account, { hasOtpSecret: false }, clock())
    work.audit(auditOfSender(after, 'sender_account.otp_secret_removed'))
    return reply(204, null)
  },
})
