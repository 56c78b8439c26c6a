import { sendMail } from '../../../shared/mail/send-mail.ts'
import { sendText } from '../../../shared/mail/send-text.ts'
import type { SignerCode } from '../../../shared/personal-links/code-proof.ts'
import { codeOf, macUnder } from '../../../shared/personal-links/signing-secrets.ts'
import { readerLocaleOf } from '../../../shared/platform/locale.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { getItem } from '../../../shared/store/table.ts'
import { codeDestination } from '../model/code-destination.ts'
import type { Signer } from '../model/request.ts'
import { signingProgresses, signingProgressKey } from '../model/signing-progress.ts'
import { canAct } from '../model/transitions.ts'
import { composed } from './compose.ts'
import type { EmailDependencies } from './dependencies.ts'
import { factsFor, type Subject } from './facts.ts'
import { kindOf, mailOrderOf } from './mail-order.ts'
import { signerMessages } from './messages/catalog.ts'

interface CodeDue {
  readonly signerId: string
  readonly codeNumber: number
  readonly eventId: string
}

/** Sends a signer their code, by the way that they prove themselves. One that could not be entered any more is not sent. */
export async function sendCode(dependencies: EmailDependencies, subject: Subject, due: CodeDue): Promise<void> {
  const { record } = subject
  const signer = record.signers.find(({ id }) => id === due.signerId)
  if (!signer || !canAct(record, signer, dependencies.clock())) return
  const open = await openCode(dependencies, record.id, due)
  if (!open) return
  const ref = { requestId: record.id, signerId: signer.id, to: codeDestination(signer).to }
  const code = () => codeOf(macUnder(dependencies.macKeys, open.key), ref, due.codeNumber, open.digits)
  if (signer.authMethod === 'sms_otp') await textCode(dependencies, subject, { signer, code: await code(), due })
  else await mailCode(dependencies, subject, { signer, code, due })
}

/** The length of the code and its key; null if it cannot be entered. Only the last code of a signer can be, and only for a while. */
async function openCode(
  { table, clock }: EmailDependencies,
  requestId: string,
  due: CodeDue,
): Promise<Pick<SignerCode, 'digits' | 'key'> | null> {
  const item = await getItem(table, signingProgressKey(requestId, due.signerId))
  if (!item) return null
  const { counter, digits, key, expiresAtMs } = fromItem(signingProgresses, item).code
  const isOpen = counter === due.codeNumber && expiresAtMs !== null && clock() < expiresAtMs
  return isOpen ? { digits, key } : null
}

interface Coded<Code> {
  readonly signer: Signer
  readonly code: Code
  readonly due: CodeDue
}

async function mailCode(
  dependencies: EmailDependencies,
  subject: Subject,
  { signer, code, due }: Coded<() => Promise<string>>,
): Promise<void> {
  const locale = readerLocaleOf(signer.locale)
  const { email, firstName } = signer
  // Codes have limits of their own, by mailbox, and are of no use on the next day.
  const about = { emailKind: 'code' as const, cause: due.eventId, to: { email, signer }, budget: null }
  const order = mailOrderOf(subject.record, about)
  await sendMail(dependencies, order, async () => {
    const facts = factsFor(subject, { locale, firstName, signer, isCreator: false, about: [] })
    return composed(signerMessages[locale].code(facts, await code()), subject, { locale, url: null })
  })
}

/** Longer names would make two messages of one. */
const longestName = 30

async function textCode(
  dependencies: EmailDependencies,
  { organization, record }: Subject,
  { signer, code, due }: Coded<string>,
): Promise<void> {
  if (signer.phone === null) throw new Error('a signer who gets codes by SMS has no telephone number')
  const name = Array.from(organization).slice(0, longestName).join('').trim()
  const text = signerMessages[readerLocaleOf(signer.locale)].codeText(code, name)
  const cause = { cause: due.eventId, recipient: signer.phone, kind: kindOf('code') }
  const occasion = { ...cause, ...(record.livemode ? {} : { testOrgId: record.orgId }) }
  await sendText(dependencies, occasion, text)
}
