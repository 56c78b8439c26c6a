import { fromItem } from '../store/collection.ts'
import { getItems, type Table } from '../store/table.ts'
import { type Contact, contactKey, contacts } from './contact.ts'

/**
 * What leads to a contact may tell of which company it was when that was written, so that both are read at once. It is a guess
 * alone and follows no change: what the contact itself says is compared with it, and what it lacks is read afterwards.
 */
interface CompanyHint {
  readonly companyId?: string | undefined
}

export interface Lead extends CompanyHint {
  readonly id: string
}

/** What is noted of a contact's company with what leads to it. */
export function hintOf({ companyId }: Pick<Contact, 'companyId'>): CompanyHint {
  return companyId === null ? {} : { companyId }
}

/** Some contacts as they are now, by id, and what was read with them. */
export interface ContactsRead {
  readonly contacts: ReadonlyMap<string, Contact>
  /** Their companies, as far as what led to them told of those; whoever sees them. */
  readonly beside: readonly Contact[]
}

/** The contacts that are led to, those that are gone left out. */
export async function readLeads(table: Table, leads: readonly Lead[]): Promise<ContactsRead> {
  const ids = new Set(leads.map(({ id }) => id))
  const keys = [...new Set(leads.flatMap(({ id, companyId }) => [id, ...(companyId ? [companyId] : [])]))]
  const items = keys.length === 0 ? [] : await getItems(table, keys.map(contactKey))
  const read = items.map((item) => fromItem(contacts, item))
  return {
    contacts: new Map(read.filter(({ id }) => ids.has(id)).map((contact) => [contact.id, contact])),
    beside: read.filter(({ id }) => !ids.has(id)),
  }
}
