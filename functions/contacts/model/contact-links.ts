import * as v from 'valibot'
import { type Collection, versionIs } from '../../../shared/store/collection.ts'
import type { Key } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { type Contact, contactKey, contactPartition, contacts } from './contact.ts'

/** The resources that refer to contacts. */
export const linkedTypes = ['signature_request', 'task', 'registered_mail'] as const

/** A reference to a contact. It appears in the contact's activity, and is updated when the contact is deleted. */
const linkSchema = v.object({
  contactId: v.string(),
  type: v.picklist(linkedTypes),
  /** A UUIDv7: its order finds the latest. */
  targetId: v.string(),
})
export type ContactLink = v.InferOutput<typeof linkSchema>

export const linkStart = 'LINK#'

export const contactLinks: Collection<ContactLink> = {
  name: 'contact_link',
  schema: linkSchema,
  key: ({ contactId, targetId, type }) => ({
    PK: contactPartition(contactId),
    SK: `${linkStart}${targetId}#${type}`,
  }),
}

/** The contacts that a resource refers to, before and after a change. */
interface LinkedContacts {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/**
 * Writes the new references of a resource and removes the former ones. The commit fails if a contact is deleted or made private
 * meanwhile, so no reference is missed.
 */
export function linkContacts(
  work: UnitOfWork,
  target: Pick<ContactLink, 'type' | 'targetId'>,
  { before, after }: LinkedContacts,
  known: ReadonlyMap<string, Contact>,
): void {
  const [old, current] = [new Set(before), new Set(after)]
  for (const contactId of current.difference(old)) {
    const contact = known.get(contactId)
    if (!contact) throw new Error('a contact is named that was not read')
    asksToStayAsItIs(work, contact)
    work.putPart(contactLinks, { contactId, ...target })
  }
  for (const contactId of old.difference(current)) work.removePart(contactLinks.key({ contactId, ...target }))
}

/** The commit fails if somebody changes the contact. */
function asksToStayAsItIs(work: UnitOfWork, contact: Contact): void {
  const check = { Key: contactKey(contact.id), ...versionIs(contacts, contact) }
  work.write((TableName) => ({ ConditionCheck: { TableName, ...check } }), 'stale')
}

/** The commit fails if the item does not exist. */
export function asksToBeThere(work: UnitOfWork, key: Key): void {
  const check = { Key: { PK: key.PK, SK: key.SK }, ConditionExpression: 'attribute_exists(PK)' }
  work.write((TableName) => ({ ConditionCheck: { TableName, ...check } }), 'stale')
}
