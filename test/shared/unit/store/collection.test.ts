import { createHash } from 'node:crypto'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { requests } from '../../../../functions/signature/model/request.ts'
import { sealed } from '../../../../functions/signature/model/seal-transitions.ts'
import { linked, ownPartsOf } from '../../../../functions/signature/model/step.ts'
import { canceled } from '../../../../functions/signature/model/transitions.ts'
import type { JsonObject } from '../../../../infra/local/template.ts'
import { emptyChain } from '../../../../shared/platform/hash-chain.ts'
import { type Collection, fromItem, toItem } from '../../../../shared/store/collection.ts'
import { itemBytes } from '../../../costs/item-size.ts'
import { cause, sampleRequest, sampleSigner, uuid } from '../../../signature/unit/sample-request.ts'

const side = v.variant('kind', [
  v.object({ kind: v.literal('left'), note: v.nullable(v.string()) }),
  v.object({ kind: v.literal('right'), note: v.nullable(v.number()), must: v.null() }),
])
const thingSchema = v.object({
  id: v.string(),
  note: v.nullable(v.string()),
  checked: v.nullable(v.pipe(v.string(), v.maxLength(9))),
  part: v.nullable(v.object({ note: v.nullable(v.string()), side })),
  list: v.array(v.object({ note: v.nullable(v.string()) })),
  places: v.array(v.nullable(v.string())),
  free: v.record(v.string(), v.unknown()),
})
type Thing = v.InferOutput<typeof thingSchema>

const things: Collection<Thing> = {
  name: 'thing',
  schema: thingSchema,
  key: ({ id }) => ({ PK: `THING#${id}`, SK: 'THING' }),
  toldByKey: ({ PK }) => ({ id: PK.slice('THING#'.length) }),
}

const note = fc.option(fc.string({ maxLength: 9 }))
const anySide: fc.Arbitrary<v.InferOutput<typeof side>> = fc.oneof(
  fc.record({ kind: fc.constant('left' as const), note }),
  fc.record({ kind: fc.constant('right' as const), note: fc.option(fc.integer()), must: fc.constant(null) }),
)
const anyThing: fc.Arbitrary<Thing> = fc.record({
  id: fc.string(),
  note,
  checked: note,
  part: fc.option(fc.record({ note, side: anySide })),
  list: fc.array(fc.record({ note })),
  places: fc.array(note),
  free: fc
    .dictionary(fc.constantFrom('id', 'note', 'free'), fc.oneof(note, fc.record({ note })))
    .map((free) => ({ ...free })),
})

/** As the table gives it back. */
function written<T>(collection: Collection<T>, record: T) {
  return unmarshall(marshall(toItem(collection, record), { removeUndefinedValues: true }))
}

describe('a record in its item', () => {
  test('comes back as it was', () => {
    fc.assert(
      fc.property(anyThing, (thing) => {
        expect(fromItem(things, written(things, thing))).toEqual(thing)
      }),
    )
  })

  test('has neither the fields of its key nor nulls, but all of free data', () => {
    const part = { note: null, side: { kind: 'right', note: null, must: null } } as const
    const free = { id: 'x', note: null, part: { note: null } }
    const thing = { id: 'a', note: null, checked: null, part, list: [{ note: null }], places: [null], free }
    expect(written(things, thing)).toEqual({
      PK: 'THING#a',
      SK: 'THING',
      type: 'thing',
      record: { part: { side: { kind: 'right', must: null } }, list: [{}], places: [null], free },
    })
  })

  test('that lacks more than nulls is broken', () => {
    const item = written(things, {
      note: null,
      checked: null,
      part: null,
      id: 'a',
      list: [],
      places: [],
      free: {},
    })
    expect(() => fromItem(things, { ...item, record: { list: [], places: [] } })).toThrow()
    expect(() => fromItem(things, { ...item, record: null })).toThrow()
    expect(() => fromItem(things, { ...item, type: 'other' })).toThrow('found other')
  })
})

