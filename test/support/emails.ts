import { createHash } from 'node:crypto'
import { signingLinkKey, signingLinks } from '../../functions/signature/model/signing-link.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { getItem } from '../../shared/store/table.ts'
import { inboxOf, newsOfMail } from './mail.ts'
import { type Draft, signer } from './signature.ts'
import { table } from './tenant.ts'
import { until } from './until.ts'

export type Message = Awaited<ReturnType<typeof inboxOf>>[number]

/** A request of the built-in vendor, whose signers are written to. */
export function nativeDraft(more: Draft = {}): Draft {
  return { vendor: 'native', eidasLevel: 'ses', ...more }
}

/** A signer with an address of their own, so that what they get is theirs alone. */
export function recipient(more: Draft = {}): Draft & { email: string } {
  const made = signer('', { authMethod: 'none', ...more })
  return { ...made, email: String(made.email) }
}

/** Waits until so many messages have come to an address; gives them, the first first. */
export async function messagesTo(address: string, count: number): Promise<Message[]> {
  return await until(`${count} messages to ${address}`, async () => {
    const messages = await inboxOf(address)
    return messages.length >= count ? messages.toReversed() : null
  })
}

/** The token of the signing page's link in a mail. */
export function tokenIn({ text }: Pick<Message, 'text'>): string {
  const [, token] = /\/sign\/([A-Za-z0-9_-]{43})/.exec(text ?? '') ?? []
  if (!token) throw new Error(`no link in: ${text}`)
  return token
}

/** What the table has for the link of a token. */
export async function linkOf(token: string): Promise<unknown> {
  const item = await getItem(table(), signingLinkKey(createHash('sha256').update(token).digest('hex')))
  return item && recordsOf(signingLinks, [item])[0]
}

/** What was told of the mails about a request, in the order in which it came to the bus. */
export async function mailNewsOf(requestId: string) {
  return await newsOfMail(({ reference }) => reference.resource.id === requestId)
}
