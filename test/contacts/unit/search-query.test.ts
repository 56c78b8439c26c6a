import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tagKey } from '../../../functions/contacts/model/contact-input.ts'
import { nameOrderOf, nameWithoutLegalForm } from '../../../functions/contacts/model/contact-name.ts'
import { beginningsOf, isFoundBy, queryParts } from '../../../functions/contacts/model/search-query.ts'
import { positionOf, searchTermsOf } from '../../../functions/contacts/model/search-terms.ts'
import { searched, wordsOf } from '../../../functions/contacts/model/search-words.ts'
import { runs } from '../../support/proof.ts'
import { contacts, piecesOf, type Searchable, searchable } from './searchable.ts'

const isFound = (contact: Searchable, q: string) => isFoundBy(searchTermsOf(contact), queryParts(q))

const claire = searchable({
  firstName: 'Claire-Élise',
  lastName: 'O’Neil',
  companyName: 'S.A.R.L. Œuvre',
  email: 'Claire.Oneil@Example.com',
  phone: '+33142685300',
  mobilePhone: '+33612345678',
  siren: '732829320',
  siret: '73282932000074',
  tags: ['VIP', '007', 'Key account 2024'],
})

describe('what is typed', () => {
  it.for<[string, boolean]>([
    ...['claire', 'CLAIRE elise', 'élise cla', 'oneil', 'o neil', "o'neil", 'œuv', 'oeuvre', 's.a.r.l.', 'sarl'].map(
      (q): [string, boolean] => [q, q !== 'sarl'],
    ),
    ['claire.oneil@example.com', true],
    ['CLAIRE.ONEIL@', true],
    ['claire.o', true],
    ['claire, oneil', true],
    ['example.com', true],
    ['@Example.com', true],
    ['claire example', true],
    ['xample.com', false],
    ['com', false],
    ['oneil@example.com', false],
    ['732 829 320', true],
    ['732829320', true],
    ['732 829 320 00074', true],
    ['829 320', false],
    ['vip', true],
    ['key 2024', true],
    ['007', true],
    ['0142685300 0612345678', true],
    ['2024 0612345678', true],
    ['claire 06 12', true],
    ['claire 07 12', false],
    ['+33612345678 +33142685300', true],
    ...['(+33) 6 12 34', '(+33)(0)6 12', '(0033) 612', '+33 (0) 612345678', 'tel:+33-6-12', 'Claire tel:06.12'].map(
      (q): [string, boolean] => [q, true],
    ),
    ['(+44) 6 12 34', false],
    ['tel:', false],
    ['hotel:06', false],
    ['laire', false],
    ['claire martin', false],
  ])('%j finds the one it is typed for: %j', ([q, expected]) => {
    expect(isFound(claire, q)).toBe(expected)
  })

  it.for(['', '  ', '---', '+', '()', '★ !', '@', '.'])('%j is nothing that could be looked for', (q) => {
    expect(queryParts(q)).toEqual([])
  })

  it.for<[string, string[][]]>([
    ['Jean-Claude', [['jean', 'claude']]],
    ['jean.d@x', [['jean.d@x'], ['jean', 'd', 'x']]],
    ['06 12 Jean', [['0612'], ['06', '12']]],
    ['007', [['007'], ['007']]],
  ])('%j has the readings %j', ([q, expected]) => {
    const [part] = queryParts(q)
    expect(part?.readings.map((reading) => reading.map(({ text }) => text))).toEqual(expected)
  })

  it.for<[string, string[]]>([
    ['jean-claude', ['claude']],
    ['jean.d', ['jean']],
    ['+33 6 12', ['612', '33']],
    ['+33612345678', ['612345678']],
    ['0033612', ['612', '0033612']],
    ['+33', []],
    ['33', ['33']],
    ['0', ['0']],
  ])('%j is looked up by %j', ([q, expected]) => {
    expect(queryParts(q).map(beginningsOf)).toEqual([expected])
  })
})

describe('whatever is typed', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: fc.constantFrom(...'+0123 ()-./@éŒß★\u00a0'), maxLength: 200 }),
  )

  it('is read', () => {
    fc.assert(fc.property(anything, (q) => queryParts(q).every((part) => Array.isArray(beginningsOf(part)))))
  })

  it('is the same in its normal form as before', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(searched(searched(text))).toBe(searched(text))
        expect(tagKey(tagKey(text))).toBe(tagKey(text))
        const words = wordsOf(text)
        expect(wordsOf(words.join(' '))).toEqual(words)
        const order = nameOrderOf({ kind: 'company', firstName: null, lastName: null, companyName: text })
        expect(nameOrderOf({ kind: 'company', firstName: null, lastName: null, companyName: order })).toBe(order)
        expect([order, nameWithoutLegalForm(text)].every((name) => name.isWellFormed())).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})

