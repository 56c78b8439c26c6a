import type { MailFailure } from '../../events/mail-delivery.ts'
import type { NamedAddress } from './address.ts'

/** What a mail says. Any text is safe anywhere but in `html`, which is markup (see layout.ts). */
export interface MailContent {
  readonly subject: string
  readonly html: string
  readonly text: string
  /** In place of the installation's own name: `Jane Doe via Sealpost`. The address stays the installation's. */
  readonly fromName?: string
  readonly replyTo?: NamedAddress
  readonly attachment?: MailAttachment
}

export interface MailAttachment {
  readonly fileName: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

export interface OutgoingMail {
  /** Comes back with all that is told of the mail. */
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly content: MailContent
}

/**
 * What came of handing a mail over. `refused`: it never will be taken; `busy`: it was not taken this time. When it is not
 * known whether it was taken, handing over throws.
 */
export type Handover =
  | { readonly outcome: 'taken'; readonly sesMessageId: string }
  | { readonly outcome: 'refused'; readonly reason: MailFailure; readonly error: Error | null }
  | { readonly outcome: 'busy'; readonly error: Error }

/** Whoever takes mail to its recipients. It tries once: a mail that is handed over twice arrives twice. */
export type Mailer = (mail: OutgoingMail) => Promise<Handover>
