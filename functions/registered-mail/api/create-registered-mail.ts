import * as v from 'valibot'
import { creatorIn } from '../../../shared/auth/creator.ts'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { actorIn } from '../../../shared/http/run-handler.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { contentChangeKinds } from '../content/content-changes.ts'
import { noteActivity } from '../model/activity.ts'
import { contents } from '../model/content.ts'
import { type Mail, mails } from '../model/mail.ts'
import { mailView, toMail } from '../model/mail-view.ts'
import { people as peopleParts } from '../model/people.ts'
import { auditOf } from './audit.ts'
import { draftFollowers, draftRecipients, listedDraft } from './draft-people.ts'
import { mailInput } from './mail-input.ts'
import { contactsFor, linkRecipients, readContacts } from './recipient-contacts.ts'
import { letters, sanitizedContent } from './sanitized-content.ts'

const contentChangeView = v.object({ kind: v.picklist(contentChangeKinds), name: v.string(), count: v.number() })

/** A mail after its letter was written. */
export const writtenMailView = v.pipe(
  v.object({
    ...mailView.pipe[0].entries,
    contentChanges: v.pipe(
      v.array(contentChangeView),
      v.description(
        'What was removed from contentHtml: elements and attributes by name, addresses by scheme or fault.',
      ),
    ),
  }),
  v.title('WrittenRegisteredMail'),
)

export const createRegisteredMail = operation({
  id: 'createRegisteredMail',
  method: 'POST',
  path: '/v1/registered-mails',
  tag: 'Registered mail',
  summary: 'Create a draft of a registered mail',
  description:
    'Nothing is sent. A draft can be incomplete: the business rules are checked when you send it. The stored letter is the sanitized one.',
  access: {
    to: 'entity',
    named: 'body',
    permission: 'registered_mail.send',
    feature: 'registered_mail',
    needsSettings: true,
  },
  body: json(mailInput),
  responses: { 201: writtenMailView },
  errors: ['invalid_contact', 'invalid_input'],
  loadModules: letters,
  preload: ({ readItems, body }) => readContacts(readItems, body.recipients),
  async handle({ entity, settings, body, preloaded, principal, origin, work, clock, ids }) {
    const nowMs = clock()
    const { orgId, providerId, livemode } = entity
    const content = await sanitizedContent(body.contentHtml)
    if (isRefusal(content)) return content
    const contacts = contactsFor(preloaded, principal, { orgId, entityId: entity.id })
    const drafting = { before: [], contacts, principalId: principal.id, newId: () => ids(nowMs) }
    const recipients = draftRecipients(body.recipients ?? [], drafting)
    if (isRefusal(recipients)) return recipients
    const createdBy = creatorIn(principal, orgId)
    const mail: Mail = {
      id: ids(nowMs),
      orgId,
      entityId: entity.id,
      providerId,
      livemode,
      type: body.type ?? settings.registeredMail.defaultType,
      vendor: body.vendor || null,
      subject: body.subject || null,
      clientReference: body.clientReference || null,
      reference: body.reference || null,
      contentSha256: null,
      senderAccountId: body.senderAccountId ?? null,
      sender: null,
      attachments: [],
      metadata: body.metadata ?? {},
      listed: listedDraft(recipients),
      status: 'draft',
      send: null,
      completedAt: null,
      canceledAt: null,
      source: createdBy.type === 'user' ? 'user' : 'integration',
      createdBy,
      createdAt: timestamp(nowMs),
      updatedAt: timestamp(nowMs),
      version: 1,
    }
    const people = { mailId: mail.id, recipients, followers: draftFollowers(body.followers ?? []) }
    work.create(mails, mail)
    work.putPart(peopleParts, people)
    if (content.html !== null) work.putPart(contents, { mailId: mail.id, html: content.html })
    linkRecipients(work, mail.id, { before: [], after: recipients }, contacts)
    noteActivity(work, mail.id, 'created', { actor: actorIn(principal, orgId), ip: origin.ip })
    work.audit(auditOf(mail, 'registered_mail.created'))
    const shown = toMail({ mail, html: content.html, people, items: [] }, { principalId: principal.id })
    const headers = { ...etagOf(mail), Location: `/v1/registered-mails/${mail.id}` }
    return reply(201, { ...shown, contentChanges: [...content.changes] }, headers)
  },
})
