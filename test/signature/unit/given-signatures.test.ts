import { marshall } from '@aws-sdk/util-dynamodb'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  givenOf,
  givenSha256,
  givenSignatures,
  type StoredGiven,
  storedDrawing,
} from '../../../functions/signature/model/given-signatures.ts'
import type { JsonObject } from '../../../infra/local/template.ts'
import { maxPoints } from '../../../shared/pdf/given-signature.ts'
import { fromItem, toItem } from '../../../shared/store/collection.ts'
import { itemBytes } from '../../costs/item-size.ts'
import { uuid } from './sample-request.ts'

const ids = { requestId: uuid(1), signerId: uuid(2) }
const typed: StoredGiven = { ...ids, signature: { mode: 'typed', value: 'Zoë Lefèvre' }, values: { [uuid(3)]: true } }

const wireOf = (item: object): JsonObject => JSON.parse(JSON.stringify(marshall(item, { removeUndefinedValues: true })))

describe('what a signer gave', () => {
  test('is read as it was written', () => {
    expect(fromItem(givenSignatures, toItem(givenSignatures, typed))).toEqual(typed)
  })

  test('fits an item, however much was drawn', () => {
    const side = fc.double({ min: 0, max: 10_000, noNaN: true })
    const point = fc.record({ x: side, y: side, pressure: fc.double({ min: 0, max: 1, noNaN: true }) })
    const points = fc.sample(point, { seed: 1, numRuns: maxPoints })
    const signature = storedDrawing({ width: 10_000, height: 10_000, strokes: [points] })
    const item = toItem(givenSignatures, { ...ids, signature, values: {} })
    // DynamoDB takes 400 KB; fifty texts of 500 characters, of at most three bytes each, are to fit beside it.
    expect(itemBytes(wireOf(item))).toBeLessThan(400 * 1024 - 50 * 1_600)
  })

  test('stays inside its pad when it is rounded', async () => {
    const strokes = [
      [
        { x: 99.999, y: 0.004 },
        { x: 1.234, y: 2, pressure: 0.567 },
      ],
    ]
    expect(await givenOf(storedDrawing({ width: 99.999, height: 50, strokes }))).toEqual({
      mode: 'drawn',
      value: {
        width: 100,
        height: 50,
        strokes: [
          [
            { x: 100, y: 0 },
            { x: 1.23, y: 2, pressure: 0.57 },
          ],
        ],
      },
    })
  })
})

describe('its hash', () => {
  test('covers the signature and every value, in whatever order', () => {
    const values = { [uuid(3)]: 'Paris', [uuid(4)]: true } as const
    const turned = { [uuid(4)]: true, [uuid(3)]: 'Paris' } as const
    const { signature } = typed
    expect(givenSha256({ signature, values })).toBe(givenSha256({ signature, values: turned }))
    const others = [
      { signature, values: { ...values, [uuid(3)]: 'Rome' } },
      { signature: { mode: 'typed', value: 'Zoe' }, values },
    ] as const
    for (const other of others) expect(givenSha256(other)).not.toBe(givenSha256({ signature, values }))
  })

  test('stands on the bytes of an image, wherever they are kept', () => {
    const image = (key: string, sha256: string) => {
      return givenSha256({ signature: { mode: 'uploaded', key, sha256, size: 10 }, values: {} })
    }
    expect(image('a', 'one')).toBe(image('b', 'one'))
    expect(image('a', 'one')).not.toBe(image('a', 'two'))
  })
})
