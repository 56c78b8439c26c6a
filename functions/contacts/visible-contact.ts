import { accessThrough, membershipsReaching, type Principal } from '../../shared/auth/principal.ts'
import { type Contact, contactKey, contacts, isVisible } from '../../shared/contacts/contact.ts'
import { isUuid } from '../../shared/ids.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { getItem, type Table } from '../../shared/store/table.ts'

/** The contact that a field of a body names, whoever sees it; null where it names none. The body was not checked. */
export async function readNamedContact(
  table: Table,
  body: unknown,
  field: 'companyId' | 'sourceId',
): Promise<{ named: Contact | null }> {
  const id: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, field) : undefined
  return { named: isUuid(id) ? await readContact(table, id.toLowerCase()) : null }
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
