import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { expect, it, vi } from 'vitest'
import { continueLater } from '../../../functions/webhooks/fanout/continue-later.ts'
import { replay } from '../../../functions/webhooks/fanout/replay.ts'
import { webhooks } from '../../../functions/webhooks/model/webhook.ts'
import { hourMs, timestamp } from '../../../shared/platform/clock.ts'
import { systemIds, uuidV7 } from '../../../shared/platform/ids.ts'
import { toItem } from '../../../shared/store/collection.ts'
import { sampleWebhook, startMs } from './sample-webhook.ts'

vi.mock('../../../functions/webhooks/fanout/continue-later.ts', () => ({ continueLater: vi.fn(async () => {}) }))

const [from, to] = [timestamp(startMs - hourMs), timestamp(startMs)]
const gapped = { ...sampleWebhook, createdAt: from, gaps: [{ from, to }] }

it.each(['logged', 'missed'] as const)('goes on later where it has found nothing so far: %s', async (part) => {
  const client = new DynamoDBClient({ region: 'us-east-1' })
  const lows: string[] = []
  const keys = Array.from({ length: 12 * 200 }, (_, index) => uuidV7(startMs - hourMs + 1_000 * index))
  vi.spyOn(client, 'send').mockImplementation(async ({ input }) => {
    if (!('ExpressionAttributeValues' in input)) return { Item: toItem(webhooks, gapped) }
    const low = String(Object(input.ExpressionAttributeValues)[':low'])
    lows.push(low)
    // Nothing of it is to be sent.
    const page = keys.filter((key) => key >= low).slice(0, 200)
    return { Items: page.map((SK) => ({ PK: 'log', SK, type: 'other' })) }
  })
  const due = {
    webhookId: gapped.id,
    ownerOrgId: gapped.orgId,
    applicationId: null,
    from,
    to,
    status: 'all' as const,
    types: null,
    askedAt: to,
    part,
    after: null,
    pass: 1 as const,
  }
  const platform = { table: { name: 'T', client }, clock: () => startMs, ids: systemIds }
  vi.mocked(continueLater).mockClear()
  await replay(platform, due)
  expect(lows).toHaveLength(10)
  const after = keys[1_999] ?? ''
  expect(vi.mocked(continueLater).mock.calls).toEqual([['webhook.replay_due', { ...due, after }]])

  await replay(platform, { ...due, after })
  expect(lows[10]).toBe(`${after} `)
  expect(lows).toHaveLength(13)
  expect(continueLater).toHaveBeenCalledTimes(1)
})
