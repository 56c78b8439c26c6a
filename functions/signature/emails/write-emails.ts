import type { EmailKind } from '../../../events/internal.ts'
import { accountPartition, profiles } from '../../../shared/auth/principal.ts'
import { sendAll } from '../../../shared/mail/send-all.ts'
import { sendMail } from '../../../shared/mail/send-mail.ts'
import { type Locale, localeOf } from '../../../shared/platform/locale.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { nodeKey, nodes } from '../../../shared/store/entities.ts'
import { memberEmailKey, membersIn } from '../../../shared/store/member-emails.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItem } from '../../../shared/store/table.ts'
import { requestForJob } from '../model/change-in-job.ts'
import { partiesOf } from '../model/emails-due.ts'
import type { RequestRecord } from '../model/request.ts'
import { composed } from './compose.ts'
import type { EmailDependencies } from './dependencies.ts'
import { factsFor, type Subject } from './facts.ts'
import { copyUrl, signingUrl } from './links.ts'
import { mailOrderOf } from './mail-order.ts'
import { messages } from './messages/catalog.ts'
import { type Recipient, recipientsOf } from './recipients.ts'
import { sendCode } from './send-code.ts'

/** What is to be written, as its event tells it. */
export interface EmailsDue {
  readonly requestId: string
  readonly emailKind: EmailKind
  readonly signerIds: readonly string[]
  readonly codeNumber: number | null
}

/**
 * Writes the e-mails of an event, each of them once, however often the event comes. All are tried; where one could not be
 * sent, this throws afterwards. An e-mail that says what is not so any more is left out.
 */
export async function writeEmails(dependencies: EmailDependencies, due: EmailsDue, eventId: string): Promise<void> {
  const request = await requestForJob(dependencies, due.requestId)
  if (!request) return
  const subject = await subjectOf(dependencies, request.record)
  await sendAll(await sendingsOf(dependencies, subject, due, eventId))
}

type Sending = () => Promise<void>

async function sendingsOf(
  dependencies: EmailDependencies,
  subject: Subject,
  { emailKind, signerIds, codeNumber }: EmailsDue,
  eventId: string,
): Promise<Sending[]> {
  if (emailKind === 'code') {
    if (codeNumber === null) throw new Error('a code is due of which it is not said which')
    return signerIds.map((signerId) => () => sendCode(dependencies, subject, { signerId, codeNumber, eventId }))
  }
  const creatorLocale = partiesOf[emailKind].includes('creator')
    ? await creatorLocaleOf(dependencies, subject.record)
    : null
  const recipients = recipientsOf(subject.record, { emailKind, signerIds, creatorLocale }, dependencies.clock())
  return recipients.map((recipient) => () => {
    const order = mailOrderOf(subject.record, { emailKind, cause: eventId, to: recipient })
    return sendMail(dependencies, order, () => contentFor(dependencies, subject, recipient))
  })
}

async function contentFor(dependencies: EmailDependencies, subject: Subject, recipient: Recipient) {
  const { locale, emailKind } = recipient
  const says = messages[locale][emailKind](factsFor(subject, recipient))
  const url = says.button === undefined ? null : await urlFor(dependencies, subject.record, recipient)
  return composed(says, subject, { locale, url })
}

function urlFor(dependencies: EmailDependencies, record: RequestRecord, { signer, email }: Recipient): Promise<string> {
  return signer ? signingUrl(dependencies, record, signer) : copyUrl(dependencies, record, email)
}

async function subjectOf({ table }: Platform, record: RequestRecord): Promise<Subject> {
  const item = await getItem(table, nodeKey(record.orgId))
  if (!item) throw new Error(`the organization ${record.orgId} is not there`)
  return { record, organization: fromItem(nodes, item).name }
}

/** Null where no e-mail goes to them: machines read none, and who has left the organization is told nothing of it. */
async function creatorLocaleOf({ table }: Platform, { createdBy, orgId }: RequestRecord): Promise<Locale | null> {
  if (createdBy.type !== 'user' || createdBy.email === null) return null
  const [profile, member] = await Promise.all([
    getItem(table, { PK: accountPartition(createdBy.id), SK: 'PROFILE' }),
    getItem(table, memberEmailKey(orgId, createdBy.email)),
  ])
  const isMember = member !== null && membersIn([member], orgId).size > 0
  return profile && isMember ? localeOf(fromItem(profiles, profile).locale) : null
}
