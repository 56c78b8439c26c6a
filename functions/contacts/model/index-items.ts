import { addressOf } from '../../../shared/store/batch-loader.ts'
import { toItem } from '../../../shared/store/collection.ts'
import type { Item, Key } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import type { Contact } from './contact.ts'
import { facets, facetsOf, holdsEntity } from './facets.ts'
import { entriesOf, searchEntries } from './search-index.ts'

/** An index entry or a facet of a contact. */
export interface IndexItem {
  readonly key: Key
  /** Its content beside the key, to compare. */
  readonly content: () => string
  /** Its entity cannot be deleted while it exists. */
  readonly holdsEntity: boolean
  readonly put: (work: UnitOfWork) => void
  /** The item as a staged batch writes it, before its contact. */
  readonly stagedBy: (batchId: string) => Item
}

export function indexItemsOf(contact: Contact): IndexItem[] {
  const entries = entriesOf(contact).map((entry) => ({
    key: searchEntries.key(entry),
    content: () => JSON.stringify([entry.terms, entry.companyId]),
    holdsEntity: false,
    put: (work: UnitOfWork) => work.putPart(searchEntries, entry),
    stagedBy: (batchId: string) => toItem(searchEntries, { ...entry, batchId }),
  }))
  const ofFacets = facetsOf(contact).map((facet) => ({
    key: facets.key(facet),
    content: () => JSON.stringify([facet.companyId]),
    holdsEntity: holdsEntity(contact, facet),
    put: (work: UnitOfWork) => work.putPart(facets, facet),
    stagedBy: (batchId: string) => toItem(facets, { ...facet, batchId }),
  }))
  return [...entries, ...ofFacets]
}

/** By the addresses of their keys. */
export function indexItemsByAddress(contact: Contact | null): ReadonlyMap<string, IndexItem> {
  return new Map((contact ? indexItemsOf(contact) : []).map((item) => [addressOf(item.key), item]))
}
