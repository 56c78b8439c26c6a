import { type Contact, isOwnContact, isVisible } from './contact.ts'
import { tagKey } from './contact-input.ts'
import type { ContactFilters } from './list-query.ts'
import { isFoundBy, type QueryPart } from './search-query.ts'
import { searchTermsOf } from './search-terms.ts'

/** A search, and who asks. */
export interface Search {
  readonly filters: ContactFilters
  /** The parts of `q`. A contact must match each. */
  readonly parts: readonly QueryPart[]
  readonly entityIds: readonly string[]
  readonly principalId: string
}

/** Whether a contact matches a search. */
export function isAmong(contact: Contact, search: Search): boolean {
  const { filters, principalId, entityIds, parts } = search
  return (
    entityIds.includes(contact.entityId) &&
    isVisible(contact, principalId) &&
    fits(contact, filters) &&
    (filters.createdByMe === undefined || isOwnContact(contact, principalId) === filters.createdByMe) &&
    (parts.length === 0 || isFoundBy(searchTermsOf(contact), parts))
  )
}

function fits(contact: Contact, { kind, tag, visibility, companyId, externalRef }: ContactFilters): boolean {
  return (
    (kind === undefined || contact.kind === kind) &&
    (tag === undefined || contact.tags.some((own) => tagKey(own) === tagKey(tag))) &&
    (visibility === 'all' || contact.isPrivate === (visibility === 'private')) &&
    (companyId === undefined || contact.companyId === companyId) &&
    (externalRef === undefined || contact.externalRef === externalRef)
  )
}
