import * as v from 'valibot'
import type { Principal } from '../../../shared/auth/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { nullsAbsent } from '../../../shared/http/values.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { mergeContacts as mergeWrites } from '../model/change-contact.ts'
import { type Contact, type ContactContent, isOwnContact, namedContacts } from '../model/contact.ts'
import { combinationCodes, judgedCombination } from '../model/contact-rules.ts'
import { companiesOf, contactView, toContact } from '../model/contact-view.ts'
import { contactContent } from './changed-content.ts'
import { maySee, readContact } from './visible-contact.ts'

const takeable = [
  ...(['civility', 'firstName', 'lastName', 'companyName', 'email', 'phone', 'mobilePhone', 'address'] as const),
  ...(['tags', 'externalRef', 'companyId', 'siren', 'siret'] as const),
] as const

export const mergeContacts = operation({
  id: 'mergeContacts',
  method: 'POST',
  path: '/v1/contacts/{contactId}/merge',
  tag: 'Contacts',
  summary: 'Merge another contact into this one',
  description:
    'Copies the fields of takeFromSource from the source contact and deletes the source. All other fields stay. Signature requests of the source, and the people of a company, move to this contact. Somebody else’s shared contact cannot be merged into a private one. A merge cannot be undone.',
  access: { to: 'resource', resource: namedContacts, permission: 'contacts.manage', feature: null },
  changesItsResource: true,
  body: json(nullsAbsent({ sourceId: uuid, takeFromSource: v.optional(v.array(v.picklist(takeable)), []) })),
  responses: { 200: contactView },
  errors: [
    'contact_not_found',
    'merge_same_contact',
    'invalid_contact',
    'merge_kind_mismatch',
    'private_owner_only',
    'invalid_input',
    ...combinationCodes,
  ],
  preload: ({ readItems, body }) => readContact(readItems, body.sourceId),
  async handle({ resource: { contact: target }, body, preloaded: source, principal, table, work, clock }) {
    const refusal = sourceRefusal(target, source, principal)
    if (refusal || !source) return refusal ?? noSuchSource
    const taken: Partial<ContactContent> = Object.fromEntries(
      body.takeFromSource.map((field) => [field, source[field]]),
    )
    const companies = await companiesOf(table, [target, source], principal.id)
    // Callers neither see nor take over a company that is hidden from them.
    if (taken.companyId && !companies.has(taken.companyId)) taken.companyId = null
    const content = judgedCombination({
      kind: target.kind,
      before: target,
      content: { ...contactContent(target), ...taken },
    })
    if (isRefusal(content)) return content
    const after = { ...target, ...content, updatedAt: timestamp(clock()), version: target.version + 1 }
    mergeWrites(work, { target, after, source })
    return reply(200, toContact(after, companies), etagOf(after))
  },
})

const hidesFromOthers = refuse(
  'private_owner_only',
  'Only its creator can merge a shared contact into a private one. Merge the private contact into the shared one.',
)

const noSuchSource = refuse('contact_not_found', 'sourceId does not match a contact that you can see.')

function sourceRefusal(
  target: Contact,
  source: Contact | null,
  principal: Principal,
): Refusal<
  'contact_not_found' | 'merge_same_contact' | 'invalid_contact' | 'merge_kind_mismatch' | 'private_owner_only'
> | null {
  if (!source || source.orgId !== target.orgId || !maySee(principal, source)) return noSuchSource
  if (source.id === target.id) return refuse('merge_same_contact', 'A contact cannot be merged into itself.')
  if (source.entityId !== target.entityId)
    return refuse('invalid_contact', 'Both contacts must belong to the same entity.')
  if (source.kind !== target.kind) return refuse('merge_kind_mismatch', 'A person and a company cannot be merged.')
  const wouldHide = target.isPrivate && !source.isPrivate && !isOwnContact(source, principal.id)
  return wouldHide ? hidesFromOthers : null
}
