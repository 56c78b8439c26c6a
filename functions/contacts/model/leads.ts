import * as v from 'valibot'
import { fromItem } from '../../../shared/store/collection.ts'
import { getItems, type Table } from '../../../shared/store/table.ts'
import { type Contact, contactKey, contacts } from './contact.ts'
import { type Kind, kinds } from './shelf.ts'

/** What is noted of a contact with what leads to it. */
export const hintEntries = {
  /** It never changes: whoever looks for the other kind need not read the contact. */
  kind: v.optional(v.picklist(kinds)),
  /**
   * Of which company the contact is, so that both are read at once. What was put before its contact may be older: the contact
   * itself decides, and what is lacking is read afterwards.
   */
  companyId: v.optional(v.string()),
}
const hintSchema = v.object(hintEntries)
export type Hint = v.InferOutput<typeof hintSchema>

export interface Lead extends Hint {
  readonly id: string
}

export function hintOf({ kind, companyId }: Pick<Contact, 'kind' | 'companyId'>): Hint {
  return { kind, ...(companyId !== null && { companyId }) }
}

/** Whether what is noted does not say that a contact is of the other kind. */
export function mayBeOfKind(hint: Hint, kind: Kind | undefined): boolean {
  return kind === undefined || (hint.kind ?? kind) === kind
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
