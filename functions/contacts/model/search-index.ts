import { hash } from 'node:crypto'
import * as v from 'valibot'
import type { Collection } from '../../../shared/store/collection.ts'
import { addressBookOf } from './address-book.ts'
import type { Contact } from './contact.ts'
import { cutName, idOfOrderKey, keySeparator, nameWithoutLegalForm, orderKeyOf } from './contact-name.ts'
import { hintEntries, hintOf, type IndexedContact } from './indexed-contact.ts'
import { positionOf, searchTermsOf } from './search-terms.ts'

/** One term of a contact, so that a search finds the contact by how the term begins. */
const entrySchema = v.object({
  addressBook: v.string(),
  /** The term as the index sorts it. */
  position: v.string(),
  /** The position of the contact by name: entries of one term are sorted by it. */
  order: v.string(),
  /** All terms of the contact, so that a search for several words reads one entry. */
  terms: v.array(v.string()),
  ...hintEntries,
  /** The staged batch that wrote it before its contact, if one did. */
  batchId: v.optional(v.string()),
})
export type SearchEntry = v.InferOutput<typeof entrySchema>

/**
 * One partition for each first letter, and for each first two digits, because most numbers of a country begin with the same
 * digit. So the writes spread over partitions, and a search for one letter reads one.
 */
export function termPartition(addressBook: string, position: string): string {
  return `${addressBook}#TERM#${/^(?:\d{1,2}|=.|.)/u.exec(position)?.[0] ?? ''}`
}

/**
 * The position of companies with one name, whatever their legal form; no word begins like it. Null for a name without words.
 * Long names have a hash, because hundreds of them may begin with the same sixty letters.
 */
export function placeOfCompanies(companyName: string): string | null {
  const name = nameWithoutLegalForm(companyName)
  if (name === '') return null
  const cut = cutName(name.split(' '))
  return cut === name ? `=${name}` : `=${cut} #${hash('sha256', name, 'hex').slice(0, 16)}`
}

/** Whether one partition has all terms with this beginning. */
export function isInOnePartition(beginning: string): boolean {
  return !/^\d$/.test(beginning)
}

export const searchEntries: Collection<SearchEntry> = {
  name: 'contact_term',
  schema: entrySchema,
  key: ({ addressBook, position, order }) => ({
    PK: termPartition(addressBook, position),
    SK: `${position}${keySeparator}${order}`,
  }),
  toldByKey: ({ PK, SK }) => {
    const at = SK.indexOf(keySeparator)
    return { addressBook: PK.slice(0, PK.lastIndexOf('#TERM#')), position: SK.slice(0, at), order: SK.slice(at + 1) }
  },
}

export function indexedContactOf({ order, kind, companyId }: SearchEntry): IndexedContact {
  return { id: idOfOrderKey(order), kind, companyId }
}

export function placeOfEntry({ position, order }: SearchEntry): string {
  return `${position}${keySeparator}${order}`
}

export function entriesOf(contact: Contact): SearchEntry[] {
  const [addressBook, order, terms] = [addressBookOf(contact), orderKeyOf(contact), searchTermsOf(contact)]
  const { kind, companyName } = contact
  const named = kind === 'company' && companyName !== null ? placeOfCompanies(companyName) : null
  const positions = new Set([...terms.map(positionOf), named ?? ''].filter((position) => position !== ''))
  const hint = hintOf(contact)
  return [...positions].map((position) => ({ addressBook, position, order, terms, ...hint }))
}

/** Sorts after everything that begins with a text. */
export const lastCharacter = '\u{10ffff}'

/** Every position of a partition. */
export const everyPlace = { from: keySeparator, to: lastCharacter } as const
