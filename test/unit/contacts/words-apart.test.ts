import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Contact } from '../../../shared/contacts/contact.ts'
import { nothingKnown } from '../../../shared/contacts/contact-input.ts'
import { entriesOf, searchEntries } from '../../../shared/contacts/search-index.ts'
import { stillApart, withWordsApart, wordsToSetApart } from '../../../shared/contacts/words-apart.ts'
import { entityId } from './sent-contacts.ts'

const at = '2026-01-01T00:00:00.000Z'

function contactWith(place: number, fields: Partial<Contact>): Contact {
  const id = `0190b3d2-7c1e-7a31-9f10-${String(place).padStart(12, '0')}`
  return {
    ...nothingKnown,
    ...{ id, orgId: entityId, entityId, providerId: entityId, livemode: true, kind: 'person' },
    ...{ createdBy: { type: 'api_key', id: 'key_test', name: 'Key' }, createdAt: at, updatedAt: at, version: 1 },
    ...fields,
  }
}

/** How many entries of some contacts each partition takes. */
function entriesByPartition(contacts: readonly Contact[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { PK } of contacts.flatMap(entriesOf).map(searchEntries.key)) counts.set(PK, (counts.get(PK) ?? 0) + 1)
  return counts
}

const most = (contacts: readonly Contact[]) => Math.max(...entriesByPartition(contacts).values())

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

  it('leave no partition more than it takes, where words of tags were what made it too many', () => {
    const tags = fc.array(fc.constantFrom('fair', 'fan', 'fast food', 'vip', 'visit', '2026', '2027 fair'), {
      maxLength: 5,
    })
    fc.assert(
      fc.property(fc.array(tags, { minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 30 }), (given, limit) => {
        const contacts = given.map((own, place) => contactWith(place, { tags: own }))
        const words = wordsToSetApart(contacts, limit)
        const changed = contacts.map((contact) => withWordsApart(contact, words))
        expect(most(changed)).toBeLessThanOrEqual(Math.max(limit, given.length))
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

  test.each([
    { name: 'stay where its name changes', fields: { lastName: 'Durand' }, words: ['fair', 'vip'] },
    { name: 'stay where the tag is spelt otherwise', fields: { tags: ['FAIR 2026'] }, words: ['fair'] },
    { name: 'go with the tags', fields: { tags: [] }, words: undefined },
    { name: 'go where it comes to another shelf', fields: { isPrivate: true }, words: undefined },
  ])('$name', ({ fields, words }) => {
    expect(stillApart(before, { ...before, ...fields }).wordsApart).toEqual(words)
  })
})
