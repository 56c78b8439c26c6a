import { hash } from 'node:crypto'
import { canonicalJson } from '../../../shared/platform/canonical-json.ts'
import type { Item } from './item.ts'
import type { Mail } from './mail.ts'

/**
 * The SHA-256 of what a proof says of a mail, its sender and its recipient, as it was when the mail was sent. The first step of an
 * item holds it, so that no later change in the table gets into a proof.
 */
export function sentFactsSha256(mail: Mail, { kind, consent }: Pick<Item, 'kind' | 'consent'>): string {
  const { orgId, entityId, type, vendor, livemode, subject, reference, contentSha256, sender, send } = mail
  const attachments = mail.attachments.map(({ fileName, size, pageCount, sha256 }) => [
    fileName,
    size,
    pageCount,
    sha256,
  ])
  const sentBy = sender && [
    sender.kind,
    sender.firstName,
    sender.lastName,
    sender.company,
    sender.email,
    sender.verifiedAt,
  ]
  const place = { orgId, entityId, type, vendor, livemode }
  const content = { subject, reference, contentSha256, attachments }
  const facts = {
    ...place,
    ...content,
    sender: sentBy,
    sentAt: send?.sentAt ?? null,
    recipient: { kind, consent },
  }
  return hash('sha256', canonicalJson(facts), 'hex')
}
