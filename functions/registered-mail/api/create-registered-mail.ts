import { creatorIn } from '../../../shared/auth/creator.ts'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { actorIn } from '../../../shared/http/run-handler.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { noteActivity } from '../model/activity.ts'
import { writeSenderUse } from '../model/change-mail.ts'
import { contents } from '../model/content.ts'
import { type Mail, mails } from '../model/mail.ts'
import { toMail } from '../model/mail-view.ts'
import { writePeople } from '../model/people.ts'
import { auditOf } from './audit.ts'
import { draftFollowers, draftRecipients, listedDraft } from './draft-people.ts'
import { senderIn } from './draft-state.ts'
import { mailInput } from './mail-input.ts'
import { contactsFor, linkRecipients, readReferences } from './recipient-contacts.ts'
import { letters, sanitizedContent } from './sanitized-content.ts'
import { writtenMailView } from './written-mail-view.ts'

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
  preload: ({ readItems, body }) => readReferences(readItems, body),
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
      sender: senderIn(preloaded, entity.id, body.senderAccountId ?? null),
      attachments: [],
      metadata: body.metadata ?? {},
      recipientCount: recipients.length,
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
    const people = { recipients, followers: draftFollowers(body.followers ?? []) }
    work.create(mails, mail)
    writeSenderUse(work, null, mail)
    writePeople(work, mail.id, null, people)
    if (content.html !== null) work.putPart(contents, { mailId: mail.id, html: content.html })
    const tooMany = linkRecipients(work, mail.id, { before: [], after: recipients }, contacts)
    if (tooMany) return tooMany
    noteActivity(work, mail.id, 'created', { actor: actorIn(principal, orgId), ip: origin.ip })
    work.audit(auditOf(mail, 'registered_mail.created'))
    const shown = toMail({ mail, html: content.html, people, items: [] }, { principalId: principal.id })
    const headers = { ...etagOf(mail), Location: `/v1/registered-mails/${mail.id}` }
    return reply(201, { ...shown, contentChanges: [...content.changes] }, headers)
  },
})
