import { wordsOf } from './search-words.ts'

interface NameFields {
  readonly kind: 'person' | 'company'
  readonly firstName: string | null
  readonly lastName: string | null
  readonly companyName: string | null
}

/** What a contact is called: a company by its name, a person by both of theirs. */
export function displayNameOf({ kind, firstName, lastName, companyName }: NameFields): string {
  if (kind === 'company') return companyName ?? ''
  return [firstName, lastName].filter(Boolean).join(' ')
}

/** A key holds no more of a name than this; what goes on alike is told apart by id. */
const orderedLength = 60

/** A name as far as keys hold it. By whole characters: half of one is none that a key may hold. */
export function cutName(words: readonly string[]): string {
  return [...words.join(' ')].slice(0, orderedLength).join('').trimEnd()
}

/** A display name without case, accents and punctuation: contacts stand in the order of these. */
export function nameOrderOf(contact: NameFields): string {
  return cutName(wordsOf(displayNameOf(contact)))
}

/** Sorts before every character of a name and of a term: what is shorter comes first. */
export const keySeparator = '\t'

/** The place of a contact among others by name. */
export function orderKeyOf(contact: NameFields & { readonly id: string }): string {
  return `${nameOrderOf(contact)}${keySeparator}${contact.id}`
}

/** The id at the end of such a place. */
export function idOfOrderKey(key: string): string {
  return key.slice(key.lastIndexOf(keySeparator) + 1)
}

const legalForms = new Set(['sarl', 'sas', 'sa', 'sci', 'eurl', 'gmbh', 'ltd'])

/** Letters that are spelt with points, such as S.A.R.L. */
const spelt = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?/gu

/** The name of a company without its legal form, wherever that stands and however it is spelt: both name the same company. */
export function nameWithoutLegalForm(companyName: string): string {
  const words = wordsOf(companyName.replace(spelt, (letters) => letters.replaceAll('.', '')))
  const own = words.filter((word) => !legalForms.has(word))
  return (own.length > 0 ? own : words).join(' ')
}
