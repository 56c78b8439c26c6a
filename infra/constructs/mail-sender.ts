import { deliverableAddress, readAddress } from '../../shared/mail/address.ts'

/** Who mail is sent by. */
export interface MailSender {
  /** As it was set: `Sealpost <no-reply@example.com>`, or the address alone. */
  readonly from: string
  /** Of the address. SES has to know it as ours. */
  readonly domain: string
}

/** The sender that `-c mailFrom=…` names; null where it names none. */
export function mailSender(mailFrom: string | undefined): MailSender | null {
  if (!mailFrom) return null
  const address = deliverableAddress(readAddress(mailFrom).address)
  if (!address)
    throw new Error('-c mailFrom=… must be an address, or a name with an address: "Sealpost <no-reply@example.com>"')
  return { from: mailFrom, domain: address.slice(address.indexOf('@') + 1) }
}

/** Letters and digits, at least one letter: what carriers show in place of a number. */
export function smsSenderId(setting: string | undefined): string | undefined {
  if (setting !== undefined && !/^(?=.*[A-Za-z])[A-Za-z0-9]{1,11}$/.test(setting))
    throw new Error('-c smsSenderId=… must have 1 to 11 letters and digits, and at least one letter')
  return setting
}
