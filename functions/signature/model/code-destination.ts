import { recipientOf } from '../../../shared/personal-links/recipient-codes.ts'
import type { Signer } from './request.ts'

/** Where a signer gets their codes: a mailbox, or a phone in E.164. */
export interface CodeDestination {
  readonly channel: 'email' | 'sms'
  readonly to: string | null
}

export function codeDestination({
  authMethod,
  email,
  phone,
}: Pick<Signer, 'authMethod' | 'email' | 'phone'>): CodeDestination {
  return authMethod === 'sms_otp' ? { channel: 'sms', to: phone } : { channel: 'email', to: email }
}

/** Where the codes of a signer go, as a hash. `linkHeldBy`: the organization, of a link for one session, which the sender has. */
export function codeRecipientOf(
  signer: Pick<Signer, 'id' | 'authMethod' | 'email' | 'phone'>,
  linkHeldBy: string | null,
): string {
  const { channel, to } = codeDestination(signer)
  const countedFor = linkHeldBy ?? `signer/${signer.id}`
  return recipientOf(to === null ? { channel: 'email', to: signer.email, countedFor } : { channel, to, countedFor })
}
