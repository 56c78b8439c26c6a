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
