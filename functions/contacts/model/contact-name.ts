import { wordsOf } from './search-words.ts'

interface NameFields {
  readonly kind: 'person' | 'company'
  readonly firstName: string | null
  readonly lastName: string | null
  readonly companyName: string | null
}

/** The display name: of a company its name, of a person both names. */
export function displayNameOf({ kind, firstName, lastName, companyName }: NameFields): string {
  if (kind === 'company') return companyName ?? ''
  return [firstName, lastName].filter(Boolean).join(' ')
}

/** The part of a name that a key holds. Longer names that are equal so far are sorted by id. */
const orderedLength = 60

/** The part of a name that a key holds, cut between whole characters. */
export function cutName(words: readonly string[]): string {
  return [...words.join(' ')].slice(0, orderedLength).join('').trimEnd()
}

/** A display name without case, accents and punctuation. Contacts are sorted by it. */
export function nameOrderOf(contact: NameFields): string {
  return cutName(wordsOf(displayNameOf(contact)))
}

/** Sorts before every character of a name and of a term, so the shorter one comes first. */
export const keySeparator = '\t'

/** The position of a contact by name. */
export function orderKeyOf(contact: NameFields & { readonly id: string }): string {
  return `${nameOrderOf(contact)}${keySeparator}${contact.id}`
}

/** The id at the end of such a position. */
export function idOfOrderKey(key: string): string {
  return key.slice(key.lastIndexOf(keySeparator) + 1)
}

const legalForms = new Set(['sarl', 'sas', 'sa', 'sci', 'eurl', 'gmbh', 'ltd'])

/** Letters with points, such as S.A.R.L. */
const spelt = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?/gu

/** The name of a company without its legal form, wherever and however that is written. */
export function nameWithoutLegalForm(companyName: string): string {
  const words = wordsOf(companyName.replace(spelt, (letters) => letters.replaceAll('.', '')))
  const own = words.filter((word) => !legalForms.has(word))
  return (own.length > 0 ? own : words).join(' ')
}
