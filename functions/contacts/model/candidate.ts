import { addressBooksFor } from './address-book.ts'
import type { Contact } from './contact.ts'
import type { Search } from './contact-matcher.ts'
import type { IndexedContact } from './indexed-contact.ts'

/** A contact that may match a search. */
export interface Candidate extends IndexedContact {
  /** Its position in the order of the results. */
  readonly place: string
  /** Null if only an index item was read. */
  readonly contact: Contact | null
}

/** Candidates in the order of the results. */
export interface Candidates {
  readonly candidates: readonly Candidate[]
  /** The position up to which these are all; null if there are no more. */
  readonly lookedTo: string | null
  /** Companies that were read with the candidates. The caller may not be allowed to see them. */
  readonly beside?: readonly Contact[]
}

/** Which page of a search is wanted. */
export interface SearchPage {
  readonly size: number
  /** The position that the page before ended at; null for the first page. */
  readonly after: string | null
}

export function addressBooksOf({ entityIds, principalId, filters }: Search): string[] {
  return entityIds.flatMap((entityId) => addressBooksFor(entityId, principalId, filters.visibility))
}

/** The position of a contact by the last change. */
export function changePlaceOf({ updatedAt, id }: Pick<Contact, 'updatedAt' | 'id'>): string {
  return `${updatedAt}#${id}`
}
