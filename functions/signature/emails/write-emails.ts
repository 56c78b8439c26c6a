import { type EmailKind, emailKinds } from '../../../events/internal.ts'
import { accountPartition, profiles } from '../../../shared/auth/principal.ts'
import type { Budgeted } from '../../../shared/mail/email-budget.ts'
import { sendAll } from '../../../shared/mail/send-all.ts'
import { sendMail } from '../../../shared/mail/send-mail.ts'
import { brandKeys } from '../../../shared/pages/brand-keys.ts'
import { brandIn, logosAt } from '../../../shared/pages/stored-brand.ts'
import { type Locale, localeOf } from '../../../shared/platform/locale.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { nodeKey, organizationIn } from '../../../shared/store/entities.ts'
import { memberEmailKeys, membersIn } from '../../../shared/store/member-emails.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { type EntitySettings, settingsAmong } from '../../../shared/store/settings.ts'
import { getItem, getItems } from '../../../shared/store/table.ts'
import { administratorsOf } from '../../organizations/emails/administrators.ts'
import { requestForJob } from '../model/change-in-job.ts'
import { partiesOf } from '../model/emails-due.ts'
import type { RequestRecord } from '../model/request.ts'
import { attachedDocument } from './attached-document.ts'
import { composed } from './compose.ts'
import type { EmailDependencies } from './dependencies.ts'
import { factsFor, type Subject } from './facts.ts'
import { consoleUrl, copyUrl, signingUrl } from './links.ts'
import { mailOrderOf } from './mail-order.ts'
import { emailIn, isToCreator } from './messages/catalog.ts'
import { type AdministratorToWrite, type Recipient, recipientsOf } from './recipients.ts'
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
  const subject = await subjectOf(dependencies, request.record, due)
  await sendAll(await sendingsOf(dependencies, subject, due, eventId))
}

type Sending = () => Promise<void>

async function sendingsOf(
  dependencies: EmailDependencies,
  subject: SubjectOfMany,
  { emailKind, signerIds, codeNumber }: EmailsDue,
  eventId: string,
): Promise<Sending[]> {
  if (emailKind === 'code') {
    if (codeNumber === null) throw new Error('a code is due of which it is not said which')
    return signerIds.map((signerId) => () => sendCode(dependencies, subject, { signerId, codeNumber, eventId }))
  }
  const isToCreator = partiesOf[emailKind].includes('creator') && !subject.switchedOff.has(emailKind)
  const creatorLocale = isToCreator ? await creatorLocaleOf(dependencies, subject) : null
  // A machine reads no e-mail, and neither does a creator who has left: then administrators are warned of the purge.
  const isToAdministrators = emailKind === 'purging' && creatorLocale === null
  const administrators = isToAdministrators ? await administratorsToWrite(dependencies, subject.record) : []
  const audience = { emailKind, signerIds, creatorLocale, administrators }
  const recipients = recipientsOf(subject.record, audience, dependencies.clock())
  return recipients.map((recipient) => () => {
    // Only members are warned of a purge.
    const isMember = emailKind === 'purging' || subject.members.has(recipient.email.toLowerCase())
    const budget = isMember ? null : subject.budget
    const order = mailOrderOf(subject.record, { emailKind, cause: eventId, to: recipient, budget })
    return sendMail(dependencies, order, () => contentFor(dependencies, subject, recipient))
  })
}

async function contentFor(dependencies: EmailDependencies, subject: Subject, recipient: Recipient) {
  const { locale, emailKind } = recipient
  const says = emailIn(locale, emailKind, factsFor(subject, recipient))
  const url = says.button === undefined ? null : await urlFor(dependencies, subject.record, recipient)
  const content = composed(says, subject, { locale, url })
  const attachment = await attachedDocument(subject.record, emailKind)
  return attachment ? { ...content, attachment } : content
}

async function urlFor(
  dependencies: EmailDependencies,
  record: RequestRecord,
  { signer, email, emailKind }: Recipient,
): Promise<string> {
  if (isToCreator(emailKind)) return consoleUrl(dependencies, record)
  return signer ? await signingUrl(dependencies, record, signer) : await copyUrl(dependencies, record, email)
}

interface SubjectOfMany extends Subject {
  /** The e-mails that the person who made the request does not want. */
  readonly switchedOff: ReadonlySet<EmailKind>
  /** What e-mails to people count against who are no active members of the organization. */
  readonly budget: Budgeted
  /** The e-mails of its active members among everybody of the request, in lower case. */
  readonly members: ReadonlySet<string>
}

async function subjectOf(
  { table, pageUrl }: EmailDependencies,
  record: RequestRecord,
  due: EmailsDue,
): Promise<SubjectOfMany> {
  const { orgId } = record
  const members = memberEmailKeys(orgId, emailsOf(record, due))
  const items = await getItems(table, [nodeKey(orgId), ...brandKeys(record), ...members])
  const organization = organizationIn(items, orgId)
  const brand = brandIn(items, record, { organization: organization.name, logos: logosAt(pageUrl) })
  const { notifications } = settingsAmong(items)(record).signature
  return {
    record,
    organization: brand.name,
    brand,
    budget: organization,
    members: membersIn(items, orgId),
    switchedOff: new Set(emailKinds.filter((emailKind) => isOff(emailKind, notifications))),
  }
}

/** That everybody signed is told with the signatures. */
function isOff(emailKind: EmailKind, notifications: EntitySettings['signature']['notifications']): boolean {
  if (emailKind === 'completed') return !notifications.signed
  return emailKind in notifications && !notifications[emailKind as keyof typeof notifications]
}

/** The addresses that the e-mails of an event may go to. Those of codes are not asked for: they count against no budget. */
function emailsOf(
  { signers, notaries, followers, createdBy }: RequestRecord,
  { emailKind, signerIds }: EmailsDue,
): string[] {
  if (emailKind === 'code') return []
  const creator = createdBy.type === 'user' && createdBy.email !== null ? [createdBy.email] : []
  const parties = {
    creator,
    followers: followers.map(({ email }) => email),
    notaries: notaries.map(({ email }) => email),
  }
  const named = signers.filter(({ id }) => signerIds.includes(id)).map(({ email }) => email)
  return [...named, ...partiesOf[emailKind].flatMap((party) => parties[party])]
}

/** Null where no e-mail goes to them: machines read none, and who has left the organization is told nothing of it. */
async function creatorLocaleOf(
  { table }: Platform,
  { record: { createdBy }, members }: SubjectOfMany,
): Promise<Locale | null> {
  if (createdBy.type !== 'user' || createdBy.email === null) return null
  if (!members.has(createdBy.email.toLowerCase())) return null
  const profile = await getItem(table, { PK: accountPartition(createdBy.id), SK: 'PROFILE' })
  return profile && localeOf(fromItem(profiles, profile).locale)
}

/** Those who can change the setting that deletes the files. */
async function administratorsToWrite(
  { table }: Platform,
  { orgId }: Pick<RequestRecord, 'orgId'>,
): Promise<AdministratorToWrite[]> {
  const administrators = await administratorsOf(table, orgId, 'settings.manage')
  return administrators.map(({ email, firstName, locale }) => ({ email, firstName, locale: localeOf(locale) }))
}
