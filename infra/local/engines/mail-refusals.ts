import { ServiceError } from './json-protocol.ts'
import type { Message } from './messages.ts'

/** https://docs.aws.amazon.com/ses/latest/dg/quotas.html */
const [mostRecipients, mostTags, mostHeaders] = [50, 50, 15]
/** Attachments count in base64. */
const largestMailBytes = 40 * 1024 * 1024

const visibleAscii = /^[\x20-\x7e]*$/
const tagPart = /^[A-Za-z0-9_.@-]{1,256}$/
/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_MessageHeader.html */
const headerName = /^[!-9;-~]{1,126}$/
const headerValue = /^[\x20-\x7e]{1,870}$/

type Content = { Simple?: unknown; Raw?: { Data: string } | undefined }

/** Throws what SES answers for a mail that it does not take. */
export function refuseMail(message: Message, { Simple, Raw }: Content, identities?: readonly string[]): void {
  const recipients = [...message.to, ...message.cc, ...message.bcc]
  const isFew = recipients.length >= 1 && recipients.length <= mostRecipients
  demand(isFew, `A mail has 1 to ${mostRecipients} recipients`)
  const wrong = [message.from, ...recipients].find((address) => !isAddress(address))
  demand(wrong === undefined, `Illegal address: ${wrong}`)
  demand(message.tags.length <= mostTags, `A mail has at most ${mostTags} tags`)
  const areTags = message.tags.every(({ name, value }) => tagPart.test(name) && tagPart.test(value))
  demand(areTags, 'Tags are of letters, digits, underscores, hyphens, periods and at signs')
  if (Simple !== undefined) refuseHeaders(message)
  demand(sizeOf(message, Raw?.Data) <= largestMailBytes, `Message length is more than ${largestMailBytes} bytes long`)
  refuseUnverified(message.from, identities)
}

/** Of a raw mail the headers are the sender's own concern. */
function refuseHeaders({ subject, headers }: Message): void {
  demand(!/\p{Cc}/u.test(subject), 'The subject contains control characters')
  demand(headers.length <= mostHeaders, `A mail has at most ${mostHeaders} headers`)
  const wrong = headers.find(({ name, value }) => !headerName.test(name) || !headerValue.test(value))
  demand(wrong === undefined, `Illegal header: ${wrong?.name}`)
}

function sizeOf({ html = '', text = '', subject, attachments }: Message, raw: string | undefined): number {
  if (raw !== undefined) return Buffer.byteLength(raw, 'base64')
  const inBase64 = attachments.reduce((sum, { base64 }) => sum + base64.length, 0)
  return Buffer.byteLength(html) + Buffer.byteLength(text) + Buffer.byteLength(subject) + inBase64
}

/** A domain that is verified stands for its subdomains and for all their addresses. */
function refuseUnverified(from: string, identities: readonly string[] | undefined): void {
  const sender = bareAddress(from).toLowerCase()
  const domain = sender.slice(sender.indexOf('@') + 1)
  const isVerified = (identity: string) => identity === sender || identity === domain || domain.endsWith(`.${identity}`)
  if (identities === undefined || identities.some((identity) => isVerified(identity.toLowerCase()))) return
  const failed = `The following identities failed the check: ${sender}`
  throw new ServiceError('MessageRejected', `Email address is not verified. ${failed}`)
}

/** Anything but ASCII has to be encoded: names as RFC 2047 says, domains as Punycode; a local part cannot be. */
function isAddress(address: string): boolean {
  return visibleAscii.test(address) && /^[^\s@]{1,64}@[^\s@]+$/.test(bareAddress(address))
}

/** `Ann <ann@example.org>` → `ann@example.org` */
export function bareAddress(address: string): string {
  return /<([^<>]*)>\s*$/.exec(address)?.[1] ?? address.trim()
}

function demand(holds: boolean, message: string): void {
  if (!holds) throw new ServiceError('BadRequestException', message)
}
