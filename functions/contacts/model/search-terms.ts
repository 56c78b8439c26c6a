import { nationalNumberOf, numberBegins, type TypedDigits } from './phone-words.ts'
import { searched, wordsOf } from './search-words.ts'

interface Searchable {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly companyName: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly mobilePhone: string | null
  readonly siren: string | null
  readonly siret: string | null
  readonly tags: readonly string[]
}

/**
 * The most terms of a contact: each is an item of its commit, which holds a hundred. They have room for both phones, a SIRET, an e-mail,
 * four words of each name and one word of each of fifty tags.
 */
export const maxTerms = 66
const maxWordsOfName = 4

/** One word of a query. Digits may be those of a number, in any spelling. */
export interface Word {
  readonly text: string
  readonly typed: TypedDigits | null
}

/**
 * The terms of a contact: its numbers (E.164), its SIRET or SIREN, its whole e-mail, the words before the `@` and of the domain, and the words of
 * names and tags. A term that begins another one is left out, because a search for it finds the other. If there are too many, one word of each tag
 * is kept.
 */
export function searchTermsOf(contact: Searchable): string[] {
  const { firstName, lastName, companyName, email, phone, mobilePhone, siren, siret, tags } = contact
  const names = [firstName, lastName, companyName].map((name) => wordsOf(name ?? ''))
  const terms = [
    ...[phone, mobilePhone, siret ?? siren].flatMap((number) => number ?? []),
    ...(email === null ? [] : [searched(email)]),
    ...names.flatMap((words) => words.slice(0, maxWordsOfName)),
    ...tags.flatMap((tag) => longestOf(wordsOf(tag)) ?? []),
    ...(email === null ? [] : termsOfAddress(email)),
    ...names.flat(),
    ...tags.flatMap((tag) => wordsOf(tag)),
  ]
  return withoutBeginnings([...new Set(terms.map(cutTerm))].slice(0, maxTerms))
}

/** The words before the `@` and of the domain, and the domain: as a whole, and from each of its labels on but the last. */
function termsOfAddress(email: string): string[] {
  const at = email.lastIndexOf('@')
  const labels = searched(email.slice(at + 1)).split('.')
  const domains = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
  return [...wordsOf(email.slice(0, at)), ...domains, ...wordsOf(labels.slice(0, -1).join(' '))]
}

/** The first of the longest words: few other contacts have it. */
export function longestOf(words: readonly string[]): string | undefined {
  return words.toSorted((a, b) => b.length - a.length)[0]
}

/** Longer than any typed word, and short enough for a key. */
const maxTermLength = 80

/** The part of a word that a term holds. */
export function cutTerm(word: string): string {
  return word.length <= maxTermLength ? word : [...word].slice(0, maxTermLength).join('')
}

/** Numbers stay: they are not found by their beginning alone. */
function withoutBeginnings(words: readonly string[]): string[] {
  const sorted = [...words].sort()
  // In this order what begins with a word comes right after it.
  const extended = new Set(sorted.filter((word, index) => !isNumber(word) && sorted[index + 1]?.startsWith(word)))
  return words.filter((word) => !extended.has(word))
}

/** The position of a term in the index: of a number, the part that all its spellings share. */
export function positionOf(term: string): string {
  return isNumber(term) ? nationalNumberOf(term) : term
}

const isNumber = (term: string) => /^\+\d+$/.test(term)

/** Whether a term begins with a word. */
export function termBegins(term: string, { text, typed }: Word): boolean {
  if (isNumber(term)) return typed !== null && numberBegins(term, typed)
  return !typed?.isInternational && term.startsWith(cutTerm(text))
}
