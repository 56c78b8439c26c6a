import { describe, expect, test } from 'vitest'
import { systemIds } from '../../../../shared/platform/ids.ts'
import { fromItem } from '../../../../shared/store/collection.ts'
import {
  auditRecordsOf,
  envelopesOf,
  isUnpublished,
  outboxEntries,
  outgoingOf,
} from '../../../../shared/store/outbox-entry.ts'
import { tableFrom } from '../../../../shared/store/table.ts'
import { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import { nowMs, uuid } from '../../../signature/unit/sample-request.ts'

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
  orgId: owner.orgId,
  livemode: true,
  action: 'signature_request.sent' as const,
  nodeId: null,
  target: { type: 'signature_request', id: uuid(4), label: 'Lease' },
  changes: [{ field: 'status', from: null, to: { status: null } }],
}

/** The items of the outbox entries that a work writes. */
function itemsOf(fill: (work: UnitOfWork) => void) {
  const work = new UnitOfWork({ table: tableFrom('table'), clock: () => nowMs, ids: systemIds, author })
  fill(work)
  // Asked for twice, since a transaction that collided is sent again.
  expect(work.writes).toEqual(work.writes)
  return work.writes.map(({ item }) => item.Put?.Item ?? {})
}

function outboxOf(fill: (work: UnitOfWork) => void) {
  const [item, ...others] = itemsOf(fill)
  expect(others).toEqual([])
  return { item, outboxEntry: fromItem(outboxEntries, item ?? {}) }
}

describe('what one commit tells and audits', () => {
  test('stands in one item, and is read from it as it was said', () => {
    const { item, outboxEntry } = outboxOf((work) => {
      work.audit(entry)
      work.enqueue(sealDue, owner)
      work.emit(created, place)
      work.emit({ ...created, data: { ...created.data, title: 'Second' } }, place)
    })
    expect(item).toMatchObject({ PK: `ORG#${owner.orgId}#JOURNAL`, SK: outboxEntry.id, type: 'journal' })
    const envelope = { ...owner, type: created.type, apiVersion: '1', createdAt: at, id: expect.any(String) }
    expect(envelopesOf(outboxEntry)).toEqual([
      { ...envelope, data: created.data },
      { ...envelope, data: { ...created.data, title: 'Second' } },
    ])
    expect(outgoingOf(outboxEntry)).toEqual([
      ...envelopesOf(outboxEntry).map((detail) => ({ source: 'sealpost', detail })),
      { source: 'sealpost.internal', detail: { ...sealDue, id: expect.any(String), createdAt: at } },
    ])
    expect(auditRecordsOf(outboxEntry)).toEqual([
      { ...entry, ...author, id: expect.any(String), at, hash: null, prevHash: null },
    ])
    expect(item?.record).not.toHaveProperty('at')
    // Where it happened is noted, and not sent.
    expect(outboxEntry.events.map(({ path }) => path)).toEqual(Array(2).fill(`${uuid(5)}/${uuid(6)}`))
  })

  test('has an id each, of the form of all ids, in the order of what is told', () => {
    const { outboxEntry } = outboxOf((work) => {
      for (let count = 0; count < 20; count++) work.emit(created, place)
      for (let count = 0; count < 20; count++) work.enqueue(sealDue, owner)
      work.audit(entry)
    })
    const ids = [
      ...outgoingOf(outboxEntry).map(({ detail }) => detail.id),
      ...auditRecordsOf(outboxEntry).map(({ id }) => id),
    ]
    expect(new Set(ids).size).toBe(41)
    expect(ids.toSorted()).toEqual(ids)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('stands in an item for each organization that it is about', () => {
    const others = { ...place, orgId: uuid(9) }
    const items = itemsOf((work) => {
      work.emit(created, place)
      work.emit(created, others)
      work.enqueue(sealDue, others)
    })
    const told = items
      .map((item) => fromItem(outboxEntries, item))
      .map((outboxEntry) => [outboxEntry.orgId, outgoingOf(outboxEntry).length])
    expect(told).toEqual([
      [owner.orgId, 1],
      [others.orgId, 2],
    ])
  })

  test('takes no event that does not fit the catalog', () => {
    const broken = { ...created, data: { ...created.data, requestId: 'none' } }
    expect(() => outboxOf((work) => work.emit(broken, place))).toThrow('UUID')
  })
})

describe('a journal', () => {
  test('of events is due five minutes later, and kept for thirty days', () => {
    for (const fill of [
      (work: UnitOfWork) => work.emit(created, place),
      (work: UnitOfWork) => work.enqueue(sealDue, owner),
    ]) {
      const { item, outboxEntry } = outboxOf(fill)
      expect(item).toMatchObject({ GSI2PK: expect.stringMatching(/^DUE#[0-7]$/), GSI2SK: '2026-03-01T12:05:00.000Z' })
      expect(item?.expiresAt).toBe((nowMs + 30 * dayMs) / 1000)
      expect(isUnpublished(outboxEntry)).toBe(true)
      expect(isUnpublished({ ...outboxEntry, publishedAt: at })).toBe(false)
      expect(outboxEntries.indexKeys?.({ ...outboxEntry, publishedAt: at })).toEqual({})
    }
  })

  test('of audit entries is due until they are linked, and kept for three years', () => {
    const { item, outboxEntry } = outboxOf((work) => work.audit(entry))
    expect(item).toHaveProperty('GSI2PK')
    expect(item?.expiresAt).toBe((nowMs + 3 * 365 * dayMs) / 1000)
    expect(isUnpublished(outboxEntry)).toBe(true)
    expect(isUnpublished({ ...outboxEntry, publishedAt: at })).toBe(false)
  })

  test('tells each of its entries its place in the chain', () => {
    const { outboxEntry } = outboxOf((work) => {
      work.audit(entry)
      work.audit(entry)
    })
    const links = { prevHash: 'before', hashes: ['one', 'two'] }
    expect(auditRecordsOf({ ...outboxEntry, links }).map(({ prevHash, hash }) => [prevHash, hash])).toEqual([
      ['before', 'one'],
      ['one', 'two'],
    ])
  })

  test('of both is due, and kept for its entries', () => {
    const { item } = outboxOf((work) => {
      work.emit(created, place)
      work.audit(entry)
    })
    expect(item).toHaveProperty('GSI2PK')
    expect(item?.expiresAt).toBe((nowMs + 3 * 365 * dayMs) / 1000)
  })
})
