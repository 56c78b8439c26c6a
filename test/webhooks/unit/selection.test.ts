import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { BatchGetCommandInput, QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it, vi } from 'vitest'
import { type Delivery, deliveries } from '../../../functions/webhooks/model/delivery.ts'
import { attempted, newDelivery, replayed } from '../../../functions/webhooks/model/delivery-transitions.ts'
import { deliveriesSelected, eventsMissed, type Selection } from '../../../functions/webhooks/model/selection.ts'
import type { Webhook } from '../../../functions/webhooks/model/webhook.ts'
import { hourMs, minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import { uuidV7 } from '../../../shared/platform/ids.ts'
import { toItem } from '../../../shared/store/collection.ts'
import { type OutboxEntry, outboxEntries } from '../../../shared/store/outbox-entry.ts'
import type { Item, Table } from '../../../shared/store/table.ts'
import { envelopeOf, sampleWebhook, startMs } from './sample-webhook.ts'

/** A table that holds these items, and answers queries between two sort keys and reads of keys. */
function tableWith(items: readonly Item[]): { table: Table; queries: QueryCommandInput[] } {
  const queries: QueryCommandInput[] = []
  const client = new DynamoDBClient({ region: 'us-east-1' })
  vi.spyOn(client, 'send').mockImplementation(async (command) => {
    if ('RequestItems' in command.input) return found(items, command.input as BatchGetCommandInput)
    const input = command.input as QueryCommandInput
    queries.push(input)
    return { Items: between(items, input) }
  })
  return { table: { name: 'T', client }, queries }
}

function found(items: readonly Item[], { RequestItems }: BatchGetCommandInput) {
  const keys = RequestItems?.T?.Keys ?? []
  const T = items.filter(({ PK, SK }) => keys.some((key) => key.PK === PK && key.SK === SK))
  return { Responses: { T: T } }
}

function between(items: readonly Item[], { ExpressionAttributeValues = {}, ...query }: QueryCommandInput): Item[] {
  const values = ExpressionAttributeValues
  const [partition, low, high] = [':partition', ':low', ':high'].map((name) => String(values[name]))
  if (low === undefined || high === undefined || low > high) throw new Error('ValidationException: BETWEEN')
  const [partitionKey, sortKey] = query.IndexName === 'GSI1' ? ['GSI1PK', 'GSI1SK'] : ['PK', 'SK']
  return items
    .filter((item) => item[partitionKey] === partition && low <= String(item[sortKey]) && String(item[sortKey]) <= high)
    .sort((a, b) => (String(a[sortKey]) < String(b[sortKey]) ? -1 : 1))
    .slice(0, query.Limit)
}

const attempt = { at: timestamp(startMs), durationMs: 1, responseCode: 500, responseBody: null } as const
const failed = { ...attempt, error: 'http_status' } as const
const deliveryAt = (atMs: number, type = 'signature.completed') =>
  newDelivery(sampleWebhook, envelopeOf(atMs, { type, ...(type === 'webhook.test' && { data: testData }) }), startMs)
const testData = { message: 'A test', subscriptionId: sampleWebhook.id }
const succeeded = (delivery: Delivery) => attempted(delivery, { ...attempt, responseCode: 200, error: null }, startMs)
const dead = (delivery: Delivery, atMs = startMs) =>
  Array.from({ length: 9 }).reduce<Delivery>((before) => attempted(before, failed, atMs), delivery)

const everything: Selection = {
  from: timestamp(startMs - 24 * hourMs),
  to: timestamp(startMs),
  status: 'all',
  types: null,
  askedAt: timestamp(startMs + hourMs),
}

async function selectedOf(table: Table, selection: Selection, after: string | null = null) {
  const pages: { ids: string[]; last: string }[] = []
  for await (const { selected, last } of deliveriesSelected(table, sampleWebhook, selection, after))
    pages.push({ ids: selected.map(({ id }) => id), last })
  return pages
}

describe('deliveries that are sent once more', () => {
  const minutes = (count: number) => startMs - count * minuteMs
  const log = {
    succeeded: succeeded(deliveryAt(minutes(50))),
    dead: dead(deliveryAt(minutes(40))),
    created: dead(deliveryAt(minutes(35), 'signature.created')),
    retrying: attempted(deliveryAt(minutes(30)), failed, startMs),
    pending: deliveryAt(minutes(20)),
    test: dead(deliveryAt(minutes(10), 'webhook.test')),
    'asked for again': dead(replayed(dead(deliveryAt(minutes(5))), startMs + hourMs)),
    'dead since it was asked': dead(deliveryAt(minutes(4.5)), startMs + 2 * hourMs),
    'asked for before': dead(replayed(dead(deliveryAt(minutes(4))), startMs)),
    'of the day before': dead(deliveryAt(minutes(60 * 25))),
  }
  const { table } = tableWith(Object.values(log).map((delivery) => toItem(deliveries, delivery)))

  it.each<[string, Partial<Selection>, (keyof typeof log)[]]>([
    ['all of them', {}, ['succeeded', 'dead', 'created', 'asked for before']],
    ['those that could not be delivered', { status: 'dead' }, ['dead', 'created', 'asked for before']],
    ['those of some types', { types: ['signature.created'] }, ['created']],
    ['those since a time', { from: timestamp(minutes(40)) }, ['dead', 'created', 'asked for before']],
    ['those until a time', { to: timestamp(minutes(40)), status: 'dead' }, ['dead']],
    [
      'those of long ago',
      { from: timestamp(minutes(60 * 48)), to: timestamp(minutes(60 * 24)) },
      ['of the day before'],
    ],
  ])('are %s that came to their end', async (_, selection, expected) => {
    const pages = await selectedOf(table, { ...everything, ...selection })
    expect(pages.flatMap(({ ids }) => ids)).toEqual(expected.map((name) => log[name].id))
  })

  it('are found by the time of their events, however much later they were created', async () => {
    const atMs = minutes(15)
    const late = dead(newDelivery(sampleWebhook, envelopeOf(atMs), startMs + 24 * hourMs))
    const { table } = tableWith([toItem(deliveries, late)])
    const selected = { ...everything, status: 'dead', to: timestamp(atMs) } as const
    expect((await selectedOf(table, selected)).flatMap(({ ids }) => ids)).toEqual([late.id])
    expect(await selectedOf(table, { ...selected, from: timestamp(atMs + 1), to: timestamp(startMs) })).toEqual([
      expect.objectContaining({ ids: [] }),
    ])
  })

  it.each(['all', 'dead'] as const)('come a page at a time, and go on after any of them: %s', async (status) => {
    const many = Array.from({ length: 450 }, (_, index) => dead(deliveryAt(minutes(600) + index * 1_000)))
    const { table } = tableWith(many.map((delivery) => toItem(deliveries, delivery)))
    const pages = await selectedOf(table, { ...everything, status })
    expect(pages.map(({ ids }) => ids.length)).toEqual([200, 200, 50])
    expect(pages.flatMap(({ ids }) => ids)).toEqual(many.map(({ id }) => id))
    for (const [index, { last }] of pages.entries()) {
      expect(last).toContain(pages[index]?.ids.at(-1))
      expect(await selectedOf(table, { ...everything, status }, last)).toEqual(
        // Pages start anew behind it.
        pages.slice(index + 1),
      )
    }
  })
})

/** A commit of the sample's organization that told events of these types. */
function outboxAt(atMs: number, ...types: string[]): OutboxEntry {
  const { providerId, orgId, livemode, data } = envelopeOf(atMs)
  return {
    id: `${uuidV7(atMs).slice(0, -4)}0000`,
    orgId: orgId,
    livemode,
    at: timestamp(atMs),
    providerId,
    events: types.map((type) => ({ type, data, path: '' })),
    jobs: [],
    author: null,
    audited: [],
    links: null,
    publishedAt: timestamp(atMs),
  }
}

function disabledBetween(...stretches: (readonly [fromMs: number, toMs: number | null])[]): Webhook {
  const gaps = stretches.map(([from, to]) => ({ from: timestamp(from), to: to === null ? null : timestamp(to) }))
  return { ...sampleWebhook, createdAt: timestamp(startMs - 20 * hourMs), gaps }
}

async function missedBy(webhook: Webhook, table: Table, more: Partial<Selection> = {}, after: string | null = null) {
  const pages: { times: number[]; ids: string[]; last: string }[] = []
  for await (const { envelopes, last } of eventsMissed(table, webhook, { ...everything, ...more }, after)) {
    const times = envelopes.map(({ createdAt }) => (startMs - Date.parse(createdAt)) / minuteMs)
    pages.push({ times, ids: envelopes.map(({ id }) => id), last })
  }
  return pages
}

describe('events that were missed', () => {
  const ago = (minutes: number) => startMs - minutes * minuteMs
  const tableAt = (...minutes: number[]) =>
    tableWith(minutes.map((count) => toItem(outboxEntries, outboxAt(ago(count), 'signature.completed'))))
  const timesOf = async (...args: Parameters<typeof missedBy>) =>
    (await missedBy(...args)).flatMap(({ times }) => times)

  it('are those of the time in which it was disabled, and of the hour before, whose deliveries may not have been made', async () => {
    const { table } = tableAt(400, 361, 360, 310, 300, 200, 199)
    expect(await timesOf(disabledBetween([ago(300), ago(200)]), table)).toEqual([360, 310, 300, 200])
  })

  it('are none of what was before the subscription, outside of what is asked for, or never disabled', async () => {
    const { table } = tableAt(400, 310, 300, 250, 200)
    const webhook = disabledBetween([ago(300), ago(200)])
    expect(await timesOf({ ...webhook, createdAt: timestamp(ago(305)) }, table)).toEqual([300, 250, 200])
    const asked = { from: timestamp(ago(300)), to: timestamp(ago(250)) }
    expect(await timesOf(webhook, table, asked)).toEqual([300, 250])
    expect(await timesOf(webhook, table, { to: timestamp(ago(500)) })).toEqual([])
    expect(await timesOf(disabledBetween(), table)).toEqual([])
  })

  it('are told once, however close to each other it was disabled', async () => {
    const { table } = tableAt(310, 295, 285, 275, 265)
    const webhook = disabledBetween([ago(300), ago(290)], [ago(280), ago(270)])
    expect(await timesOf(webhook, table)).toEqual([310, 295, 285, 275])
  })

  it('are none of those that were delivered, or that it is not for', async () => {
    const outboxEntry = outboxAt(ago(250), 'signature.completed', 'signature.created', 'signature.expired')
    const at = { atMs: ago(250), id: (place: number) => outboxEntry.id.slice(0, -1) + place }
    const delivered = newDelivery(sampleWebhook, envelopeOf(at.atMs, { id: at.id(1) }), startMs)
    const { table } = tableWith([toItem(outboxEntries, outboxEntry), toItem(deliveries, delivered)])
    const webhook = disabledBetween([ago(300), ago(200)])
    const idsOf = async (...args: Parameters<typeof missedBy>) => (await missedBy(...args)).flatMap(({ ids }) => ids)
    expect(await idsOf(webhook, table)).toEqual([at.id(0), at.id(2)])
    expect(await idsOf({ ...webhook, events: ['signature.expired'] }, table)).toEqual([at.id(2)])
    expect(await idsOf(webhook, table, { types: ['signature.completed'] })).toEqual([at.id(0)])
    expect(await idsOf({ ...webhook, livemode: true }, table)).toEqual([])
    expect(await idsOf({ ...webhook, orgId: null, applicationId: 'partner' }, table)).toEqual([])
  })

  it('come a page at a time, and go on after any of them, also in the next time it was disabled', async () => {
    const minutes = Array.from({ length: 450 }, (_, index) => 900 - index)
    const { table } = tableAt(...minutes)
    const webhook = disabledBetween([ago(840), ago(620)], [ago(600), ago(560)], [ago(480), ago(460)])
    const pages = await missedBy(webhook, table)
    const expected = minutes.filter((at) => (at <= 900 && at >= 560) || (at <= 540 && at >= 460))
    expect(pages.flatMap(({ times }) => times)).toEqual(expected)
    for (const [index, { last }] of pages.entries()) {
      const left = (await missedBy(webhook, table, {}, last)).flatMap(({ times }) => times)
      expect(left).toEqual(pages.slice(index + 1).flatMap(({ times }) => times))
    }
  })
})
