import { renderEmail } from '../../../shared/mail/layout/render-email.ts'
import type { MailContent } from '../../../shared/mail/mailer.ts'
import { type Brand, serviceName } from '../../../shared/pages/brand.ts'
import type { ReaderLocale } from '../../../shared/platform/locale.ts'
import { languagesOf, type Says, testMessage } from './messages.ts'

interface Composed {
  readonly livemode: boolean
  readonly brand: Brand
  /** Where the button leads; null: there is none. */
  readonly url: string | null
  readonly languages?: readonly ReaderLocale[]
}

/** What an e-mail says, as a mail. */
export function composed(
  { subject, preheader, heading, paragraphs, code, button, smallPrint }: Says,
  { livemode, brand, url, languages = languagesOf(null) }: Composed,
): MailContent {
  if ((button === undefined) !== (url === null)) throw new Error('an e-mail needs a button and a link, or neither')
  return {
    subject: livemode ? subject : `[TEST] ${subject}`,
    fromName: serviceName,
    ...(brand.contactEmail && { replyTo: { name: brand.name, address: brand.contactEmail } }),
    ...renderEmail({
      locale: languages[0] ?? 'fr',
      brand,
      preheader,
      heading,
      paragraphs,
      ...(code !== undefined && { code }),
      ...(button !== undefined && url !== null && { button: { label: button, url } }),
      smallPrint: livemode ? smallPrint : [...smallPrint, testMessage(languages)],
    }),
  }
}
