import { unmarshall } from '@aws-sdk/util-dynamodb'
import { describe, expect, test } from 'vitest'
import { systemIds } from '../../../shared/ids.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { auditRecordsOf, envelopesOf, isUnpublished, journals, outgoingOf } from '../../../shared/store/journal.ts'
import { tableFrom } from '../../../shared/store/table.ts'
import { Work } from '../../../shared/store/work.ts'
import { nowMs, uuid } from '../signature/sample-request.ts'

const at = new Date(nowMs).toISOString()
const dayMs = 86_400_000
const owner = { providerId: uuid(1), orgId: uuid(2), livemode: true }
const place = { ...owner, nodeId: uuid(6), ancestorIds: [uuid(2), uuid(5)] }
const author = {
  actor: { type: 'api_key', id: uuid(3), name: 'A key' },
  requestId: 'r',
  ip: '192.0.2.1',
  userAgent: null,
} as const
const created = { type: 'signature.created', data: { requestId: uuid(4), title: 'Lease' } } as const
const sealDue = { type: 'signature.seal_due', data: { requestId: uuid(4) } } as const
const entry = {
  ...{ orgId: owner.orgId, livemode: true, action: 'signature_request.sent' as const, nodeId: null },
  target: { type: 'signature_request', id: uuid(4), label: 'Lease' },
  changes: [{ field: 'status', from: null, to: { status: null } }],
}

/** The items of the journals that a work writes. */
function itemsOf(fill: (work: Work) => void) {
  const work = new Work({ table: tableFrom('table'), clock: () => nowMs, ids: systemIds, author })
  fill(work)
  // Asked for twice, since a transaction that collided is sent again.
  expect(work.writes).toEqual(work.writes)
  return work.writes.map(({ item }) => unmarshall(item.Put?.Item ?? {}))
}

function journalOf(fill: (work: Work) => void) {
  const [item, ...others] = itemsOf(fill)
  expect(others).toEqual([])
  return { item, journal: fromItem(journals, item ?? {}) }
}

describe('what one commit tells and audits', () => {
  test('stands in one item, and is read from it as it was said', () => {
    const { item, journal } = journalOf((work) => {
      work.audit(entry)
      work.tell(sealDue, owner)
      work.emit(created, place)
      work.emit({ ...created, data: { ...created.data, title: 'Second' } }, place)
    })
    expect(item).toMatchObject({ PK: `ORG#${owner.orgId}#JOURNAL`, SK: journal.id, type: 'journal' })
    const envelope = { ...owner, type: created.type, apiVersion: '1', createdAt: at, id: expect.any(String) }
    expect(envelopesOf(journal)).toEqual([
      { ...envelope, data: created.data },
      { ...envelope, data: { ...created.data, title: 'Second' } },
    ])
    expect(outgoingOf(journal)).toEqual([
      ...envelopesOf(journal).map((detail) => ({ source: 'sealpost', detail })),
      { source: 'sealpost.internal', detail: { ...sealDue, id: expect.any(String), createdAt: at } },
    ])
    expect(auditRecordsOf(journal)).toEqual([
      { ...entry, ...author, id: expect.any(String), at, hash: null, prevHash: null },
    ])
    expect(item?.record).not.toHaveProperty('at')
    // Where it happened is noted, and not sent.
    expect(journal.events.map(({ path }) => path)).toEqual(Array(2).fill(`${uuid(5)}/${uuid(6)}`))
  })

  test('has an id each, of the form of all ids, in the order of what is told', () => {
    const { journal } = journalOf((work) => {
      for (let count = 0; count < 20; count++) work.emit(created, place)
      for (let count = 0; count < 20; count++) work.tell(sealDue, owner)
      work.audit(entry)
    })
    const ids = [...outgoingOf(journal).map(({ detail }) => detail.id), ...auditRecordsOf(journal).map(({ id }) => id)]
    expect(new Set(ids).size).toBe(41)
    expect(ids.toSorted()).toEqual(ids)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('stands in an item for each organization that it is about', () => {
    const others = { ...place, orgId: uuid(9) }
    const items = itemsOf((work) => {
      work.emit(created, place)
      work.emit(created, others)
      work.tell(sealDue, others)
    })
    const told = items
      .map((item) => fromItem(journals, item))
      .map((journal) => [journal.orgId, outgoingOf(journal).length])
    expect(told).toEqual([
      [owner.orgId, 1],
      [others.orgId, 2],
    ])
  })

  test('takes no event that does not fit the catalog', () => {
    const broken = { ...created, data: { ...created.data, requestId: 'none' } }
    expect(() => journalOf((work) => work.emit(broken, place))).toThrow('UUID')
  })
})

describe('a journal', () => {
  test('of events is due five minutes later, and kept for thirty days', () => {
    for (const fill of [(work: Work) => work.emit(created, place), (work: Work) => work.tell(sealDue, owner)]) {
      const { item, journal } = journalOf(fill)
      expect(item).toMatchObject({ GSI2PK: expect.stringMatching(/^DUE#[0-7]$/), GSI2SK: '2026-03-01T12:05:00.000Z' })
      expect(item?.expiresAt).toBe((nowMs + 30 * dayMs) / 1000)
      expect(isUnpublished(journal)).toBe(true)
      expect(isUnpublished({ ...journal, publishedAt: at })).toBe(false)
      expect(journals.indexKeys?.({ ...journal, publishedAt: at })).toEqual({})
    }
  })

  test('of audit entries is due until they are linked, and kept for three years', () => {
    const { item, journal } = journalOf((work) => work.audit(entry))
    expect(item).toHaveProperty('GSI2PK')
    expect(item?.expiresAt).toBe((nowMs + 3 * 365 * dayMs) / 1000)
    expect(isUnpublished(journal)).toBe(true)
    expect(isUnpublished({ ...journal, publishedAt: at })).toBe(false)
  })

  test('tells each of its entries its place in the chain', () => {
    const { journal } = journalOf((work) => {
      work.audit(entry)
      work.audit(entry)
    })
    const links = { prevHash: 'before', hashes: ['one', 'two'] }
    expect(auditRecordsOf({ ...journal, links }).map(({ prevHash, hash }) => [prevHash, hash])).toEqual([
      ['before', 'one'],
      ['one', 'two'],
    ])
  })

  test('of both is due, and kept for its entries', () => {
    const { item } = journalOf((work) => {
      work.emit(created, place)
      work.audit(entry)
    })
    expect(item).toHaveProperty('GSI2PK')
    expect(item?.expiresAt).toBe((nowMs + 3 * 365 * dayMs) / 1000)
  })
})