describe('a signature request', () => {
  const pending = sampleRequest({ signers: [sampleSigner(1), sampleSigner(2)] })
  const ended = { ...pending, ...canceled(pending, pending.createdBy, { reason: null, notify: true }, cause).after }
  const file = { sha256: 'f'.repeat(64), size: 123_456, availableAt: pending.createdAt }
  const done = {
    ...pending,
    ...sealed(pending, { sealRun: uuid(7), signed: file, evidence: file, level: 'B-B', renewalDueAt: null }, cause)
      .after,
  }

  test.each([pending, ended, done])('comes back from its item as it was', (record) => {
    expect(fromItem(requests, written(requests, record))).toEqual(record)
  })

  test.each([
    ['of one signer, as it is created,', [sampleSigner(1)], 2],
    ['of two signers, as it is created,', [sampleSigner(1), sampleSigner(2)], 3],
    ['of twenty signers, as it is created,', Array.from({ length: 20 }, (_, index) => sampleSigner(index)), 7],
  ])('%s has KBs that are paid for', (_, signers, kilobytes) => {
    const file = { fileName: 'lease.pdf', sha256: hashOf(1), size: 183_220 }
    const drafts = [
      { type: 'created', actor, detail: file, ip: '192.0.2.1', userAgent: 'axios/1.16.0' },
      { type: 'sent', actor, detail: { expiresAt: dueAt }, ip: '192.0.2.1', userAgent: 'axios/1.16.0' },
    ] as const
    const { steps, chain } = linked(emptyChain, drafts, { requestId: idOf(1), at: dueAt, ids: () => idOf(2) })
    const record = sampleRequest({
      id: idOf(1),
      orgId: idOf(3),
      entityId: idOf(4),
      providerId: idOf(5),
      chain,
      opening: ownPartsOf(steps),
      dueAt,
      signers: signers.map((signer, index) => ({ ...signer, id: idOf(100 + index) })),
      document: { ...pending.document, ...file, id: idOf(6) },
      createdBy: actor,
    })
    expect(Math.ceil(itemBytes(wireOf(toItem(requests, record))) / 1024)).toBe(kilobytes)
  })
})

const dueAt = '2026-12-01T10:00:00.000Z'
const actor = { type: 'api_key', id: idOf(7), name: 'Integration' } as const

/** Ids and hashes that cannot be compressed, the same in each run. */
function hashOf(number: number): string {
  return createHash('sha256').update(`${number}`).digest('hex')
}

function idOf(number: number): string {
  return hashOf(number).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-7$3-8$4-$5')
}

function wireOf(item: object): JsonObject {
  return JSON.parse(JSON.stringify(marshall(item, { removeUndefinedValues: true })))
}

describe('fields that only a later version of the service knows', () => {
  const thing: Thing = {
    id: 'a',
    note: null,
    checked: 'x',
    part: { note: null, side: { kind: 'left', note: 'n' } },
    list: [{ note: null }, { note: 'two' }],
    places: ['p', null],
    free: { id: 'free' },
  }
  /** As a later version stored it. */
  const later = () => {
    const item = written(things, thing)
    Object.assign(item.record, { since: '2030', tags: ['t'] })
    Object.assign(item.record.part, { since: '2031' })
    Object.assign(item.record.list[1], { since: '2032' })
    return item
  }

  test('stay in the item when this version changes the record', () => {
    const read = fromItem(things, later())
    const [first, second] = read.list
    if (!first || !second) throw new Error('the list is not as it was written')
    const item = written(things, { ...read, note: 'changed', list: [first, { ...second, note: 'changed too' }] })
    expect(item.record).toEqual({
      ...later().record,
      note: 'changed',
      list: [{}, { note: 'changed too', since: '2032' }],
    })
  })

  test('are seen by nobody', () => {
    const read = fromItem(things, later())
    expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(JSON.stringify(thing)))
    expect(Object.keys(read)).toEqual(Object.keys(fromItem(things, written(things, thing))))
  })

  test('go with the part that had them', () => {
    const read = fromItem(things, later())
    expect(written(things, { ...read, part: null, list: [] }).record).toEqual({
      checked: 'x',
      list: [],
      places: ['p', null],
      free: { id: 'free' },
      since: '2030',
      tags: ['t'],
    })
  })

  test('give way to fields of the record', () => {
    const read = fromItem(things, written(things, { ...thing, note: null }))
    expect(written(things, { ...read, note: 'n' }).record.note).toBe('n')
  })
})
