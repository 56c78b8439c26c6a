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
 * No contact is found by more words than these, each an item of its commit, which holds a hundred: room for both phones, a
 * SIRET, an e-mail, four words of each name and one of each of fifty tags.
 */
export const maxTerms = 66
const maxWordsOfName = 4

/** One word that somebody looks for; digits may be those of a number, however it is spelt. */
export interface Word {
  readonly text: string
  readonly typed: TypedDigits | null
}

/**
 * What a contact is found by: its numbers (E.164), its SIRET, which begins with the SIREN, its e-mail whole and the words it
 * begins with, the words of its names and of its tags. What another one begins with is left out, since whoever looks for a
 * beginning finds that one. Of very many, one word of each tag is kept, by which those who have the tag are found.
 */
export function searchTermsOf(contact: Searchable): string[] {
  const { firstName, lastName, companyName, email, phone, mobilePhone, siren, siret, tags } = contact
  const names = [firstName, lastName, companyName].map((name) => wordsOf(name ?? ''))
  const terms = [
    ...[phone, mobilePhone, siret ?? siren].flatMap((number) => number ?? []),
    ...(email === null ? [] : [searched(email)]),
    ...names.flatMap((words) => words.slice(0, maxWordsOfName)),
    ...tags.flatMap((tag) => longestOf(wordsOf(tag)) ?? []),
    ...(email === null ? [] : wordsOf(email.slice(0, email.lastIndexOf('@')))),
    ...names.flat(),
    ...tags.flatMap((tag) => wordsOf(tag)),
  ]
  return withoutBeginnings([...new Set(terms.map(cutTerm))].slice(0, maxTerms))
}

/** The first of the longest: the one that few others have. */
export function longestOf(words: readonly string[]): string | undefined {
  return words.toSorted((a, b) => b.length - a.length)[0]
}

/** Longer than any word that somebody types, and short enough for a key. */
const maxTermLength = 80

/** A word as far as terms go. */
export function cutTerm(word: string): string {
  return word.length <= maxTermLength ? word : [...word].slice(0, maxTermLength).join('')
}

/** A number is found in other ways than what begins like it, which may be an e-mail. */
function withoutBeginnings(words: readonly string[]): string[] {
  const sorted = [...words].sort()
  // In this order what begins with a word comes right after it.
  const extended = new Set(sorted.filter((word, index) => !isNumber(word) && sorted[index + 1]?.startsWith(word)))
  return words.filter((word) => !extended.has(word))
}

/** Where a term stands in the index: a number by what all of its spellings share. */
export function positionOf(term: string): string {
  return isNumber(term) ? nationalNumberOf(term) : term
}

const isNumber = (term: string) => /^\+\d+$/.test(term)

/** Whether a term begins with a word. */
export function termBegins(term: string, { text, typed }: Word): boolean {
  if (isNumber(term)) return typed !== null && numberBegins(term, typed)
  return !typed?.isInternational && term.startsWith(cutTerm(text))
}
