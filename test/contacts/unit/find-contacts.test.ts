import { describe, expect, test } from 'vitest'
import type { Contact } from '../../../functions/contacts/model/contact.ts'
import { isAmong, type Search } from '../../../functions/contacts/model/contact-matcher.ts'
import { orderKeyOf } from '../../../functions/contacts/model/contact-name.ts'
import { candidatesFor, foundContacts } from '../../../functions/contacts/model/find-contacts.ts'
import { queryParts } from '../../../functions/contacts/model/search-query.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { compareBytes } from '../../../shared/store/key-order.ts'
import { contactTable } from './contact-table.ts'
import { contactWith } from './contact-with.ts'
import { entityId } from './sent-contacts.ts'

const principalId = 'key_test'
const companyId = '0190b3d2-7c1e-7a31-9f10-00000000000c'

/** Names come in another order than places, and changes in a third one. */
const nameAt = (place: number) => `n${String((place * 7_919) % 10_007).padStart(5, '0')}`

function contactAt(place: number): Contact {
  return contactWith(place, {
    firstName: nameAt(place),
    lastName: place % 5 === 0 ? 'Martinez' : 'Martin',
    tags: ['client', ...(place % 50 === 0 ? ['rare bird'] : []), ...(place % 3 === 0 ? ['often'] : [])],
    isPrivate: place % 4 === 3,
    kind: place % 6 === 5 ? 'company' : 'person',
    companyName: nameAt(place),
    externalRef: place % 2 === 0 ? 'even' : null,
    companyId: place % 6 === 1 ? companyId : null,
    createdBy: { type: 'api_key', id: place % 8 === 0 ? 'key_other' : principalId, name: 'Key' },
    updatedAt: timestamp(1e12 + ((place * 104_729) % 1_299_709) * 1_000),
  })
}

const book = Array.from({ length: 1_200 }, (_, place) => contactAt(place))

interface Question extends Partial<Search['filters']> {
  readonly q?: string
}

function searchFor({ q = '', ...filters }: Question): Search {
  return {
    filters: { visibility: 'all', sort: 'name', ...filters },
    parts: queryParts(q),
    entityIds: [entityId],
    principalId,
  }
}

/** All pages of a search, and the most that one of them read. */
async function pagesOf({ table, reads }: ReturnType<typeof contactTable>, search: Search, size: number) {
  const found: Contact[] = []
  const most = { entries: 0, rounds: 0 }
  for (let after: string | null = null; ; ) {
    Object.assign(reads, { entries: 0, rounds: 0 })
    const page = { size, after }
    const { records, next } = await foundContacts(table, search, page, await candidatesFor(table, search, page))
    expect(records.length).toBeLessThanOrEqual(size)
    found.push(...records)
    most.entries = Math.max(most.entries, reads.entries)
    most.rounds = Math.max(most.rounds, reads.rounds)
    if (next === null) return { found, most }
    after = next
  }
}

function expected(all: readonly Contact[], search: Search): Contact[] {
  const place = (contact: Contact) =>
    search.filters.sort === 'updated' ? `${contact.updatedAt}#${contact.id}` : orderKeyOf(contact)
  const sign = search.filters.sort === 'updated' ? -1 : 1
  return all.filter((contact) => isAmong(contact, search)).toSorted((a, b) => sign * compareBytes(place(a), place(b)))
}

const ids = (some: readonly Contact[]) => some.map(({ id }) => id)

describe('a search among many contacts', () => {
  const questions: Question[] = [
    {},
    { sort: 'updated' },
    { createdByMe: true, kind: 'company' },
    { q: 'martin' },
    { q: 'martinez' },
    { q: 'mart', sort: 'updated' },
    { q: 'rare' },
    { q: 'rare', sort: 'updated' },
    { q: 'rare', kind: 'person', visibility: 'private' },
    { q: 'client martin' },
    { q: 'martin rare' },
    { q: 'n00001' },
    { q: 'nobody' },
    { tag: 'often' },
    { tag: 'rare bird', sort: 'updated' },
    { tag: 'rare' },
    { companyId },
    { companyId, sort: 'updated' },
    { externalRef: 'even', kind: 'company' },
    { externalRef: 'even', q: 'rare' },
  ]
  const table = contactTable(book)

  test.for(questions)('%j: pages of any size have what a filter over all of them has, in order', async (question) => {
    const search = searchFor(question)
    const inOrder = ids(expected(book, search))
    for (const size of [10, 100]) {
      const { found, most } = await pagesOf(table, search, size)
      expect(ids(found), `pages of ${size}`).toEqual(inOrder)
      // The companies of the contacts may take one round more.
      expect(most.rounds).toBeLessThanOrEqual(3)
      expect(most.entries).toBeLessThanOrEqual(1_000)
    }
  })

  test('finds a contact by its current name alone while its former index entries are still there', async () => {
    const former = book.filter((_, place) => place % 50 === 0)
    const renamed = (contact: Contact): Contact =>
      contact.tags.includes('rare bird') ? { ...contact, firstName: `z${contact.firstName}` } : contact
    const current = book.map(renamed)
    const stale = contactTable(current, former)
    for (const question of [{ q: 'rare' }, { tag: 'rare bird' }, { q: 'rare', sort: 'updated' as const }]) {
      const search = searchFor(question)
      const { found } = await pagesOf(stale, search, 7)
      expect(ids(found), JSON.stringify(question)).toEqual(ids(expected(current, search)))
    }
  })

  test('goes on by name when more contacts have a word than when the first page was read', async () => {
    const search = searchFor({ q: 'rare' })
    const first = await foundContacts(
      table.table,
      search,
      { size: 10, after: null },
      await candidatesFor(table.table, search, { size: 10, after: null }),
    )
    const more = book.map((contact) => ({ ...contact, tags: [...contact.tags, 'rarely'] }))
    const grown = contactTable(more)
    const after = first.records.at(-1)
    const left = expected(more, search).filter(
      (contact) => after !== undefined && compareBytes(orderKeyOf(contact), orderKeyOf(after)) > 0,
    )
    const found: Contact[] = []
    for (let next: string | null = first.next; next !== null; ) {
      const page = { size: 100, after: next }
      const result = await foundContacts(grown.table, search, page, await candidatesFor(grown.table, search, page))
      found.push(...result.records)
      next = result.next
    }
    expect(ids(found)).toEqual(ids(left))
  })
})
