import * as v from 'valibot'
import { addressOf } from '../../../shared/store/batch-loader.ts'
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
  /** Who sees the resource, if it is private: there is a reference for each of them. */
  seenBy: v.optional(v.string()),
})
export type ContactLink = v.InferOutput<typeof linkSchema>

export const linkStart = 'LINK#'

/** The references of one kind: those that everybody sees, or the private ones that somebody sees, so that neither hide the other. */
export function linksOf(type: ContactLink['type'], seenBy?: string): string {
  return seenBy === undefined ? `${linkStart}${type}#` : `${linkStart}${type}_of#${seenBy}#`
}

export const contactLinks: Collection<ContactLink> = {
  name: 'contact_link',
  schema: linkSchema,
  key: ({ contactId, targetId, type, seenBy }) => ({
    PK: contactPartition(contactId),
    SK: `${linksOf(type, seenBy)}${targetId}`,
  }),
}

/** The contacts that a resource refers to, before and after a change. */
interface LinkedContacts {
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** Who alone sees the resource before and after the change. Absent or null: everybody. */
  readonly seenBefore?: readonly string[] | null
  readonly seenAfter?: readonly string[] | null
}

/**
 * Writes the new references of a resource and removes the former ones. The commit fails if a contact is deleted or made private
 * meanwhile, so no reference is missed.
 */
export function linkContacts(
  work: UnitOfWork,
  target: Pick<ContactLink, 'type' | 'targetId'>,
  { before, after, seenBefore, seenAfter }: LinkedContacts,
  known: ReadonlyMap<string, Contact>,
): void {
  for (const contactId of new Set(after).difference(new Set(before))) {
    const contact = known.get(contactId)
    if (!contact) throw new Error('a contact is named that was not read')
    asksToStayAsItIs(work, contact)
  }
  const [old, current] = [referencesOf(target, before, seenBefore), referencesOf(target, after, seenAfter)]
  for (const [address, link] of current) if (!old.has(address)) work.putPart(contactLinks, link)
  for (const [address, link] of old) if (!current.has(address)) work.removePart(contactLinks.key(link))
}

function referencesOf(
  target: Pick<ContactLink, 'type' | 'targetId'>,
  contactIds: readonly string[],
  seenBy: readonly string[] | null = null,
): ReadonlyMap<string, ContactLink> {
  const links = contactIds.flatMap((contactId): ContactLink[] =>
    seenBy ? seenBy.map((reader) => ({ contactId, ...target, seenBy: reader })) : [{ contactId, ...target }],
  )
  return new Map(links.map((link) => [addressOf(contactLinks.key(link)), link]))
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
