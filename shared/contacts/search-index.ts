import * as v from 'valibot'
import type { Collection } from '../store/collection.ts'
import { fromItem } from '../store/collection.ts'
import { compareBytes } from '../store/key-order.ts'
import { oldestBetween, type Table } from '../store/table.ts'
import type { Contact } from './contact.ts'
import { idOfOrderKey, keySeparator, nameWithoutLegalForm, orderKeyOf } from './contact-name.ts'
import { hintEntries, hintOf, type Lead } from './leads.ts'
import { type MergedPages, mergedPages } from './merged-pages.ts'
import { positionOf, searchTermsOf } from './search-terms.ts'
import { shelfOf } from './shelf.ts'

/** One way to find a contact: by how a term begins, on its shelf. */
const entrySchema = v.object({
  shelf: v.string(),
  /** Where the term stands among the others. */
  position: v.string(),
  /** Where the contact stands among those with the same term. */
  order: v.string(),
  /** All terms of the contact, so that other words are looked for without reading it. */
  terms: v.array(v.string()),
  ...hintEntries,
  /** By which part it was put before its contact, where that is how it came to be. */
  part: v.optional(v.string()),
})
export type SearchEntry = v.InferOutput<typeof entrySchema>

/**
 * By the first letter, also of a company's whole name, or the first two digits, with which most numbers of a country begin
 * alike: no partition takes all of the writes, and a word of one letter is still looked for in one.
 */
export function termPartition(shelf: string, position: string): string {
  return `${shelf}#TERM#${/^(?:\d{1,2}|=.|.)/u.exec(position)?.[0] ?? ''}`
}

/** Where companies of one name stand, with whatever legal form: no word begins so. Null where the name has no words. */
export function placeOfCompanies(companyName: string): string | null {
  const name = nameWithoutLegalForm(companyName)
  return name === '' ? null : `=${name}`
}

/** Whether all that begins so stands in one partition. */
export function standsTogether(beginning: string): boolean {
  return !/^\d$/.test(beginning)
}

export const searchEntries: Collection<SearchEntry> = {
  name: 'contact_term',
  schema: entrySchema,
  key: ({ shelf, position, order }) => ({
    PK: termPartition(shelf, position),
    SK: `${position}${keySeparator}${order}`,
  }),
  toldByKey: ({ PK, SK }) => {
    const at = SK.indexOf(keySeparator)
    return { shelf: PK.slice(0, PK.lastIndexOf('#TERM#')), position: SK.slice(0, at), order: SK.slice(at + 1) }
  },
}

/** The contact that an entry leads to. */
export function leadOfEntry({ order, kind, companyId }: SearchEntry): Lead {
  return { id: idOfOrderKey(order), kind, companyId }
}

export function placeOfEntry({ position, order }: SearchEntry): string {
  return `${position}${keySeparator}${order}`
}

export function entriesOf(contact: Contact): SearchEntry[] {
  const [shelf, order, terms] = [shelfOf(contact), orderKeyOf(contact), searchTermsOf(contact)]
  const { kind, companyName } = contact
  const named = kind === 'company' && companyName !== null ? placeOfCompanies(companyName) : null
  const positions = new Set([...terms.map(positionOf), named ?? ''].filter((position) => position !== ''))
  const hint = hintOf(contact)
  return [...positions].map((position) => ({ shelf, position, order, terms, ...hint }))
}

/** Sorts after everything that begins with a text. */
export const lastCharacter = '\u{10ffff}'

/** Where each entry stands among the others with what begins alike. */
export interface PlacedEntry {
  readonly entry: SearchEntry
  readonly place: string
}

/**
 * The first entries whose terms begin in one of some ways, after a place (null: from the start), in the order of their places.
 * On each shelf as many are read of each beginning as are asked for.
 */
export async function entriesBeginning(
  table: Table,
  shelves: readonly string[],
  beginnings: readonly string[],
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<MergedPages<PlacedEntry>> {
  const pages = await Promise.all(
    shelves.flatMap((shelf) =>
      beginnings.map(async (beginning) => {
        const isWithin = after !== null && compareBytes(after, beginning) >= 0
        const start = isWithin ? `${after} ` : beginning
        const to = `${beginning}${lastCharacter}`
        // What a later page has left behind needs no reading.
        if (compareBytes(start, to) > 0) return []
        return await oldestBetween(table, termPartition(shelf, beginning), { from: start, to }, limit)
      }),
    ),
  )
  const limits = pages.map(() => limit)
  return mergedPages(
    pages.map((page) => page.map((item) => placed(fromItem(searchEntries, item)))),
    limits,
    compareBytes,
  )
}

const placed = (entry: SearchEntry): PlacedEntry => ({ entry, place: placeOfEntry(entry) })
