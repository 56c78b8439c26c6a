import { renderLetter } from '../../shared/mail/layout/render-letter.ts'
import type { MailContent } from '../../shared/mail/mailer.ts'
import { sendMail } from '../../shared/mail/send-mail.ts'
import { awaitsCode, type Challenge, challengeKey, challenges } from '../../shared/sign-in/challenge.ts'
import { signInCode } from '../../shared/signature/signing-secrets.ts'
import { type AccountEmail, accountEmailKey, accountEmails } from '../../shared/store/accounts.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { getItem, type Table } from '../../shared/store/table.ts'
import type { LetterGround } from './ground.ts'
import { words } from './words/words.ts'

/** Which code is to be mailed, as its message tells it. */
interface SignInCodeDue {
  readonly challengeId: string
  readonly sending: number
}

/** Mails a code, once however often its message comes, to whoever has an account with the address. One that is no use any more is left out. */
export async function writeSignInCode(ground: LetterGround, { challengeId, sending }: SignInCodeDue): Promise<void> {
  const item = await getItem(ground.table, challengeKey(challengeId))
  const challenge = item && fromItem(challenges, item)
  if (challenge?.sending !== sending || !awaitsCode(challenge, ground.clock())) return
  const account = await accountOf(ground.table, challenge.email)
  if (account?.kind !== 'person') return
  const order = { cause: `${challengeId}/${sending}`, recipient: account.email, kind: 'sign_in_code', reference: null }
  await sendMail(ground, order, async () => contentOf(challenge, account, await signInCode(ground.mac, challenge)))
}

async function accountOf(table: Table, email: string): Promise<AccountEmail | null> {
  const item = await getItem(table, accountEmailKey(email))
  return item ? fromItem(accountEmails, item) : null
}

/** In the language of the page on which the code is waited for. */
function contentOf({ locale }: Challenge, { firstName }: AccountEmail, code: string): MailContent {
  const { subject, preheader, heading, paragraphs, smallPrint } = words[locale].signInCode(code, firstName)
  return {
    subject,
    fromName: 'Sealpost',
    ...renderLetter({ locale, brand: 'Sealpost', preheader, heading, paragraphs, smallPrint }),
  }
}
