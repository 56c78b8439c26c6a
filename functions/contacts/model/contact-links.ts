import * as v from 'valibot'
import { type Collection, versionIs } from '../../../shared/store/collection.ts'
import type { Key } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { type Contact, contactKey, contactPartition, contacts } from './contact.ts'

/** What may name a contact. */
export const linkedTypes = ['signature_request'] as const

/** That something names a contact: it is listed as the contact's activity, and changed when the contact goes. */
const linkSchema = v.object({
  contactId: v.string(),
  type: v.picklist(linkedTypes),
  /** A UUIDv7, by whose order the latest is found. */
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

/** Which contacts something names, before and after a change. */
interface LinkedContacts {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/**
 * Writes which contacts something names now and did not name before, and removes what it names no more. Nothing comes to name
 * a contact that goes at the same moment, or is made private: what names it by then is told, and what comes later knows.
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

/** The commit comes about only while nobody has changed the contact. */
function asksToStayAsItIs(work: UnitOfWork, contact: Contact): void {
  const check = { Key: contactKey(contact.id), ...versionIs(contacts, contact) }
  work.write((TableName) => ({ ConditionCheck: { TableName, ...check } }), 'stale')
}

/** The commit comes about only while the item is there. */
export function asksToBeThere(work: UnitOfWork, key: Key): void {
  const check = { Key: { PK: key.PK, SK: key.SK }, ConditionExpression: 'attribute_exists(PK)' }
  work.write((TableName) => ({ ConditionCheck: { TableName, ...check } }), 'stale')
}
