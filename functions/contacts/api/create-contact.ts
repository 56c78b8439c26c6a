import { creatorIn } from '../../../shared/auth/creator.ts'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { addContact } from '../model/change-contact.ts'
import type { Contact } from '../model/contact.ts'
import { contactInput, nothingKnown, withFields } from '../model/contact-input.ts'
import { contentCodes, judgedContent } from '../model/contact-rules.ts'
import { contactView, toContact } from '../model/contact-view.ts'
import { companiesAlready, readContact } from './visible-contact.ts'

export const createContact = operation({
  id: 'createContact',
  method: 'POST',
  path: '/v1/contacts',
  tag: 'Contacts',
  summary: 'Add a person or a company to the address book of an entity',
  description:
    'Send phone numbers as they are dialed in France or with their country code; the answer has them in E.164. Only you can see a private contact, and it publishes no events.',
  access: { to: 'entity', named: 'body', permission: 'contacts.write', feature: null },
  body: json(contactInput),
  responses: { 201: contactView },
  errors: ['invalid_input', ...contentCodes],
  preload: ({ readItems, body }) => readContact(readItems, body.companyId ?? null),
  async handle({ entity, body, preloaded: company, principal, work, clock, ids }) {
    const { entityId: _, kind, ...sent } = body
    const proposed = { id: null, entityId: entity.id, kind, before: null, company, principalId: principal.id }
    const isSirenCleared = sent.siren === null
    const content = await judgedContent({ ...proposed, isSirenCleared, content: withFields(nothingKnown, sent) })
    if (isRefusal(content)) return content
    const nowMs = clock()
    const { orgId, providerId, livemode } = entity
    const contact: Contact = {
      id: ids(nowMs),
      orgId,
      entityId: entity.id,
      providerId,
      livemode,
      kind,
      ...content,
      createdBy: creatorIn(principal, entity.orgId),
      createdAt: timestamp(nowMs),
      updatedAt: timestamp(nowMs),
      version: 1,
    }
    addContact(work, contact)
    const headers = { ...etagOf(contact), Location: `/v1/contacts/${contact.id}` }
    return reply(201, toContact(contact, companiesAlready(contact, company)), headers)
  },
})
