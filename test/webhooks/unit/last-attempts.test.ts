import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { expect, it, vi } from 'vitest'
import { lastTakenMs } from '../../../functions/webhooks/delivery/last-attempts.ts'
import { type Delivery, deliveries } from '../../../functions/webhooks/model/delivery.ts'
import { attempted, newDelivery } from '../../../functions/webhooks/model/delivery-transitions.ts'
import { type Health, untried } from '../../../functions/webhooks/model/health.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { toItem } from '../../../shared/store/collection.ts'
import { envelopeOf, sampleWebhook, startMs } from './sample-webhook.ts'

/** A delivery of the event of a second, after attempts that ended so many seconds after the start. */
function delivery(second: number, outcomes: readonly (readonly [endedSec: number, isTaken: boolean])[]): Delivery {
  const made = newDelivery(sampleWebhook, envelopeOf(startMs + 1_000 * second), startMs)
  return outcomes.reduce((before, [endedSec, isTaken]) => {
    const error = isTaken ? null : ('http_status' as const)
    const at = timestamp(startMs + 1_000 * (endedSec - 1))
    return attempted(before, { at, durationMs: 1_000, responseCode: 200, responseBody: '', error }, startMs)
  }, made)
}

/** When one of the last five attempts of a log was taken, in seconds after the start. */
async function takenSec(log: readonly Delivery[], last: Delivery, more: Partial<Health> = {}): Promise<number | null> {
  const client = new DynamoDBClient({ region: 'us-east-1' })
  vi.spyOn(client, 'send').mockImplementation(async (command) => {
    const { ExpressionAttributeValues = {}, Limit } = command.input as QueryCommandInput
    const { ':high': high } = ExpressionAttributeValues
    const upTo = log.filter(({ id }) => id <= String(high)).toSorted((a, b) => (a.id < b.id ? 1 : -1))
    return { Items: upTo.slice(0, Limit).map((each) => toItem(deliveries, each)) }
  })
  const subscription = { webhook: sampleWebhook, health: { ...untried, ...more } }
  const looking = { deliveryId: last.id, among: 5 }
  const takenMs = await lastTakenMs({ name: 'T', client }, subscription, looking)
  return takenMs === null ? null : (takenMs - startMs) / 1_000
}

const failures = (count: number, from = 10) =>
  Array.from({ length: count }, (_, index) => delivery(from + index, [[from + index, false]]))
const [first = delivery(0, [])] = failures(1)

it.each([
  ['four failures ago', [...failures(4), delivery(9, [[9, true]])], 9],
  ['five failures ago', [...failures(5), delivery(9, [[9, true]])], null],
  [
    'with an event before that, at a later attempt',
    [
      ...failures(9),
      delivery(1, [
        [2, false],
        [20, true],
      ]),
    ],
    20,
  ],
  ['never', failures(3), null],
  ['with nothing attempted so far', [], null],
] as const)('what was taken %s', async (_, log, expected) => {
  expect(await takenSec(log, log[0] ?? first)).toBe(expected)
})

it('tests do not count', async () => {
  expect(await takenSec([{ ...delivery(9, [[9, true]]), eventType: 'webhook.test' }, first], first)).toBe(null)
})

it('what was taken at another address does not count', async () => {
  const log = [delivery(9, [[9, true]]), first]
  expect(await takenSec(log, first, { movedAt: timestamp(startMs + 9_500) })).toBe(null)
  expect(await takenSec(log, first, { movedAt: timestamp(startMs) })).toBe(9)
})

it('in a burst, what was taken beside a failure counts, however many events nobody has come to yet', async () => {
  const waiting = Array.from({ length: 200 }, (_, index) => delivery(100 + index, []))
  expect(await takenSec([delivery(9, [[9, true]]), first, ...waiting], first)).toBe(9)
})

it('what was taken of the newest events counts, where one of long ago failed', async () => {
  expect(await takenSec([...failures(60), first, delivery(500, [[500, true]])], first)).toBe(500)
})
