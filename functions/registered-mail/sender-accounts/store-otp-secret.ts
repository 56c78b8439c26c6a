import * as v from 'valibot'
import { refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { changeSender } from '../model/change-sender.ts'
import { namedSenderAccounts } from '../model/sender-account.ts'
import { auditOfSender } from '../model/sender-audit.ts'
import { otpSecretFingerprint, otpSecretKey, otpSecrets } from '../model/sender-secret.ts'
import { nativeVendorKey } from '../vendors/native.ts'

const sealing = () => import('./sealed-secret.ts')

export const storeOtpSecret = operation({
  id: 'storeOtpSecret',
  method: 'PUT',
  path: '/v1/registered-mails/sender-accounts/{senderAccountId}/otp-secret',
  tag: 'Sender accounts',
  summary: 'Store the secret of one-time passwords that a vendor asks for',
  description: 'The secret is encrypted, and no operation returns it.',
  access: {
    to: 'resource',
    resource: namedSenderAccounts,
    permission: 'registered_mail.manage',
    feature: 'registered_mail',
  },
  body: json(v.object({ secret: v.pipe(v.string(), v.maxLength(1000)) })),
  responses: { 204: null },
  errors: ['invalid_input'],
  loadModules: sealing,
  preload: async ({ readItems, path: { senderAccountId } }) =>
    recordsOf(otpSecrets, await readItems([otpSecretKey(senderAccountId.toLowerCase())])),
  async handle({ resource: { account }, body, preloaded: [stored], work, clock }) {
    if (account.vendor === nativeVendorKey)
      return refuse(
        'invalid_input',
        'The vendor native asks for no one-time passwords: store no secret for its accounts.',
        {
          reason: 'vendor_without_otp',
        },
      )
    const secret = body.secret.replace(/\s/g, '').toUpperCase()
    if (!/^[A-Z2-7]{16,128}={0,6}$/.test(secret) || secret.length > 128)
      return refuse('invalid_input', 'Send the secret in base32: 16 to 128 letters A to Z and digits 2 to 7.')
    const { id: senderId } = account
    const fingerprint = otpSecretFingerprint(senderId, secret)
    if (stored?.fingerprint === fingerprint) return reply(204, null)
    const { sealedSecret } = await sealing()
    work.putPart(otpSecrets, { senderId, ciphertext: await sealedSecret(senderId, secret), fingerprint })
    const after = changeSender(work, account, { hasOtpSecret: true }, clock())
    work.audit(auditOfSender(after, 'sender_account.otp_secret_stored'))
    return reply(204, null)
  },
})
