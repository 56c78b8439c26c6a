import { type Contact, isOwnContact, isVisible } from '../../shared/contacts/contact.ts'
import { tagKey } from '../../shared/contacts/contact-input.ts'
import { isFoundBy, type QueryPart } from '../../shared/contacts/search-query.ts'
import { searchTermsOf } from '../../shared/contacts/search-terms.ts'
import type { ContactFilters } from './list-query.ts'

/** What is looked for, and by whom. */
export interface Search {
  readonly filters: ContactFilters
  /** Of `q`; each has to be found. */
  readonly parts: readonly QueryPart[]
  readonly entityIds: readonly string[]
  readonly principalId: string
}

/** Whether a contact is among those that are looked for: what a filter over all of them would keep. */
export function isAmong(contact: Contact, search: Search): boolean {
  const { filters, principalId, entityIds, parts } = search
  return (
    entityIds.includes(contact.entityId) &&
    isVisible(contact, principalId) &&
    fits(contact, filters) &&
    (!filters.createdByMe || isOwnContact(contact, principalId)) &&
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

/** Whether only reading a contact tells that it is among them: a listing of what has been asked for already knows the rest. */
export function hasOtherFilters({ createdByMe }: ContactFilters): boolean {
  return createdByMe === true
}
