import { accessThrough, membershipsReaching, type Principal } from '../../shared/auth/principal.ts'
import { type Contact, contactKey, contacts, isVisible } from '../../shared/contacts/contact.ts'
import { isUuid } from '../../shared/ids.ts'
import { fromItem } from '../../shared/store/collection.ts'
import type { ReadItems } from '../../shared/store/joined-reads.ts'
import { getItem, type Table } from '../../shared/store/table.ts'

/** The contact that a field of a body names, whoever sees it; null where it names none. The body was not checked. */
export async function readNamedContact(
  readItems: ReadItems,
  body: unknown,
  field: 'companyId' | 'sourceId',
): Promise<{ named: Contact | null }> {
  const id: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, field) : undefined
  const [item] = isUuid(id) ? await readItems([contactKey(id.toLowerCase())]) : []
  return { named: item ? fromItem(contacts, item) : null }
}

export async function readContact(table: Table, id: string): Promise<Contact | null> {
  const item = await getItem(table, contactKey(id))
  return item ? fromItem(contacts, item) : null
}

/** Whether somebody could read a contact by its id. */
export function maySee(principal: Principal, contact: Contact): boolean {
  const access = accessThrough(principal, membershipsReaching(principal, contact), contact, 'contacts.read')
  return access !== null && isVisible(contact, principal.id)
}

/** The company of an answer, where it was read already. */
export function companiesAlready(contact: Pick<Contact, 'companyId'>, company: Contact | null) {
  return new Map(company && company.id === contact.companyId ? [[company.id, company]] : [])
}
