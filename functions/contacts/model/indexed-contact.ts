import * as v from 'valibot'
import { fromItem } from '../../../shared/store/collection.ts'
import { getItems, type Table } from '../../../shared/store/table.ts'
import { type Kind, kinds } from './address-book.ts'
import { type Contact, contactKey, contacts } from './contact.ts'

/** What an index item repeats of its contact. */
export const hintEntries = {
  /** The kind never changes, so a search for the other kind skips the contact without reading it. */
  kind: v.optional(v.picklist(kinds)),
  /** Lets one call read the contact and its company. It may be outdated: the contact itself decides. */
  companyId: v.optional(v.string()),
}
const hintSchema = v.object(hintEntries)
export type Hint = v.InferOutput<typeof hintSchema>

/** A contact as an index item names it. */
export interface IndexedContact extends Hint {
  readonly id: string
}

export function hintOf({ kind, companyId }: Pick<Contact, 'kind' | 'companyId'>): Hint {
  return { kind, ...(companyId !== null && { companyId }) }
}

export function mayBeOfKind(hint: Hint, kind: Kind | undefined): boolean {
  return kind === undefined || (hint.kind ?? kind) === kind
}

export interface ContactsRead {
  /** By id. Contacts that do not exist are missing. */
  readonly contacts: ReadonlyMap<string, Contact>
  /** The companies that the hints named. The caller may not be allowed to see them. */
  readonly beside: readonly Contact[]
}

export async function readIndexedContacts(table: Table, indexed: readonly IndexedContact[]): Promise<ContactsRead> {
  const ids = new Set(indexed.map(({ id }) => id))
  const keys = [...new Set(indexed.flatMap(({ id, companyId }) => [id, ...(companyId ? [companyId] : [])]))]
  const items = keys.length === 0 ? [] : await getItems(table, keys.map(contactKey))
  const read = items.map((item) => fromItem(contacts, item))
  return {
    contacts: new Map(read.filter(({ id }) => ids.has(id)).map((contact) => [contact.id, contact])),
    beside: read.filter(({ id }) => !ids.has(id)),
  }
}
