import { fromItem } from '../../../shared/store/collection.ts'
import { queryIndex, type Table } from '../../../shared/store/table.ts'
import { entriesBeginning, type PlacedEntry } from '../model/beginning-entries.ts'
import { type Contact, contacts, isVisible } from '../model/contact.ts'
import { cutName, idOfOrderKey, keySeparator, nameOrderOf, nameWithoutLegalForm } from '../model/contact-name.ts'
import { hintOf, type Lead, readLeads } from '../model/leads.ts'
import type { MergedPages } from '../model/merged-pages.ts'
import { leadOfEntry, placeOfCompanies, type SearchEntry } from '../model/search-index.ts'
import { cutTerm } from '../model/search-terms.ts'
import { searched, wordsOf } from '../model/search-words.ts'
import { listingOf, shelvesFor } from '../model/shelf.ts'
import { siretFrom } from '../model/siren.ts'

/** Why two contacts may be the same. */
export const duplicateReasons = ['email', 'siret', 'name'] as const
export type DuplicateReason = (typeof duplicateReasons)[number]

/** What is known of somebody who may be there already. */
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

/** Duplicates, and those that were read with them, whoever sees these. */
export interface FoundDuplicates {
  readonly duplicates: readonly Duplicate[]
  readonly beside: readonly Contact[]
}

const maxDuplicates = 20
/** Of each criterion so many are looked at: more are no help to anybody. */
export const lookedAt = 40

/** Whether there is anything to compare by. */
export function hasCriterion({ email, siret, firstName, lastName, companyName }: Criteria): boolean {
  return Boolean(email || siret || companyName || (firstName && lastName))
}

/** Contacts of an entity that somebody sees and that may be the same, those with more reasons first, then by name. */
export async function duplicatesOf(
  table: Table,
  entityId: string,
  principalId: string,
  criteria: Criteria,
): Promise<FoundDuplicates> {
  const shelves = shelvesFor(entityId, principalId, 'all')
  const leads = await Promise.all([
    ...placesOf(criteria).map((beginning) => leadsFrom(table, shelves, beginning)),
    ...personNamesOf(criteria).flatMap((name) => shelves.map((shelf) => leadsNamed(table, shelf, name))),
  ])
  const read = await readLeads(table, leads.flat())
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

/** How places in the search index begin that whoever is the same has: by an e-mail, a SIRET, a company's name. */
export function placesOf({ email, siret, companyName }: Criteria): string[] {
  const number = siret ? siretFrom(siret) : null
  const company = companyName ? placeOfCompanies(companyName) : null
  return [
    ...[email ? searched(email) : null, number].flatMap((term) => (term ? cutTerm(term) : [])),
    ...(company === null ? [] : [`${company}${keySeparator}`]),
  ]
}

/** How often is read on where entries lead to nothing. */
const maxReads = 10

/**
 * The first contacts whose places begin so. What an import has put that broke down leads to none, and hides no other.
 */
export async function leadsFrom(table: Table, shelves: readonly string[], beginning: string): Promise<Lead[]> {
  const found: Lead[] = []
  let after: string | null = null
  for (let reads = 1; ; reads++) {
    const stretch = { after, limit: lookedAt }
    const { merged, lookedTo }: MergedPages<PlacedEntry> = await entriesBeginning(table, shelves, [beginning], stretch)
    const entries = merged.map(({ entry }) => entry)
    found.push(...(lookedTo === null ? entries : await presentAmong(table, entries)).map(leadOfEntry))
    if (lookedTo === null || found.length >= lookedAt || reads === maxReads) return found.slice(0, lookedAt)
    after = lookedTo
  }
}

/** What was written together with its contact needs no look. */
async function presentAmong(table: Table, entries: readonly SearchEntry[]): Promise<SearchEntry[]> {
  const prepared = entries.filter(({ part }) => part !== undefined).map(leadOfEntry)
  const { contacts: present } = await readLeads(table, prepared)
  return entries.filter(({ part, order }) => part === undefined || present.has(idOfOrderKey(order)))
}

/** Both orders of a person's names, as they are compared; none where one is missing. */
export function personNamesOf({ firstName, lastName }: Criteria): string[] {
  const [first, last] = [firstName, lastName].map((name) => wordsOf(name ?? '').join(' '))
  return first && last ? [...new Set([`${first} ${last}`, `${last} ${first}`])] : []
}

async function leadsNamed(table: Table, shelf: string, name: string): Promise<Lead[]> {
  const place = `${cutName(name.split(' '))}${keySeparator}`
  const range = { from: place, to: `${place}~`, limit: lookedAt }
  const items = await queryIndex(table, { index: 'GSI1', partition: listingOf(shelf, 'person'), ...range })
  return items.map((item) => fromItem(contacts, item)).map((contact) => ({ id: contact.id, ...hintOf(contact) }))
}

/** In which ways a contact is as what is known of somebody. */
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
