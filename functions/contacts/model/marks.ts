import * as v from 'valibot'
import type { Collection } from '../../../shared/store/collection.ts'
import type { Contact } from './contact.ts'
import { orderKeyOf } from './contact-name.ts'
import { hintEntries, hintOf } from './leads.ts'
import { privateContactsOf, shelfOf } from './shelf.ts'

/** Contacts of a shelf that have one thing in common, in the order of their names. */
const markSchema = v.object({
  partition: v.string(),
  order: v.string(),
  contactId: v.string(),
  ...hintEntries,
  /** By which part it was put before its contact, where that is how it came to be. */
  part: v.optional(v.string()),
})
export type Mark = v.InferOutput<typeof markSchema>

export const marks: Collection<Mark> = {
  name: 'contact_mark',
  schema: markSchema,
  key: ({ partition, order }) => ({ PK: partition, SK: order }),
  toldByKey: ({ PK, SK }) => ({ partition: PK, order: SK }),
}

/** The people of a company on a shelf. */
export function companyMarks(shelf: string, companyId: string): string {
  return `${shelf}#COMPANY#${companyId}`
}

/** What the caller's own system calls by one name, on a shelf. */
export function referenceMarks(shelf: string, externalRef: string): string {
  return `${shelf}#REF#${externalRef}`
}

export function marksOf(contact: Contact): Mark[] {
  const { id: contactId, entityId, companyId, externalRef, isPrivate } = contact
  const [shelf, order] = [shelfOf(contact), orderKeyOf(contact)]
  const hint = hintOf(contact)
  return [
    ...(companyId ? [{ partition: companyMarks(shelf, companyId), order, contactId }] : []),
    ...(isPrivate ? [{ partition: privateContactsOf(entityId), order, contactId }] : []),
    ...(externalRef ? [{ partition: referenceMarks(shelf, externalRef), order, contactId, ...hint }] : []),
  ]
}

/** Whether a mark is one of what is private in an entity, which is not deleted as long as it holds anything. */
export function holdsEntity({ entityId }: Contact, { partition }: Mark): boolean {
  return partition === privateContactsOf(entityId)
}
