import { siretFrom } from '../../../shared/platform/siren.ts'
import { fromItem, recordsOf } from '../../../shared/store/collection.ts'
import { oldestBetween, queryIndex, type Table } from '../../../shared/store/table.ts'
import { addressBooksFor, listingOf } from '../model/address-book.ts'
import { type Contact, contacts, isVisible } from '../model/contact.ts'
import { cutName, idOfOrderKey, keySeparator, nameOrderOf, nameWithoutLegalForm } from '../model/contact-name.ts'
import { hintOf, type IndexedContact, readIndexedContacts } from '../model/indexed-contact.ts'
import {
  indexedContactOf,
  lastCharacter,
  placeOfCompanies,
  placeOfEntry,
  type SearchEntry,
  searchEntries,
  termPartition,
} from '../model/search-index.ts'
import { cutTerm } from '../model/search-terms.ts'
import { searched, wordsOf } from '../model/search-words.ts'

/** Why two contacts may be the same. */
export const duplicateReasons = ['email', 'siret', 'name'] as const
export type DuplicateReason = (typeof duplicateReasons)[number]

/** What is known about a person or company that may exist already. */
export interface Criteria {
  readonly email?: string | null | undefined
  readonly siret?: string | null | undefined
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
  readonly companyName?: string | null | undefined
}

export interface Duplicate {
  readonly contact: Contact
  readonly reasons: readonly DuplicateReason[]
}

/** Duplicates, and companies that were read with them. The caller may not be allowed to see the companies. */
export interface FoundDuplicates {
  readonly duplicates: readonly Duplicate[]
  readonly beside: readonly Contact[]
}

const maxDuplicates = 20
/** How many contacts are compared for each criterion. */
export const lookedAt = 40

/** Whether there is a criterion to compare by. */
export function hasCriterion({ email, siret, firstName, lastName, companyName }: Criteria): boolean {
  return Boolean(email || siret || companyName || firstName || lastName)
}

/** Contacts of an entity that the principal sees and that may be the same. Those with more reasons come first, then by name. */
export async function duplicatesOf(
  table: Table,
  entityId: string,
  principalId: string,
  criteria: Criteria,
): Promise<FoundDuplicates> {
  const addressBooks = addressBooksFor(entityId, principalId, 'all')
  const indexed = await Promise.all(
    addressBooks.flatMap((addressBook) => [
      ...placesOf(criteria).map((beginning) => contactsIndexedAt(table, addressBook, beginning)),
      ...personNamesOf(criteria).map((name) => peopleNamed(table, addressBook, name)),
    ]),
  )
  const read = await readIndexedContacts(table, indexed.flat())
  const found = [...read.contacts.values()]
    .filter((contact) => contact.entityId === entityId && isVisible(contact, principalId))
    .map((contact) => ({ contact, reasons: reasonsFor(contact, criteria) }))
    .filter(({ reasons }) => reasons.length > 0)
  return { duplicates: found.sort(byReasons).slice(0, maxDuplicates), beside: read.beside }
}

export function byReasons(a: Duplicate, b: Duplicate): number {
  const [nameOfA, nameOfB] = [nameOrderOf(a.contact), nameOrderOf(b.contact)]
  return b.reasons.length - a.reasons.length || (nameOfA < nameOfB ? -1 : 1)
}

/** The beginnings of index positions that a duplicate has: by e-mail, SIRET and company name. */
export function placesOf({ email, siret, companyName }: Criteria): string[] {
  const number = siret ? siretFrom(siret) : null
  const company = companyName ? placeOfCompanies(companyName) : null
  return [
    ...[email ? searched(email) : null, number].flatMap((term) => (term ? cutTerm(term) : [])),
    ...(company === null ? [] : [`${company}${keySeparator}`]),
  ]
}

/** How often reading continues past entries of contacts that do not exist. */
const maxReads = 10

/**
 * The first contacts of an address book whose index entries begin with a text. Entries of an abandoned import do not count,
 * so they hide no other contact.
 */
export async function contactsIndexedAt(
  table: Table,
  addressBook: string,
  beginning: string,
): Promise<IndexedContact[]> {
  const found: SearchEntry[] = []
  let from = beginning
  for (let reads = 1; ; reads++) {
    const range = { from, to: `${beginning}${lastCharacter}` }
    const items = await oldestBetween(table, termPartition(addressBook, beginning), range, lookedAt)
    const entries = recordsOf(searchEntries, items)
    const last = entries.length < lookedAt ? undefined : entries.at(-1)
    found.push(...(last ? await existingAmong(table, entries) : entries))
    if (!last || found.length >= lookedAt || reads === maxReads) return found.slice(0, lookedAt).map(indexedContactOf)
    // Nothing sorts between a position and the same with a separator.
    from = `${placeOfEntry(last)}${keySeparator}`
  }
}

/** The entries whose contacts exist. Only a staged entry can be without its contact. */
async function existingAmong(table: Table, entries: readonly SearchEntry[]): Promise<SearchEntry[]> {
  const staged = entries.filter(({ batchId }) => batchId !== undefined).map(indexedContactOf)
  const { contacts: existing } = await readIndexedContacts(table, staged)
  return entries.filter(({ batchId, order }) => batchId === undefined || existing.has(idOfOrderKey(order)))
}

/** Both orders of a person's names, normalized. One name alone is that of people who have no other. */
export function personNamesOf({ firstName, lastName }: Criteria): string[] {
  const names = [firstName, lastName].map((name) => wordsOf(name ?? '').join(' ')).filter((name) => name !== '')
  return names.length === 0 ? [] : [...new Set([names.join(' '), names.toReversed().join(' ')])]
}

async function peopleNamed(table: Table, addressBook: string, name: string): Promise<IndexedContact[]> {
  const place = `${cutName(name.split(' '))}${keySeparator}`
  const range = { from: place, to: `${place}~`, limit: lookedAt }
  const items = await queryIndex(table, { index: 'GSI1', partition: listingOf(addressBook, 'person'), ...range })
  return items.map((item) => fromItem(contacts, item)).map((contact) => ({ id: contact.id, ...hintOf(contact) }))
}

/** The reasons why a contact may be the same. */
export function reasonsFor(contact: Contact, criteria: Criteria): DuplicateReason[] {
  const { email, siret, companyName } = criteria
  const hasSame = {
    email: Boolean(email) && contact.email?.toLowerCase() === email?.toLowerCase(),
    siret: Boolean(siret) && contact.siret !== null && contact.siret === siretFrom(siret ?? ''),
    name:
      contact.kind === 'person'
        ? personNamesOf(criteria).includes(personNamesOf(contact)[0] ?? '-')
        : Boolean(companyName) &&
          nameWithoutLegalForm(contact.companyName ?? '') === nameWithoutLegalForm(companyName ?? ''),
  }
  return duplicateReasons.filter((reason) => hasSame[reason])
}
