import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { expect, it, vi } from 'vitest'
import { slotCount, takeSlot } from '../../../functions/webhooks/delivery/slots.ts'
import { startMs } from './sample-webhook.ts'

/** Asks for a slot where these are known, by when each is free again, and others take some before they can be held. */
async function taking(untilMs: Readonly<Record<string, number>>, takenMeanwhile: readonly string[] = []) {
  const client = new DynamoDBClient({ region: 'us-east-1' })
  const writes: string[] = []
  const reads: unknown[] = []
  vi.spyOn(client, 'send').mockImplementation(async ({ input }) => {
    if (!('UpdateExpression' in input)) {
      reads.push(input)
      return { Items: Object.entries(untilMs).map(([SK, until]) => ({ PK: 'slots', SK, untilMs: until })) }
    }
    const name = 'Key' in input ? (JSON.stringify(input.Key).match(/"SK":"(\d)"/)?.[1] ?? '') : ''
    writes.push(name)
    if (takenMeanwhile.includes(name)) throw new ConditionalCheckFailedException({ message: 'taken', $metadata: {} })
    return {}
  })
  const slot = await takeSlot({ name: 'T', client }, 'hook', { nowMs: startMs, random: () => 0 })
  return { taken: slot?.key.SK ?? null, writes, reads }
}

const all = Object.fromEntries(Array.from({ length: slotCount }, (_, slot) => [String(slot), startMs]))

it('whoever finds all slots taken has read them once, as they are, and written nothing', async () => {
  const { taken, writes, reads } = await taking(all)
  expect([taken, writes]).toEqual([null, []])
  expect(reads).toMatchObject([{ ConsistentRead: true }])
})

it.each([
  ['that nobody has had so far', { 0: startMs }, [], '1', ['1']],
  ['that was given back', { ...all, 3: 0 }, [], '3', ['3']],
  ['whose time is over', { ...all, 4: startMs - 1 }, [], '4', ['4']],
  ['after others were faster at one', { ...all, 1: 0, 2: 0 }, ['1'], '2', ['1', '2']],
] as const)('a slot is taken %s, and only free ones are tried', async (_, untilMs, meanwhile, expected, tried) => {
  const { taken, writes } = await taking(untilMs, meanwhile)
  expect([taken, writes]).toEqual([expected, tried])
})
