import { isDeepStrictEqual } from 'node:util'
import type { Principal } from '../../../shared/auth/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { actorIn } from '../../../shared/http/run-handler.ts'
import type { Item } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import type { Contact } from '../../contacts/model/contact.ts'
import { noteActivity } from '../model/activity.ts'
import { changeMail } from '../model/change-mail.ts'
import { contentKey, contents } from '../model/content.ts'
import type { Mail } from '../model/mail.ts'
import { type NamedMail, registeredMails } from '../model/mail-parts.ts'
import { toMail } from '../model/mail-view.ts'
import { type People, writePeople } from '../model/people.ts'
import { auditOf } from './audit.ts'
import { draftFollowers, draftRecipients, listedDraft } from './draft-people.ts'
import { draftCodes, draftRefusal, senderIn } from './draft-state.ts'
import { type MailPatch, mailPatch } from './mail-input.ts'
import { contactsFor, linkRecipients, readReferences } from './recipient-contacts.ts'
import { letters, sanitizedContent } from './sanitized-content.ts'
import { writtenMailView } from './written-mail-view.ts'

export const updateRegisteredMail = operation({
  id: 'updateRegisteredMail',
  method: 'PATCH',
  path: '/v1/registered-mails/{mailId}',
  tag: 'Registered mail',
  summary: 'Change a draft',
  description:
    'Fields that you leave out keep their value; null clears them. Lists are replaced as a whole: send the id of a recipient to keep it. A sent mail cannot change.',
  access: {
    to: 'resource',
    resource: registeredMails,
    permission: 'registered_mail.send',
    feature: 'registered_mail',
  },
  body: json(mailPatch),
  responses: { 200: writtenMailView },
  errors: [...draftCodes, 'invalid_contact', 'invalid_input'],
  loadModules: letters,
  preload: ({ readItems, body }) => readReferences(readItems, body),
  async handle({ resource, body: { entityId, ...body }, preloaded, principal, origin, work, clock, ids }) {
    const nowMs = clock()
    const refusal = draftRefusal(resource.mail)
    if (refusal) return refusal
    if ((entityId ?? resource.mail.entityId) !== resource.mail.entityId)
      return refuse('invalid_input', 'entityId of a mail cannot change. Create another mail instead.')
    const content = await sanitizedContent(body.contentHtml)
    if (isRefusal(content)) return content
    const contacts = contactsFor(preloaded, principal, resource)
    const people = patchedPeople(resource, body, { contacts, principal, newId: () => ids(nowMs) })
    if (isRefusal(people)) return people
    const before: Draft = { mail: resource.mail, html: resource.html, people: resource.people }
    const after: Draft = {
      mail: patchedMail(resource.mail, body, { people, preloaded }),
      html: body.contentHtml === undefined ? resource.html : content.html,
      people,
    }
    const changes = [...content.changes]
    const viewer = { principalId: principal.id }
    // A repeated PATCH finds everything as it asks for: nothing happens twice.
    if (isDeepStrictEqual(after, before))
      return reply(200, { ...toMail(resource, viewer), contentChanges: changes }, etagOf(resource.mail))
    const mail = writeDraft(work, before, after, { contacts, nowMs })
    if (isRefusal(mail)) return mail
    const fields = Object.keys(body).filter((name) => name !== 'version')
    noteActivity(work, mail.id, 'changed', {
      actor: actorIn(principal, mail.orgId),
      ip: origin.ip,
      detail: { fields },
    })
    work.audit(auditOf(mail, 'registered_mail.changed', changesOf(fields)))
    return reply(200, { ...toMail({ ...after, mail, items: [] }, viewer), contentChanges: changes }, etagOf(mail))
  },
})

interface Draft {
  readonly mail: Mail
  readonly html: string | null
  readonly people: People
}

interface Patching {
  readonly contacts: ReadonlyMap<string, Contact>
  readonly principal: Principal
  readonly newId: () => string
}

function patchedPeople(
  { people }: NamedMail,
  { recipients, followers }: MailPatch,
  { contacts, principal, newId }: Patching,
): People | Refusal<'invalid_contact'> {
  const drafting = { before: people.recipients, contacts, principalId: principal.id, newId }
  const drafted = recipients === undefined ? people.recipients : draftRecipients(recipients ?? [], drafting)
  if (isRefusal(drafted)) return drafted
  return {
    recipients: drafted,
    followers: followers === undefined ? people.followers : draftFollowers(followers ?? []),
  }
}

interface MailSources {
  readonly people: People
  readonly preloaded: readonly Item[]
}

function patchedMail(mail: Mail, body: MailPatch, { people, preloaded }: MailSources): Mail {
  const text = (sent: string | null | undefined, kept: string | null) => (sent === undefined ? kept : sent || null)
  const { senderAccountId, metadata } = body
  const sender =
    senderAccountId === undefined
      ? { senderAccountId: mail.senderAccountId, sender: mail.sender }
      : { senderAccountId, sender: senderIn(preloaded, mail.entityId, senderAccountId) }
  return {
    ...mail,
    ...sender,
    type: body.type ?? mail.type,
    vendor: text(body.vendor, mail.vendor),
    subject: text(body.subject, mail.subject),
    clientReference: text(body.clientReference, mail.clientReference),
    reference: text(body.reference, mail.reference),
    metadata: metadata === undefined ? mail.metadata : (metadata ?? {}),
    recipientCount: people.recipients.length,
    listed: listedDraft(people.recipients),
  }
}

function writeDraft(
  work: UnitOfWork,
  before: Draft,
  after: Draft,
  { contacts, nowMs }: { readonly contacts: ReadonlyMap<string, Contact>; readonly nowMs: number },
): Mail | Refusal<'invalid_input'> {
  const mail = changeMail(work, before.mail, after.mail, nowMs)
  writePeople(work, mail.id, before.people, after.people)
  const recipients = { before: before.people.recipients, after: after.people.recipients }
  const tooMany = linkRecipients(work, mail.id, recipients, contacts)
  if (tooMany) return tooMany
  if (after.html !== before.html) {
    if (after.html === null) work.removePart(contentKey(mail.id))
    else work.putPart(contents, { mailId: mail.id, html: after.html })
  }
  return mail
}

/** Letters and people are personal: the log says that they changed, never how. */
function changesOf(fields: readonly string[]) {
  return fields.map((field) => ({ field, from: '•••', to: '•••' }))
}
