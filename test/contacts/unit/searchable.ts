import fc from 'fast-check'
import type { searchTermsOf } from '../../../functions/contacts/model/search-terms.ts'

export type Searchable = Parameters<typeof searchTermsOf>[0]

const nothing: Searchable = {
  firstName: null,
  lastName: null,
  companyName: null,
  email: null,
  phone: null,
  mobilePhone: null,
  siren: null,
  siret: null,
  tags: [],
}

/** A contact of which nothing else is known. */
export function searchable(fields: Partial<Searchable>): Searchable {
  return { ...nothing, ...fields }
}

/** Few enough that contacts have them in common, and of the kinds that are easily mistaken for each other. */
const words = fc.constantFrom(
  ...['Jean', 'jeanne', 'Zoé', 'Œuvre', 'Straße', "O'Neil", 'ΟΔΟΣ', 'Οδοσία', 'Łukasz', 'İpek', '李', '𠀋', 'ﬁls'],
  ...[
    '007',
    '06',
    '061',
    '2024',
    '24',
    '33',
    '0',
    '612345678',
    '732',
    'A.B.C',
    'e-mail',
    '+33',
    '½',
    '★',
    'Jean.D',
    'x@y',
  ],
)
const text = fc.oneof(
  { weight: 4, arbitrary: fc.array(words, { minLength: 1, maxLength: 4 }).map((some) => some.join(' ')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 90 }) },
)
const emails = fc
  .tuple(
    fc.stringMatching(/^[a-zA-Z0-9_'-][a-zA-Z0-9+_'-]{0,5}(\.[a-z0-9+_-]{1,6})?$/),
    fc.constantFrom('example.com', 'Exa.FR'),
  )
  .map((parts) => parts.join('@'))
const numbers = fc.oneof(
  fc.stringMatching(/^\+33[1-9]\d{8}$/),
  fc.stringMatching(/^\+(1|7|44|36|39|353|370|212)[1-9]\d{7,8}$/),
)
const sirets = fc.stringMatching(/^\d{14}$/)

/** Contacts of every make. */
export const contacts: fc.Arbitrary<Searchable> = fc.record({
  firstName: fc.option(text),
  lastName: fc.option(text),
  companyName: fc.option(text),
  email: fc.option(emails),
  phone: fc.option(numbers),
  mobilePhone: fc.option(numbers),
  siren: fc.constant(null),
  siret: fc.option(sirets),
  tags: fc.oneof(fc.array(text, { maxLength: 4 }), fc.array(text, { maxLength: 50 })),
})

/** All that stands in a contact. */
export function piecesOf({ tags, ...fields }: Searchable): string[] {
  return [...Object.values(fields), ...tags].filter((piece) => piece !== null)
}
