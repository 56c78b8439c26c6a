import { accessThrough, membershipsReaching, type Principal } from '../../../shared/auth/principal.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { type Contact, contactKey, contacts, isVisible } from '../model/contact.ts'

/** The contact with this id, even if the caller may not see it; null if it does not exist. */
export async function readContact(readItems: BatchLoader, id: string | null): Promise<Contact | null> {
  const [item] = id === null ? [] : await readItems([contactKey(id)])
  return item ? fromItem(contacts, item) : null
}

/** Whether the caller may read a contact. */
export function maySee(principal: Principal, contact: Contact): boolean {
  const access = accessThrough(principal, membershipsReaching(principal, contact), contact, 'contacts.read')
  return access !== null && isVisible(contact, principal.id)
}

/** The company of an answer, if it was read already. */
export function companiesAlready(contact: Pick<Contact, 'companyId'>, company: Contact | null) {
  return new Map(company && company.id === contact.companyId ? [[company.id, company]] : [])
}
