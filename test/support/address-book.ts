import fc from 'fast-check'
import { inParallel } from '../../shared/platform/in-parallel.ts'
import { contactOf } from './contacts.ts'
import { keyOf, personOf, type Tenant, tenant } from './tenant.ts'

/** A contact as the API answers with it. */
export interface Listed {
  readonly id: string
  readonly kind: 'person' | 'company'
  readonly firstName: string | null
  readonly lastName: string | null
  readonly companyName: string | null
  readonly displayName: string
  readonly email: string | null
  readonly phone: string | null
  readonly mobilePhone: string | null
  readonly siret: string | null
  readonly tags: readonly string[]
  readonly externalRef: string | null
  readonly isPrivate: boolean
  readonly createdBy: { readonly id: string }
  readonly updatedAt: string
}

/** Somebody who makes contacts and looks for them. */
export interface Maker {
  readonly id: string
  readonly token: string
}

/** An entity's contacts, of several makers, shared and private; and the companies that some are linked to, by the people's ids. */
export interface AddressBook {
  readonly tenant: Tenant
  readonly makers: readonly [Maker, ...Maker[]]
  readonly contacts: readonly Listed[]
  readonly companyOf: ReadonlyMap<string, string>
  readonly companyIds: readonly string[]
}

/** So few that many contacts have them in common, in several spellings. */
const firstNames = ['Élodie', 'ELODIE', 'Jean-Claude', 'Jean', 'Zoé', 'Łukasz', 'Anne Sophie', 'İpek']
const lastNames = ['Martin', 'Martinez', 'O’Neil', 'de La Tour', 'Weiß', 'Œuvrard', '李', 'Ångström']
const companyNames = ['SARL Martin & Fils', 'Œuvre Élan SAS', 'Blue Tower Ltd', 'S.C.I. du Lac', '李 Trading', 'Élan']
export const tags = ['VIP', 'vip client', 'Prospect', 'Notaire', 'Élan', 'key account']
export const externalRefs = ['CRM-1', 'CRM-2', 'crm-1']

const optional = <Value>(values: readonly [Value, ...Value[]] | readonly Value[]) =>
  fc.option(fc.constantFrom(...values), { freq: 2 })

export const phones = fc.stringMatching(/^\+33[14]\d{2}00\d{4}$/)
const mobiles = fc.stringMatching(/^\+336[12]\d{2}00\d{3}$/)

const made = fc.record({
  kind: fc.constantFrom('person', 'person', 'person', 'company'),
  firstName: optional(firstNames),
  lastName: fc.constantFrom(...lastNames),
  companyName: fc.constantFrom(...companyNames),
  email: fc.option(
    fc.tuple(fc.constantFrom('jean.m', 'Zoe+news', 'e-lodie', 'martin_z'), fc.nat(30)).map((parts) => parts.join('')),
  ),
  phone: fc.option(phones),
  mobilePhone: fc.option(mobiles),
  siret: optional(['73282932000074', '55210055400013']),
  tags: fc.subarray(tags, { maxLength: 3 }),
  externalRef: optional(externalRefs),
  isPrivate: fc.constantFrom(false, false, true),
  maker: fc.nat(2),
  company: fc.option(fc.nat(2), { freq: 1 }),
})

/** Makes as many contacts, drawn from the seed of the run. */
export async function addressBook(count: number): Promise<AddressBook> {
  const unhurried = { client: { requestsPerMinute: 100_000 } }
  const of = await tenant(unhurried)
  const [key, person] = await Promise.all([keyOf(of, 'member', unhurried.client), personOf(of, 'manager')])
  const makers = [
    { id: of.key.clientId, token: of.token },
    { id: key.clientId, token: key.token },
    { id: person.account.id, token: person.token },
  ] as const
  const home = { entity: of.entity, token: of.token }
  const companies: Listed[] = await inParallel(['Tower Holding', 'Lake Holding', 'Élan Holding'], 3, async (name) =>
    contactOf(home, { kind: 'company', companyName: name }),
  )
  const companyOf = new Map<string, string>()
  const drawn = fc.sample(made, { numRuns: count, seed: Number(process.env.FAULTS_SEED) })
  const contacts = await inParallel(drawn, 6, async ({ maker, company, email, ...fields }): Promise<Listed> => {
    const { token } = makers[maker] ?? makers[0]
    const companyId = fields.kind === 'person' && company !== null ? companies[company]?.id : undefined
    const address = email === null ? null : `${email}@example.com`
    const contact: Listed = await contactOf({ ...home, token }, { ...fields, email: address, companyId })
    if (companyId !== undefined) companyOf.set(contact.id, companyId)
    return contact
  })
  return {
    tenant: of,
    makers,
    contacts: [...companies, ...contacts],
    companyOf,
    companyIds: companies.map(({ id }) => id),
  }
}

/** A word of a search: letters, or the national number that a phone number's spelling stands for. */
export type Piece = { readonly q: string } & (
  | { readonly word: string; readonly national?: never }
  | { readonly national: string; readonly word?: never }
)

const ligatures: Readonly<Record<string, string>> = { œ: 'oe', ß: 'ss', ł: 'l' }

/** Without case and accents. */
export function plain(text: string): string {
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return [...bare].map((letter) => ligatures[letter] ?? letter).join('')
}

export function wordsIn(text: string | null): string[] {
  return [...plain(text ?? '').matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word)
}

/** How often a contact has what a piece begins: the index has at most as many entries for it. */
export function timesFound(contact: Listed, { word, national }: Piece): number {
  const { firstName, lastName, companyName, email, phone, mobilePhone, siret } = contact
  if (national !== undefined)
    return [phone, mobilePhone].filter((number) => number?.slice('+33'.length).startsWith(national)).length
  const [local = '', domain = ''] = plain(email ?? '').split('@')
  const ofEmail = email === null ? [] : [plain(email), ...wordsIn(local), domain]
  const words = [...[firstName, lastName, companyName, ...contact.tags].flatMap(wordsIn), ...ofEmail, siret ?? '']
  return [...new Set(words)].filter((own) => own.startsWith(plain(word))).length
}

/** By name without case, accents and punctuation, then by id: the order of the bytes. */
export function byName(a: Listed, b: Listed): number {
  const place = ({ displayName, id }: Listed) => Buffer.from(`${wordsIn(displayName).join(' ')}\t${id}`)
  return Buffer.compare(place(a), place(b))
}

/** The most recently changed first. */
export function byChange(a: Listed, b: Listed): number {
  return `${a.updatedAt}${a.id}` < `${b.updatedAt}${b.id}` ? 1 : -1
}

/** Whether a piece has signs in it, as parts of an e-mail have: then it is one word, or the words that it is made of. */
export function isOfSeveralWords({ word = '' }: Piece): boolean {
  return /[^\p{L}\p{N}]/u.test(word)
}

/** Whether a contact has a piece. */
export function hasPiece(contact: Listed, piece: Piece): boolean {
  if (timesFound(contact, piece) > 0) return true
  const words = isOfSeveralWords(piece) ? wordsIn(piece.word ?? '') : []
  return words.length > 0 && words.every((word) => timesFound(contact, { q: word, word }) > 0)
}
