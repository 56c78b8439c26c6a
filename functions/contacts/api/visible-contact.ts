import { accessThrough, membershipsReaching, type Principal } from '../../../shared/auth/principal.ts'
import { isUuid } from '../../../shared/platform/ids.ts'
import { fromItem, recordsOf } from '../../../shared/store/collection.ts'
import { readFollowed } from '../../../shared/store/followed-reads.ts'
import type { ReadItems } from '../../../shared/store/joined-reads.ts'
import type { Key } from '../../../shared/store/table.ts'
import { type Contact, contactKey, contacts, isVisible } from '../model/contact.ts'
import { keysBesideContact } from '../model/contact-view.ts'

/** The company that a body names, whoever sees it; null where it names none. The body was not checked. */
export async function readNamedCompany(readItems: ReadItems, body: unknown): Promise<{ named: Contact | null }> {
  const [item] = await readItems(keysNamed(body, 'companyId'))
  return { named: item ? fromItem(contacts, item) : null }
}

/** The source that a body names, and the company that it is of, on the same terms. */
export async function readNamedSource(
  readItems: ReadItems,
  body: unknown,
): Promise<{ named: Contact | null; beside: Contact[] }> {
  const keys = keysNamed(body, 'sourceId')
  const { leading, led } = await readFollowed(readItems, keys, (items) => keysBesideContact({ items }))
  return { named: recordsOf(contacts, leading)[0] ?? null, beside: recordsOf(contacts, led) }
}

function keysNamed(body: unknown, field: 'companyId' | 'sourceId'): Key[] {
  const id: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, field) : undefined
  return isUuid(id) ? [contactKey(id.toLowerCase())] : []
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
