import { renderEmail } from '../../../shared/mail/layout/render-email.ts'
import type { MailContent } from '../../../shared/mail/mailer.ts'
import { type Brand, serviceName } from '../../../shared/pages/brand.ts'
import type { Says } from './messages.ts'

const test = 'Test : sans valeur juridique. / Test: no legal value.'

/** What an e-mail says, as a mail. `url`: where its button leads; null: it has none. */
export function composed(
  { subject, preheader, heading, paragraphs, code, button, smallPrint }: Says,
  { livemode, brand, url }: { readonly livemode: boolean; readonly brand: Brand; readonly url: string | null },
): MailContent {
  if ((button === undefined) !== (url === null)) throw new Error('an e-mail needs a button and a link, or neither')
  return {
    subject: livemode ? subject : `[TEST] ${subject}`,
    fromName: serviceName,
    ...(brand.contactEmail && { replyTo: { name: brand.name, address: brand.contactEmail } }),
    ...renderEmail({
      locale: 'fr',
      brand,
      preheader,
      heading,
      paragraphs,
      ...(code !== undefined && { code }),
      ...(button !== undefined && url !== null && { button: { label: button, url } }),
      smallPrint: livemode ? smallPrint : [...smallPrint, test],
    }),
  }
}
