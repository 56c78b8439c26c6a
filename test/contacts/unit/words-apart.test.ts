import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Contact } from '../../../functions/contacts/model/contact.ts'
import { entriesOf, type SearchEntry, searchEntries } from '../../../functions/contacts/model/search-index.ts'
import { stillApart, withWordsApart, wordsToSetApart } from '../../../functions/contacts/model/words-apart.ts'
import { contactWith } from './contact-with.ts'

/** How many of some entries the busiest partition takes. */
function mostOf(entries: readonly SearchEntry[]): number {
  const byPartition = Map.groupBy(entries.map(searchEntries.key), ({ PK }) => PK)
  return Math.max(0, ...[...byPartition.values()].map((keys) => keys.length))
}

/** Ten contacts, with some tags each. */
const ten = (tagsOf: (place: number) => string[], fields: Partial<Contact> = {}) =>
  Array.from({ length: 10 }, (_, place) => contactWith(place, { lastName: 'Martin', tags: tagsOf(place), ...fields }))

describe('words that are set apart', () => {
  test.each([
    { name: 'none where each partition takes what it has to', contacts: ten(() => ['fair']), words: [] },
    { name: 'the one that all have', contacts: ten(() => ['Fair', 'vip'], { firstName: 'Fanny' }), words: ['fair'] },
    {
      name: 'of several that begin alike those that most have, as many as it takes',
      contacts: ten((place) => ['fan', ...(place < 6 ? ['fair'] : []), ...(place < 3 ? ['fast'] : [])]),
      words: ['fan'],
    },
    { name: 'every word of a tag', contacts: ten(() => ['Mass mailing']), words: ['mass', 'mailing'] },
    { name: 'none that is no word of a tag', contacts: ten(() => [], { firstName: 'Marie' }), words: [] },
    { name: 'none that may be a number', contacts: ten(() => ['612345678', '612345699']), words: [] },
  ])('are $name', ({ contacts, words }) => {
    expect([...wordsToSetApart(contacts, 10)].toSorted()).toEqual(words.toSorted())
  })

  it('are none that few have: a signpost in each part would take as many writes', () => {
    const contacts = Array.from({ length: 30 }, (_, place) => contactWith(place, { tags: ['client', `c${place}`] }))
    expect([...wordsToSetApart(contacts, 20)]).toEqual(['client'])
  })

  it('leave no partition more than it takes, where words of tags were what made it too many', () => {
    const tags = fc.array(fc.constantFrom('fair', 'fan', 'fast food', 'vip', 'visit', '2026', '2027 fair'), {
      maxLength: 5,
    })
    fc.assert(
      fc.property(fc.array(tags, { minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 30 }), (given, limit) => {
        const contacts = given.map((own, place) => contactWith(place, { tags: own }))
        const words = wordsToSetApart(contacts, limit)
        const changed = contacts.map((contact) => withWordsApart(contact, words))
        const frequency = Map.groupBy(contacts.flatMap(entriesOf), ({ position }) => position)
        const isRare = (position: string) => (frequency.get(position)?.length ?? 0) < limit / 10
        const counted = changed.flatMap(entriesOf).filter(({ position }) => !isRare(position))
        expect(mostOf(counted)).toBeLessThanOrEqual(Math.max(limit, given.length))
        expect(changed.flatMap(entriesOf)).toHaveLength(contacts.flatMap(entriesOf).length)
      }),
    )
  })
})

describe('words of a contact that stand apart', () => {
  const before = withWordsApart(contactWith(1, { tags: ['Fair', 'vip'] }), new Set(['fair', 'vip', 'other']))

  it('are those of its tags alone', () => {
    expect(before.wordsApart).toEqual(['fair', 'vip'])
    expect(withWordsApart(contactWith(1, { lastName: 'Fair' }), new Set(['fair'])).wordsApart).toBeUndefined()
  })

  it('are those alone that it has entries of', () => {
    const hidden = contactWith(1, { tags: ['Contact'], email: 'contact@dupont.example' })
    expect(withWordsApart(hidden, new Set(['contact'])).wordsApart).toBeUndefined()
    const found = withWordsApart(contactWith(1, { tags: ['Contact'] }), new Set(['contact']))
    expect(stillApart(found, { ...found, email: 'contact@dupont.example' }).wordsApart).toBeUndefined()
  })

  test.each([
    { name: 'stay where its name changes', fields: { lastName: 'Durand' }, words: ['fair', 'vip'] },
    { name: 'stay where the tag is spelt otherwise', fields: { tags: ['FAIR 2026'] }, words: ['fair'] },
    { name: 'go with the tags', fields: { tags: [] }, words: undefined },
    { name: 'go where it comes to another shelf', fields: { isPrivate: true }, words: undefined },
  ])('$name', ({ fields, words }) => {
    expect(stillApart(before, { ...before, ...fields }).wordsApart).toEqual(words)
  })
})