/** What somebody may type who has contacts before them: pieces of them, whole or not, joined in some way. */
const queries = fc.tuple(contacts, contacts).chain((both) => {
  const pieces = both.flatMap(piecesOf)
  const piece = pieces.length === 0 ? fc.constant('') : fc.constantFrom(...pieces)
  const part = fc.tuple(piece, fc.nat({ max: 100 }), fc.nat({ max: 100 })).map(([text, from, length]) => {
    const start = from > 50 ? 0 : Math.floor((text.length * from) / 100)
    return text.slice(start, start + Math.ceil((text.length * length) / 100))
  })
  const separator = fc.constantFrom(' ', ' ', '', '-', '.', ' +', ' 0', ' 00')
  return fc.record({
    contacts: fc.constant(both),
    q: fc.array(fc.tuple(separator, part), { maxLength: 4 }).map((parts) => parts.flat().join('').slice(0, 200)),
  })
})

describe('the index', () => {
  it('has an entry for whatever a filter over all contacts finds', () => {
    fc.assert(
      fc.property(queries, ({ contacts: some, q }) => {
        const parts = queryParts(q)
        for (const terms of some.map(searchTermsOf).filter((each) => isFoundBy(each, parts)))
          for (const beginnings of parts.map(beginningsOf).filter(({ length }) => length > 0)) {
            const positions = terms.map(positionOf)
            expect(positions.some((at) => beginnings.some((beginning) => at.startsWith(beginning)))).toBe(true)
          }
      }),
      { numRuns: runs(3000) },
    )
  })

  it('loses no number, however little of it is typed', () => {
    const numbers = fc.stringMatching(/^\+(1|7|33|44|36|39|353|370|212)\d{8,9}$/)
    const typed = fc.tuple(
      numbers,
      fc.constantFrom('+', '00', '', '0', '8', '06', '1', '33', '+36 06', '+330'),
      fc.nat(12),
    )
    fc.assert(
      fc.property(typed, fc.nat(4), ([number, start, length], dropped) => {
        const q = `${start}${number.slice(1 + dropped, 1 + dropped + length)}`
        for (const part of queryParts(q)) {
          const beginnings = beginningsOf(part)
          if (beginnings.length === 0 || !isFoundBy([number], [part])) continue
          expect(beginnings.some((beginning) => positionOf(number).startsWith(beginning))).toBe(true)
        }
      }),
      { numRuns: runs(3000) },
    )
  })
})

/** Beginnings of what stands in a contact; digits are kept apart, since those that stand together are one number. */
const ownBeginnings = contacts.chain((contact) => {
  const { firstName, lastName, companyName, email, phone, mobilePhone, siret, tags } = contact
  const words = [firstName, lastName, companyName, ...tags.slice(0, 3)].flatMap((text) =>
    wordsOf(text ?? '').slice(0, 6),
  )
  const spelt = [phone, mobilePhone].flatMap((number) => (number ? spellingsOf(number) : []))
  const pieces = [...words, ...spelt, ...[email, siret].flatMap((text) => text ?? [])]
  const whole = pieces.length === 0 ? fc.constant('') : fc.constantFrom(...pieces)
  const beginning = fc.tuple(whole, fc.integer({ min: 4, max: 80 })).map(([text, length]) => text.slice(0, length))
  return fc.record({ contact: fc.constant(contact), beginnings: fc.array(beginning, { minLength: 1, maxLength: 4 }) })
})

function spellingsOf(number: string): string[] {
  const french = /^\+33(\d)(\d{8})$/.exec(number)
  const pairs = french?.[2]?.replace(/../g, ' $&')
  const national = french ? [`0${french[1]}${french[2]}`, `0${french[1]}${pairs}`, `+33 (0)${french[1]}${pairs}`] : []
  return [number, number.replace('+', '00'), number.slice(1), ...national]
}

describe('the beginnings of what stands in a contact', () => {
  it('find it', () => {
    fc.assert(
      fc.property(ownBeginnings, ({ contact, beginnings }) => {
        const parts = beginnings.map((text) => text.trim().replace(/^\+33 \($|^\+33 \(0$/, '+33'))
        const apart = parts.filter((text, index) => /\p{L}/u.test(text) || index === 0)
        expect(isFound(contact, apart.join(' '))).toBe(true)
      }),
      { numRuns: runs(3000) },
    )
  })
})
