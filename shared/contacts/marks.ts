import * as v from 'valibot'
import type { Collection } from '../store/collection.ts'
import type { Work } from '../store/work.ts'
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

/** Writes what has changed of a contact's marks, before or after null where it is new or gone. */
export function markContact(work: Work, before: Contact | null, after: Contact | null): void {
  const addressOf = ({ partition, order }: Mark) => `${partition}\n${order}`
  const old = new Map((before ? marksOf(before) : []).map((mark) => [addressOf(mark), mark]))
  const current = new Map((after ? marksOf(after) : []).map((mark) => [addressOf(mark), mark]))
  for (const [address, mark] of old) if (!current.has(address)) work.removePart(marks.key(mark))
  for (const [address, mark] of current) {
    const known = old.get(address)
    if (!known || known.companyId !== mark.companyId) work.putPart(marks, mark)
  }
}
