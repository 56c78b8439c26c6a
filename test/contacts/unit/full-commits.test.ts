import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  addContact,
  changeContact,
  mergeContacts,
  removeContact,
} from '../../../functions/contacts/model/change-contact.ts'
import type { Contact } from '../../../functions/contacts/model/contact.ts'
import { nothingKnown } from '../../../functions/contacts/model/contact-input.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { entityId } from './sent-contacts.ts'

/** DynamoDB's, of which the recorded answer of a request is one. */
const maxItems = 100 - 1

const at = '2026-01-01T00:00:00.000Z'
const idOf = (place: number) => `0190b3d2-7c1e-7a31-9f10-${String(place).padStart(12, '0')}`

/** Fifty tags that are counted in all of the items that there are for them. */
function tagsOf(word: string): string[] {
  const all = Array.from({ length: 200 }, (_, place) => `${word}${place}x of the ${word}`)
  const byItem = Map.groupBy(all, (tag) => (createHash('sha256').update(tag).digest()[0] ?? 0) % 8)
  return [...byItem.values()].flatMap((tags) => tags.slice(0, 7)).slice(0, 50)
}

/** Somebody with as much of everything as a contact can have. */
function fullContact(place: number, word: string, fields: Partial<Contact> = {}): Contact {
  const name = (kind: string) => ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `${kind}${letter}${word}`).join(' ')
  return {
    ...nothingKnown,
    id: idOf(place),
    orgId: entityId,
    entityId,
    providerId: entityId,
    livemode: true,
    kind: 'person',
    firstName: name('first'),
    lastName: name('last'),
    companyName: name('company'),
    siret: `7328293200007${place}`,
    email: `many.words.of@${word}.example.com`,
    phone: `+3314268530${place}`,
    mobilePhone: `+3361234567${place}`,
    tags: tagsOf(word),
    externalRef: `R-${word}`,
    companyId: idOf(100 + place),
    createdBy: { type: 'api_key', id: 'key_test', name: 'Key' },
    createdAt: at,
    updatedAt: at,
    version: 1,
    ...fields,
  }
}

function writesOf(decide: (work: UnitOfWork) => void): number {
  const actor = { type: 'system' as const, id: null, name: 'Test' }
  const work = new UnitOfWork({
    table: { name: 'table', client: Object.create(null) },
    clock: () => 0,
    ids: () => entityId,
    author: { actor, requestId: 'r', ip: null, userAgent: null },
  })
  decide(work)
  return work.writes.length
}

const next = (fields: Contact, before: Contact): Contact => ({ ...fields, id: before.id, version: before.version + 1 })

const [shared, kept] = [{ isPrivate: false }, { isPrivate: true }]
const people = [fullContact(1, 'one'), fullContact(2, 'other')] as const
const company = { kind: 'company', companyId: null } as const
const companies = [fullContact(1, 'one', company), fullContact(2, 'other', company)] as const

describe.for([people, companies])('of $0.kind', ([one, other]) => {
  test.for<[string, (work: UnitOfWork) => void]>([
    ['making one', (work) => addContact(work, { ...one, ...kept })],
    ['removing one', (work) => removeContact(work, { ...one, ...kept })],
    ...[shared, kept].flatMap((before) =>
      [shared, kept].flatMap((after): [string, (work: UnitOfWork) => void][] => [
        [
          `changing all of one, private: ${before.isPrivate} to ${after.isPrivate}`,
          (work) => changeContact(work, { ...one, ...before }, next({ ...other, ...after }, one)),
        ],
        [
          `merging two, private: ${before.isPrivate} into ${after.isPrivate}`,
          (work) => {
            const [target, source] = [
              { ...one, ...after },
              { ...other, ...before },
            ]
            mergeContacts(work, { target, source, after: next({ ...source, ...after }, target) })
          },
        ],
      ]),
    ),
  ])('one commit holds %s, with as many words as there can be', ([, decide]) => {
    expect(writesOf(decide)).toBeLessThanOrEqual(maxItems)
  })
})
