import { renderEmail } from '../../../shared/mail/layout/render-email.ts'
import type { MailContent } from '../../../shared/mail/mailer.ts'
import type { Brand } from '../../../shared/pages/brand.ts'
import type { ReaderLocale } from '../../../shared/platform/locale.ts'
import type { RequestRecord } from '../model/request.ts'
import { type Subject, senderOf } from './facts.ts'
import { type Says, signerMessages } from './messages/catalog.ts'

/** What an e-mail says, as a mail in the name of who asks for signatures. `url`: where its button leads; null: it has none. */
export function composed(
  says: Says,
  { record, organization, brand }: Subject,
  { locale, url }: { readonly locale: ReaderLocale; readonly url: string | null },
): MailContent {
  const { subject, preheader, heading, paragraphs, code, button, smallPrint } = says
  if ((button === undefined) !== (url === null)) throw new Error('an e-mail needs a button and a link, or neither')
  const { test, onBehalf } = signerMessages[locale]
  const sender = senderOf(record.createdBy, organization)
  const replyTo = replyToOf(record.createdBy, brand)
  return {
    subject: record.livemode ? subject : `[TEST] ${subject}`,
    fromName: fromNameOf(sender),
    ...(replyTo && { replyTo }),
    ...renderEmail({
      locale,
      preheader,
      heading,
      paragraphs,
      brand,
      ...(code !== undefined && { code }),
      ...(button !== undefined && url !== null && { button: { label: button, url } }),
      smallPrint: [...smallPrint, ...(record.livemode ? [] : [test]), onBehalf(sender)],
    }),
  }
}

/** Headers hold no longer names. */
const longestFromName = 80
const viaUs = ' via Sealpost'

/** However long the sender's name is, the mail says that it comes by way of us. */
function fromNameOf(sender: string): string {
  const characters = Array.from(sender)
  const room = longestFromName - viaUs.length
  const shown =
    characters.length <= room
      ? sender
      : `${characters
          .slice(0, room - 1)
          .join('')
          .trim()}…`
  return `${shown}${viaUs}`
}

/** Answers go to the contact of the organization's branding, or else to the person who made the request. */
function replyToOf(author: RequestRecord['createdBy'], brand: Brand): MailContent['replyTo'] | null {
  if (brand.contactEmail !== null) return { name: brand.name, address: brand.contactEmail }
  if (author.type !== 'user' || author.email === null) return null
  const name = [author.firstName, author.lastName].filter(Boolean).join(' ')
  return { name: name || null, address: author.email }
}
