import { type Contact, contactKey, contacts } from '../../shared/contacts/contact.ts'
import { isUuid } from '../../shared/ids.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { getItem, type Table } from '../../shared/store/table.ts'

/** The contact that `companyId` of a body names, whoever sees it; null where it names none. */
export async function readNamedCompany(table: Table, body: unknown): Promise<{ company: Contact | null }> {
  const id = typeof body === 'object' && body !== null && 'companyId' in body ? body.companyId : undefined
  if (!isUuid(id)) return { company: null }
  const item = await getItem(table, contactKey(id.toLowerCase()))
  return { company: item ? fromItem(contacts, item) : null }
}

/** The company of an answer, where it was read already. */
export function companiesAlready(contact: Pick<Contact, 'companyId'>, company: Contact | null) {
  return new Map(company && company.id === contact.companyId ? [[company.id, company]] : [])
}
