import type { LetterKind } from '../../events/internal.ts'
import { accountPartition, profiles } from '../../shared/auth/principal.ts'
import { type MailLocale, mailLocaleOf } from '../../shared/mail/layout/locale.ts'
import { sendAll } from '../../shared/mail/send-all.ts'
import { sendMail } from '../../shared/mail/send-mail.ts'
import type { Platform } from '../../shared/platform.ts'
import { requestForJob } from '../../shared/signature/change-in-job.ts'
import { partiesOf } from '../../shared/signature/letters.ts'
import type { RequestRecord } from '../../shared/signature/request.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { nodeKey, nodes } from '../../shared/store/entities.ts'
import { memberEmailKey, membersIn } from '../../shared/store/member-emails.ts'
import { getItem } from '../../shared/store/table.ts'
import { composed } from './compose.ts'
import { factsFor, type Subject } from './facts.ts'
import type { LetterGround } from './ground.ts'
import { copyUrl, signingUrl } from './links.ts'
import { mailOrderOf } from './mail-order.ts'
import { type Recipient, recipientsOf } from './recipients.ts'
import { sendCode } from './send-code.ts'
import { words } from './words/words.ts'

/** What is to be written, as its event tells it. */
export interface LettersDue {
  readonly requestId: string
  readonly letter: LetterKind
  readonly signerIds: readonly string[]
  readonly codeNumber: number | null
}

/**
 * Writes the letters of an event, each of them once, however often the event comes. All are tried; where one could not be
 * sent, this throws afterwards. A letter that says what is not so any more is left out.
 */
export async function writeLetters(ground: LetterGround, due: LettersDue, eventId: string): Promise<void> {
  const request = await requestForJob(ground, due.requestId)
  if (!request) return
  const subject = await subjectOf(ground, request.record)
  await sendAll(await sendingsOf(ground, subject, due, eventId))
}

type Sending = () => Promise<void>

async function sendingsOf(
  ground: LetterGround,
  subject: Subject,
  { letter, signerIds, codeNumber }: LettersDue,
  eventId: string,
): Promise<Sending[]> {
  if (letter === 'code') {
    if (codeNumber === null) throw new Error('a code is due of which it is not said which')
    return signerIds.map((signerId) => () => sendCode(ground, subject, { signerId, codeNumber, eventId }))
  }
  const creatorLocale = partiesOf[letter].includes('creator') ? await creatorLocaleOf(ground, subject.record) : null
  const recipients = recipientsOf(subject.record, { letter, signerIds, creatorLocale }, ground.clock())
  return recipients.map((recipient) => () => {
    const order = mailOrderOf(subject.record, { letter, cause: eventId, to: recipient })
    return sendMail(ground, order, () => contentFor(ground, subject, recipient))
  })
}

async function contentFor(ground: LetterGround, subject: Subject, recipient: Recipient) {
  const { locale, letter } = recipient
  const says = words[locale][letter](factsFor(subject, recipient))
  const url = says.button === undefined ? null : await urlFor(ground, subject.record, recipient)
  return composed(says, subject, { locale, url })
}

function urlFor(ground: LetterGround, record: RequestRecord, { signer, email }: Recipient): Promise<string> {
  return signer ? signingUrl(ground, record, signer) : copyUrl(ground, record, email)
}

async function subjectOf({ table }: Platform, record: RequestRecord): Promise<Subject> {
  const item = await getItem(table, nodeKey(record.orgId))
  if (!item) throw new Error(`the organization ${record.orgId} is not there`)
  return { record, organization: fromItem(nodes, item).name }
}

/** Null where no letter goes to them: machines read none, and who has left the organization is told nothing of it. */
async function creatorLocaleOf({ table }: Platform, { createdBy, orgId }: RequestRecord): Promise<MailLocale | null> {
  if (createdBy.type !== 'user' || createdBy.email === null) return null
  const [profile, member] = await Promise.all([
    getItem(table, { PK: accountPartition(createdBy.id), SK: 'PROFILE' }),
    getItem(table, memberEmailKey(orgId, createdBy.email)),
  ])
  const isMember = member !== null && membersIn([member], orgId).size > 0
  return profile && isMember ? mailLocaleOf(fromItem(profiles, profile).locale) : null
}
