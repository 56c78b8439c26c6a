import { hash } from 'node:crypto'
import * as v from 'valibot'
import type { Collection } from '../../../shared/store/collection.ts'
import type { Key } from '../../../shared/store/table.ts'
import type { Contact } from './contact.ts'
import { cutName, idOfOrderKey, keySeparator, nameWithoutLegalForm, orderKeyOf } from './contact-name.ts'
import { hintEntries, hintOf, type Lead } from './leads.ts'
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
  /** Whether it stands in the partition of its word alone. */
  isApart: v.optional(v.boolean()),
})
export type SearchEntry = v.InferOutput<typeof entrySchema>

/**
 * By the first letter, also of a company's whole name, or the first two digits, with which most numbers of a country begin
 * alike: no partition takes all of the writes, and a word of one letter is still looked for in one.
 */
export function termPartition(shelf: string, position: string): string {
  return `${shelf}#TERM#${/^(?:\d{1,2}|=.|.)/u.exec(position)?.[0] ?? ''}`
}

/** Where a word stands apart from the others that begin alike: see words-apart.ts. */
export function wordPartition(shelf: string, word: string): string {
  return `${termPartition(shelf, word)}#${word}`
}

/**
 * Where companies of one name stand, with whatever legal form: no word begins so. Null where the name has no words. What a key
 * has no room for, its hash tells: hundreds of names may begin with the same sixty letters.
 */
export function placeOfCompanies(companyName: string): string | null {
  const name = nameWithoutLegalForm(companyName)
  if (name === '') return null
  const cut = cutName(name.split(' '))
  return cut === name ? `=${name}` : `=${cut} #${hash('sha256', name, 'hex').slice(0, 16)}`
}

/** Whether all that begins so stands in one partition. */
export function standsTogether(beginning: string): boolean {
  return !/^\d$/.test(beginning)
}

export const searchEntries: Collection<SearchEntry> = {
  name: 'contact_term',
  schema: entrySchema,
  key: ({ shelf, position, order, isApart }) => ({
    PK: isApart ? wordPartition(shelf, position) : termPartition(shelf, position),
    SK: `${position}${keySeparator}${order}`,
  }),
  toldByKey: ({ PK, SK }) => {
    const at = SK.indexOf(keySeparator)
    const [shelf, position] = [shelfOfPartition(PK), SK.slice(0, at)]
    return { shelf, position, order: SK.slice(at + 1), isApart: PK === wordPartition(shelf, position) }
  },
}

const signpostSchema = v.object({
  shelf: v.string(),
  word: v.string(),
  /** By which part of an import it was put last. */
  part: v.string(),
})
export type Signpost = v.InferOutput<typeof signpostSchema>

/** Before the first of those with a word among the others that begin alike: more of them stand apart. */
export const signposts: Collection<Signpost> = {
  name: 'contact_word_apart',
  schema: signpostSchema,
  key: ({ shelf, word }) => ({ PK: termPartition(shelf, word), SK: `${word}${keySeparator}` }),
  toldByKey: ({ PK, SK }) => ({ shelf: shelfOfPartition(PK), word: SK.slice(0, -keySeparator.length) }),
}

export function signpostKey(shelf: string, word: string): Key {
  return signposts.key({ shelf, word, part: '' })
}

function shelfOfPartition(partition: string): string {
  return partition.slice(0, partition.lastIndexOf('#TERM#'))
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
  const { kind, companyName, wordsApart = [] } = contact
  const named = kind === 'company' && companyName !== null ? placeOfCompanies(companyName) : null
  const positions = new Set([...terms.map(positionOf), named ?? ''].filter((position) => position !== ''))
  const hint = hintOf(contact)
  return [...positions].map((position) => ({
    shelf,
    position,
    order,
    terms,
    ...hint,
    ...(wordsApart.includes(position) && { isApart: true }),
  }))
}

/** Sorts after everything that begins with a text. */
export const lastCharacter = '\u{10ffff}'

/** Every place of a partition. */
export const everyPlace = { from: keySeparator, to: lastCharacter } as const
