import { addressOf } from '../../../shared/store/batch-loader.ts'
import { toItem } from '../../../shared/store/collection.ts'
import type { Item, Key } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import type { Contact } from './contact.ts'
import { holdsEntity, marks, marksOf } from './marks.ts'
import { entriesOf, searchEntries } from './search-index.ts'

/** An item by which a contact is found. */
export interface LeadingItem {
  readonly key: Key
  /** What it tells beside where it stands. */
  readonly tells: () => string
  /** Its entity is not deleted as long as it is there. */
  readonly holdsEntity: boolean
  readonly put: (work: UnitOfWork) => void
  /** The item as a prepared part puts it, before its contact. */
  readonly preparedBy: (part: string) => Item
}

/** Everything by which a contact is found as it is, but for its listings, which are indexes of the contact itself. */
export function leadingItemsOf(contact: Contact): LeadingItem[] {
  const entries = entriesOf(contact).map((entry) => ({
    key: searchEntries.key(entry),
    tells: () => JSON.stringify([entry.terms, entry.companyId]),
    holdsEntity: false,
    put: (work: UnitOfWork) => work.putPart(searchEntries, entry),
    preparedBy: (part: string) => toItem(searchEntries, { ...entry, part }),
  }))
  const marked = marksOf(contact).map((mark) => ({
    key: marks.key(mark),
    tells: () => JSON.stringify([mark.companyId]),
    holdsEntity: holdsEntity(contact, mark),
    put: (work: UnitOfWork) => work.putPart(marks, mark),
    preparedBy: (part: string) => toItem(marks, { ...mark, part }),
  }))
  return [...entries, ...marked]
}

/** By the addresses of their keys. */
export function leadingItemsByAddress(contact: Contact | null): ReadonlyMap<string, LeadingItem> {
  return new Map((contact ? leadingItemsOf(contact) : []).map((item) => [addressOf(item.key), item]))
}
