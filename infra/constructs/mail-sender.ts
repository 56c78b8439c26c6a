import { deliverableAddress, readAddress } from '../../shared/mail/address.ts'

/** Who mail is sent by. */
export interface MailSender {
  /** As it was set: `Sealpost <no-reply@example.com>`, or the address alone. */
  readonly from: string
  /** Without the name. */
  readonly address: string
  /** Of the address. SES has to know it as ours. */
  readonly domain: string
}

/** The sender that `-c mailFrom=…` names; null where it names none. */
export function mailSender(mailFrom: string | undefined): MailSender | null {
  if (!mailFrom) return null
  const address = deliverableAddress(readAddress(mailFrom).address)
  if (!address)
    throw new Error('-c mailFrom=… must be an address, or a name with an address: "Sealpost <no-reply@example.com>"')
  return { from: mailFrom, address, domain: address.slice(address.indexOf('@') + 1) }
}

/** How the stack gets the identity of the sender's domain: it makes one, or uses one that the account has. */
export type MailIdentity = 'own' | 'existing'

export function mailIdentity(setting: string | undefined): MailIdentity {
  if (setting === undefined || setting === 'own' || setting === 'existing') return setting ?? 'own'
  throw new Error('-c mailIdentity=… can only be existing: SES has the domain of mailFrom already')
}

/** A subdomain of the sender's domain for the envelope of e-mails (MAIL FROM), so that SPF names our domain. */
export function mailFromDomain(
  setting: string | undefined,
  { sender, identity }: { readonly sender: MailSender | null; readonly identity: MailIdentity },
): string | undefined {
  if (setting === undefined) return undefined
  if (identity === 'existing')
    throw new Error('-c mailFromDomain=… changes only an identity of the stack. Set that of the existing one in SES')
  if (!sender || !setting.endsWith(`.${sender.domain}`) || !/^[a-z0-9.-]+$/.test(setting))
    throw new Error('-c mailFromDomain=… must be a subdomain of the domain of mailFrom, such as bounces.example.com')
  return setting
}

/** Letters and digits, at least one letter: what carriers show in place of a number. */
export function smsSenderId(setting: string | undefined): string | undefined {
  if (setting !== undefined && !/^(?=.*[A-Za-z])[A-Za-z0-9]{1,11}$/.test(setting))
    throw new Error('-c smsSenderId=… must have 1 to 11 letters and digits, and at least one letter')
  return setting
}
