import type { EmailDependencies } from '../../../shared/mail/email-dependencies.ts'
import { renderEmail } from '../../../shared/mail/layout/render-email.ts'
import type { MailContent } from '../../../shared/mail/mailer.ts'
import { sendMail } from '../../../shared/mail/send-mail.ts'
import { plainBrand } from '../../../shared/pages/brand.ts'
import { awaitsCode, type Challenge, challengeKey, challenges } from '../../../shared/personal-links/challenge.ts'
import { macUnder, signInCode } from '../../../shared/personal-links/signing-secrets.ts'
import { type AccountEmail, accountEmailKey, accountEmails } from '../../../shared/store/accounts.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { getItem, type Table } from '../../../shared/store/table.ts'
import { messages } from './messages/catalog.ts'

/** Which code is to be mailed, as its message tells it. */
interface SignInCodeDue {
  readonly challengeId: string
  readonly sending: number
  /** How often the code was sent before. */
  readonly repeats: number
}

/** Mails a code, once however often its message comes, to whoever has an account with the address. One that is no use any more is left out. */
export async function writeSignInCode(
  dependencies: EmailDependencies,
  { challengeId, sending, repeats }: SignInCodeDue,
): Promise<void> {
  const item = await getItem(dependencies.table, challengeKey(challengeId))
  const challenge = item && fromItem(challenges, item)
  if (challenge?.sending !== sending || !awaitsCode(challenge, dependencies.clock())) return
  const account = await accountOf(dependencies.table, challenge.email)
  if (account?.kind !== 'person') return
  const cause = repeats === 0 ? `${challengeId}/${sending}` : `${challengeId}/${sending}/${repeats}`
  // Sign-in has limits of its own: mail of strangers must not keep anybody from signing in.
  const order = { cause, recipient: account.email, kind: 'sign_in_code', reference: null, budget: null }
  await sendMail(dependencies, order, async () =>
    signInCodeContent(challenge, account, await signInCode(macUnder(dependencies.macKeys, challenge.key), challenge)),
  )
}

async function accountOf(table: Table, email: string): Promise<AccountEmail | null> {
  const item = await getItem(table, accountEmailKey(email))
  return item ? fromItem(accountEmails, item) : null
}

/** In the language of the page on which the code is waited for. */
function signInCodeContent({ locale }: Challenge, { firstName }: AccountEmail, code: string): MailContent {
  const { subject, preheader, heading, paragraphs, smallPrint } = messages[locale].signInCode(code, firstName)
  return {
    subject,
    fromName: 'Sealpost',
    ...renderEmail({ locale, brand: plainBrand(), preheader, heading, paragraphs, code, smallPrint }),
  }
}
