import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { changeContact, changedFields } from '../model/change-contact.ts'
import { isOwnContact, namedContacts } from '../model/contact.ts'
import { contactPatch, withFields } from '../model/contact-input.ts'
import { contentCodes, judgedContent } from '../model/contact-rules.ts'
import { companiesOf, contactView, toContact } from '../model/contact-view.ts'
import { contactContent } from './changed-content.ts'
import { companiesAlready, readContact } from './visible-contact.ts'

export const updateContact = operation({
  id: 'updateContact',
  method: 'PATCH',
  path: '/v1/contacts/{contactId}',
  tag: 'Contacts',
  summary: 'Change a contact',
  description:
    'Fields that you leave out keep their value; null clears them. Each part of the address changes on its own. Only the creator of a contact can make it private or shared. `kind` and `entityId` cannot change.',
  access: {
    to: 'resource',
    resource: namedContacts,
    permission: 'contacts.write',
    feature: null,
    onOthers: 'contacts.manage',
  },
  body: json(contactPatch),
  responses: { 200: contactView },
  errors: ['invalid_input', ...contentCodes, 'private_owner_only'],
  preload: ({ readItems, body }) => readContact(readItems, body.companyId ?? null),
  async handle({ resource: { contact }, body, preloaded: company, principal, table, work, clock }) {
    const { kind, entityId, version: _, ...sent } = body
    if ((kind ?? contact.kind) !== contact.kind || (entityId?.toLowerCase() ?? contact.entityId) !== contact.entityId)
      return refuse('invalid_input', 'kind and entityId of a contact cannot change. Create another contact instead.')
    const before = company === null ? await companiesOf(table, [contact], principal.id) : null
    // A caller who does not see the contact's company gets null for it, and does not unlink it by sending that back.
    if (sent.companyId === null && before?.size === 0) delete sent.companyId
    const isCompanySent = sent.companyId !== undefined
    const proposed = { id: contact.id, isCompanySent, entityId: contact.entityId, kind: contact.kind, company }
    const isSirenCleared = sent.siren === null || sent.siren === ''
    const judged = { ...proposed, isSirenCleared, before: contact, principalId: principal.id }
    const content = await judgedContent({ ...judged, content: withFields(contactContent(contact), sent) })
    if (isRefusal(content)) return content
    if (content.isPrivate !== contact.isPrivate && !isOwnContact(contact, principal.id))
      return refuse('private_owner_only', 'Only the creator of the contact can make it private or shared.')
    const nowMs = clock()
    const after = { ...contact, ...content, updatedAt: timestamp(nowMs), version: contact.version + 1 }
    const isSame = changedFields(contact, after).length === 0
    if (!isSame) changeContact(work, contact, after)
    const current = isSame ? contact : after
    const companies = before ?? companiesAlready(current, company)
    // A repeated PATCH finds everything as it asks for: nothing happens twice.
    return reply(200, toContact(current, companies), etagOf(current))
  },
})
