import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { PutCommandInput } from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { deliveries } from '../../../functions/webhooks/model/delivery.ts'
import { guard, guardedKeys, guardOf, guards } from '../../../functions/webhooks/model/delivery-guard.ts'
import { newDelivery } from '../../../functions/webhooks/model/delivery-transitions.ts'
import { minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import { fromItem, toItem } from '../../../shared/store/collection.ts'
import { envelopeOf, sampleWebhook, startMs } from './sample-webhook.ts'

const webhooks = Array.from({ length: 4 }, (_, index) => ({ ...sampleWebhook, id: `webhook ${index}` }))
const events = Array.from({ length: 5 }, (_, index) => envelopeOf(startMs + index))
const all = events.flatMap((event) => webhooks.map((webhook) => newDelivery(webhook, event, startMs)))
const keyTexts = (keys: readonly object[]) => keys.map((key) => JSON.stringify(key)).sort()

function tableOfCalls() {
  const puts: PutCommandInput[] = []
  const client = new DynamoDBClient({ region: 'us-east-1' })
  vi.spyOn(client, 'send').mockImplementation(async (command) => puts.push(command.input as PutCommandInput))
  return { table: { name: 'T', client }, puts }
}

describe('a guard', () => {
  it('finds the deliveries that it is of, each once and no other, whichever subscriptions each event goes to', () => {
    fc.assert(
      fc.property(fc.subarray(all, { minLength: 1 }), (some) => {
        const kept = fromItem(guards, toItem(guards, guardOf([...some, ...some], startMs)))
        expect(keyTexts(guardedKeys(kept))).toEqual(keyTexts(some.map(deliveries.key)))
      }),
    )
  })

  it('is the same for the same deliveries in any order, due five minutes later, among guards', () => {
    const [first, again] = [guardOf(all, startMs), guardOf(all.toReversed(), startMs + minuteMs)]
    expect(again).toEqual({ ...first, dueAt: timestamp(startMs + 6 * minuteMs) })
    expect(guardOf(all.slice(1), startMs).id).not.toBe(first.id)
    expect(toItem(guards, first)).toMatchObject({
      GSI2PK: expect.stringMatching(/^GUARD#[0-7]$/),
      GSI2SK: timestamp(startMs + 5 * minuteMs),
    })
  })

  it('is small where the same subscriptions are for many events', () => {
    const many = Array.from({ length: 10 }, (_, index) => envelopeOf(startMs + index))
    const made = many.map((event) => newDelivery(sampleWebhook, event, startMs))
    expect(JSON.stringify(toItem(guards, guardOf(made, startMs))).length).toBeLessThan(1_000)
  })

  it.each([
    [1, 0],
    [2, 0],
    [3, 1],
    [500, 1],
    [501, 2],
  ])('of %i deliveries is %i items: few are due by themselves', async (count, items) => {
    const { table, puts } = tableOfCalls()
    const made = Array.from({ length: count }, (_, index) =>
      newDelivery(sampleWebhook, envelopeOf(startMs + index), startMs),
    )
    expect(await guard(table, made, startMs)).toBe(items > 0)
    expect(puts).toHaveLength(items)
    const kept = puts.flatMap(({ Item = {} }) => guardedKeys(fromItem(guards, Item)))
    if (items > 0) expect(keyTexts(kept)).toEqual(keyTexts(made.map(deliveries.key)))
  })
})
