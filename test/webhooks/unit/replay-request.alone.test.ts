import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it, vi } from 'vitest'
import { deliveries } from '../../../functions/webhooks/model/delivery.ts'
import { attempted, newDelivery } from '../../../functions/webhooks/model/delivery-transitions.ts'
import { untried } from '../../../functions/webhooks/model/health.ts'
import {
  askForReplay,
  beginCount,
  type ReplayInput,
  selectionOf,
} from '../../../functions/webhooks/model/replay-request.ts'
import { minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { toItem } from '../../../shared/store/collection.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { envelopeOf, sampleWebhook, startMs } from './sample-webhook.ts'

vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }))

const nowMs = startMs + minuteMs
const failed = {
  at: timestamp(startMs),
  durationMs: 1,
  responseCode: 500,
  responseBody: null,
  error: 'http_status' as const,
}
const dead = Array.from({ length: 9 }).reduce<ReturnType<typeof newDelivery>>(
  (before) => attempted(before, failed, startMs),
  newDelivery(sampleWebhook, envelopeOf(startMs - 1_000), startMs),
)

/** A table with one delivery that failed for good, of which its index tells from the second question on. */
function laggingTable() {
  const client = new DynamoDBClient({ region: 'us-east-1' })
  let asked = 0
  vi.spyOn(client, 'send').mockImplementation(async ({ input }) => {
    if ((input as QueryCommandInput).IndexName !== 'GSI1') throw new Error('only the listing is looked at')
    asked++
    return { Items: asked > 1 ? [toItem(deliveries, dead)] : [] }
  })
  return { table: { name: 'T', client }, timesAsked: () => asked }
}

async function replay(lastFailureAt: string | null) {
  const { table, timesAsked } = laggingTable()
  const work = new UnitOfWork({ table, ids: systemIds, clock: () => nowMs, author: systemAuthor('test') })
  const input: ReplayInput = { from: timestamp(startMs - minuteMs), status: 'dead' }
  const begun = await beginCount(table, sampleWebhook.id, selectionOf(input, nowMs))
  const subscription = { webhook: sampleWebhook, health: { ...untried, lastFailureAt } }
  return {
    count: await askForReplay({ table, work, nowMs, readPermissions: null }, subscription, begun),
    asked: timesAsked(),
  }
}

describe('a replay for which the index has nothing', () => {
  it('asks it again where the subscription failed within the last minute', async () => {
    expect(await replay(timestamp(nowMs - (minuteMs - 1)))).toEqual({ count: 1, asked: 2 })
  })

  it.each([
    ['never failed', null],
    ['failed longer ago than an index lags', timestamp(nowMs - minuteMs)],
  ])('takes it at its word where the subscription %s', async (_, lastFailureAt) => {
    expect(await replay(lastFailureAt)).toEqual({ count: 0, asked: 1 })
  })
})
