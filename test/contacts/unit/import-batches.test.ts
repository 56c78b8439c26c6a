import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ImportBatch, importBatches } from '../../../functions/contacts/api/import-batches.ts'
import type { PlannedContact } from '../../../functions/contacts/api/import-plan.ts'
import { importContacts } from '../../../functions/contacts/model/change-contact.ts'
import type { Contact } from '../../../functions/contacts/model/contact.ts'
import type { TransactionItem } from '../../../shared/store/table.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { contactWith } from './contact-with.ts'
import { entityId } from './sent-contacts.ts'

const at = '2026-01-01T00:00:00.000Z'
const maxItems = 100
const maxExpression = 4_096

const created = (after: Contact): PlannedContact => ({ before: null, after, steps: [], rows: [1] })

/** What one commit of a batch would write. */
function writesOf({ contacts, isStaged }: ImportBatch): TransactionItem[] {
  const actor = { type: 'system' as const, id: null, name: 'Test' }
  const work = new UnitOfWork({
    table: { name: 'table', client: Object.create(null) },
    clock: () => 0,
    ids: () => entityId,
    author: { actor, requestId: 'r', ip: null, userAgent: null },
  })
  const batch = { id: entityId, addressBook: 'addressBook', contacts: [], dueAt: at, version: 1 }
  importContacts(work, contacts, isStaged ? batch : null)
  return work.writes.map(({ item }) => item)
}

function expectToFit(planned: readonly PlannedContact[]): ImportBatch[] {
  const batches = importBatches(planned)
  for (const batch of batches) {
    const writes = writesOf(batch)
    expect(writes.length).toBeLessThanOrEqual(maxItems)
    for (const { Update } of writes) expect(Update?.UpdateExpression?.length ?? 0).toBeLessThanOrEqual(maxExpression)
    if (batch.isStaged) expect(batch.contacts.every(({ before }) => before === null)).toBe(true)
  }
  const ids = (all: readonly PlannedContact[]) => all.map(({ after }) => after.id).toSorted()
  expect(ids(batches.flatMap(({ contacts }) => contacts))).toEqual(ids(planned))
  return batches
}

/** Tags that are counted in the same item. */
const tagsOfOneItem = Array.from({ length: 4_000 }, (_, place) => `tag ${place}`).filter(
  (tag) => (createHash('sha256').update(tag).digest()[0] ?? 0) % 8 === 3,
)

describe('the batches of an import', () => {
  test('are one, which prepares nothing, where a commit holds everything', () => {
    const planned = Array.from({ length: 30 }, (_, place) => created(contactWith(place, { email: `p${place}@x.fr` })))
    expect(expectToFit(planned).map(({ isStaged }) => isStaged)).toEqual([false])
  })

  test('hold nearly a hundred new contacts each, prepared, and changes by themselves', () => {
    const planned = Array.from({ length: 200 }, (_, place) => created(contactWith(place, { email: `p${place}@x.fr` })))
    const before = contactWith(500, {})
    const change = { ...created({ ...before, lastName: 'Durand', version: 2 }), before }
    const batches = expectToFit([...planned, change])
    expect(batches.map(({ contacts, isStaged }) => [contacts.length, isStaged])).toEqual([
      ...[98, 98, 4].map((count) => [count, true]),
      [1, false],
    ])
  })

  test('do not mix shared and private contacts that are prepared', () => {
    const planned = Array.from({ length: 200 }, (_, place) =>
      created(contactWith(place, { email: `p${place}@x.fr`, isPrivate: place % 2 === 0 })),
    )
    const prepared = expectToFit(planned).filter(({ isStaged }) => isStaged)
    const kinds = prepared.map(({ contacts }) => new Set(contacts.map(({ after }) => after.isPrivate)).size)
    expect(kinds).toEqual(prepared.map(() => 1))
    expect(prepared.length).toBeGreaterThan(1)
  })

  test('are no longer than an expression that counts their tags', () => {
    const planned = Array.from({ length: 8 }, (_, place) =>
      created(contactWith(place, { tags: tagsOfOneItem.slice(place * 50, place * 50 + 50) })),
    )
    expect(expectToFit(planned)).toHaveLength(8)
  })

  test('count the tags of a contact that changes them all', () => {
    const before = contactWith(1, { tags: tagsOfOneItem.slice(0, 50).map((tag) => tag.toUpperCase()) })
    const after = { ...before, version: 2, tags: tagsOfOneItem.slice(50, 100) }
    expect(writesOf({ contacts: [{ ...created(after), before }], isStaged: false })).not.toEqual([])
    for (const { Update } of writesOf({ contacts: [{ ...created(after), before }], isStaged: false }))
      expect(Update?.UpdateExpression?.length ?? 0).toBeLessThanOrEqual(maxExpression)
  })

  test('fit their commits, whatever the contacts are', () => {
    const tags = fc.uniqueArray(fc.constantFrom(...tagsOfOneItem.slice(0, 200), 'Été', 'fair'), { maxLength: 50 })
    const fields = fc.record({ tags, isPrivate: fc.boolean(), externalRef: fc.option(fc.constantFrom('A', 'B')) })
    const states = fc.record({ before: fc.option(tags), after: fields })
    fc.assert(
      fc.property(fc.array(states, { maxLength: 60 }), (some) => {
        const planned = some.map((each, place): PlannedContact => {
          const after = contactWith(place, each.after)
          if (!each.before) return created(after)
          const few = { ...after, tags: after.tags.slice(0, 8), version: 2 }
          return { ...created(few), before: { ...few, tags: each.before.slice(0, 8), version: 1 } }
        })
        // An import's new contacts stand on one addressBook.
        expectToFit(planned.map((each) => (each.before ? each : created({ ...each.after, isPrivate: false }))))
      }),
      { numRuns: 60 },
    )
  })
})
