import { type Profile, profileKey, profiles } from '../../../shared/auth/principal.ts'
import type { EmailDependencies } from '../../../shared/mail/email-dependencies.ts'
import { renderEmail } from '../../../shared/mail/layout/render-email.ts'
import type { MailContent } from '../../../shared/mail/mailer.ts'
import { sendMail } from '../../../shared/mail/send-mail.ts'
import { plainBrand } from '../../../shared/pages/brand.ts'
import { dateInWords, localeOf } from '../../../shared/platform/locale.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { getItem } from '../../../shared/store/table.ts'
import { messages } from './messages/catalog.ts'

interface PasskeyChange {
  readonly userId: string
  readonly change: 'added' | 'removed'
  readonly name: string
  readonly at: string
}

/** Tells a person that a passkey was added to their account, or removed: once, however often the event comes. */
export async function writePasskeyEmail(
  dependencies: EmailDependencies,
  changed: PasskeyChange,
  cause: string,
): Promise<void> {
  const item = await getItem(dependencies.table, profileKey(changed.userId))
  const profile = item && fromItem(profiles, item)
  if (!profile?.email) return
  // It is about the safety of the account: no other mail holds it up.
  const order = { cause, recipient: profile.email, kind: `passkey_${changed.change}`, reference: null, budget: null }
  await sendMail(dependencies, order, () => contentFor(profile, changed))
}

function contentFor({ firstName, locale: spoken }: Profile, { change, name, at }: PasskeyChange): MailContent {
  const locale = localeOf(spoken)
  const says = messages[locale].passkey[change]({ firstName, name, moment: dateInWords(at, locale) })
  const { subject, preheader, heading, paragraphs, smallPrint } = says
  return {
    subject,
    fromName: 'Sealpost',
    ...renderEmail({ locale, brand: plainBrand(), preheader, heading, paragraphs, smallPrint }),
  }
}
