import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type EventBridgeOptions, startEventBridge } from '../../../../infra/local/engines/event-bridge.ts'
import type { Target } from '../../../../infra/local/engines/event-deliveries.ts'

const closing: (() => unknown)[] = []
let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'events-'))
})

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await rm(directory, { recursive: true })
})

const target: Target = { Id: 'sealing', Arn: 'arn:aws:lambda:eu-west-3:111122223333:function:sealing' }
const entry: PutEventsRequestEntry = {
  EventBusName: 'arn:aws:events:eu-west-3:111122223333:event-bus/main',
  Source: 'sealpost',
  DetailType: 'signature.signed',
  Detail: '{"id":"s1","last":true}',
  Time: new Date('2026-02-03T04:05:06.789Z'),
  Resources: ['signature/s1'],
}

async function start(options: Partial<EventBridgeOptions> = {}) {
  const deliver = vi.fn(options.deliver ?? (async () => {}))
  const deadLetter = vi.fn(options.deadLetter ?? (async () => {}))
  const rule = {
    Name: 'signed',
    EventBusName: 'main',
    EventPattern: { 'detail-type': ['signature.signed'] },
    Targets: [target],
  }
  const host = await startEventBridge({
    buses: ['main'],
    rules: [rule],
    region: 'eu-west-3',
    accountId: '111122223333',
    pause: async () => {},
    ...options,
    deliver,
    deadLetter,
  })
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' }
  const client = new EventBridgeClient({ endpoint: host.endpoint, region: 'eu-west-3', credentials })
  closing.push(host.close, () => client.destroy())
  const put = (...Entries: PutEventsRequestEntry[]) => client.send(new PutEventsCommand({ Entries }))
  return { ...host, deliver, deadLetter, put }
}

test('an event reaches the targets of the rules it fits, in the envelope of EventBridge', async () => {
  const onEvent = vi.fn()
  const { put, deliver } = await start({ onEvent })
  const { Entries } = await put(entry, { ...entry, DetailType: 'signature.sent' })
  await vi.waitFor(() => expect(deliver).toHaveBeenCalledTimes(1))
  expect(deliver).toHaveBeenCalledWith(target, {
    version: '0',
    id: Entries?.[0]?.EventId,
    'detail-type': 'signature.signed',
    source: 'sealpost',
    account: '111122223333',
    time: '2026-02-03T04:05:06Z',
    region: 'eu-west-3',
    resources: ['signature/s1'],
    detail: { id: 's1', last: true },
  })
  expect(onEvent.mock.calls.map(([event, bus]) => [event['detail-type'], bus])).toEqual([
    ['signature.signed', 'main'],
    ['signature.sent', 'main'],
  ])
})

test('a target may get a part of the event, or its own input', async () => {
  const part = { ...target, Id: 'part', InputPath: '$.detail.id' }
  const own = { ...target, Id: 'own', Input: '{"sweep":true}' }
  const rules = [{ Name: 'inputs', EventBusName: 'main', EventPattern: { source: ['sealpost'] }, Targets: [part, own] }]
  const { put, deliver } = await start({ rules })
  await put(entry)
  await vi.waitFor(() => expect(deliver).toHaveBeenCalledTimes(2))
  expect(deliver.mock.calls.map(([, payload]) => payload)).toEqual(['s1', { sweep: true }])
})

test('a failed delivery is tried again until it arrives', async () => {
  let attempts = 0
  const { put, deliver, deadLetter } = await start({
    deliver: async () => {
      if (++attempts < 4) throw new Error('throttled')
    },
  })
  await put(entry)
  await vi.waitFor(() => expect(deliver).toHaveBeenCalledTimes(4))
  expect(deadLetter).not.toHaveBeenCalled()
})

test('what the retry policy gives up goes to the dead letters, once', async () => {
  const impatient = { ...target, RetryPolicy: { MaximumRetryAttempts: 2 } }
  const failure = new Error('broken')
  const { put, deliver, deadLetter } = await start({
    rules: [{ Name: 'failing', EventBusName: 'main', EventPattern: { source: ['sealpost'] }, Targets: [impatient] }],
    deliver: () => Promise.reject(failure),
  })
  const { Entries } = await put(entry)
  await vi.waitFor(() => expect(deadLetter).toHaveBeenCalledTimes(1))
  expect(deliver).toHaveBeenCalledTimes(3)
  expect(deadLetter).toHaveBeenCalledWith(impatient, expect.objectContaining({ id: Entries?.[0]?.EventId }), {
    rule: 'failing',
    attempts: 3,
    error: failure,
  })
})

test.each([
  { end: 'a stop', isKilled: false },
  { end: 'a kill', isKilled: true },
])('an undelivered event outlives $end', async ({ isKilled }) => {
  const waiting = Promise.withResolvers<void>()
  const first = await start({
    dataDirectory: directory,
    deliver: () => Promise.reject(new Error('down')),
    pause: (_attempt, signal) => {
      waiting.resolve()
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  })
  const { Entries } = await first.put(entry)
  await waiting.promise
  if (!isKilled) {
    await first.close()
    closing.splice(0)
  }
  const second = await start({ dataDirectory: directory })
  await vi.waitFor(() => expect(second.deliver).toHaveBeenCalledTimes(1))
  expect(second.deliver).toHaveBeenCalledWith(target, expect.objectContaining({ id: Entries?.[0]?.EventId }))
})

test('a bad entry is refused alone, with the code of AWS', async () => {
  const { put } = await start()
  const { FailedEntryCount, Entries } = await put(
    entry,
    { ...entry, Detail: '[1]' },
    { ...entry, Source: undefined },
    { ...entry, EventBusName: 'nowhere' },
  )
  expect(FailedEntryCount).toBe(3)
  expect(Entries?.map((result) => result.ErrorCode)).toEqual([
    undefined,
    'MalformedDetail',
    'InvalidArgument',
    'ResourceNotFoundException',
  ])
})

test('eleven entries, or more than 256 KB, are refused whole', async () => {
  const { put, deliver } = await start()
  const refused = { name: 'ValidationException' }
  await expect(put(...Array(11).fill(entry))).rejects.toMatchObject(refused)
  const half = { ...entry, Detail: JSON.stringify({ text: 'é'.repeat(64 * 1024) }) }
  await expect(put(half, half)).rejects.toMatchObject(refused)
  await expect(put(half)).resolves.toMatchObject({ FailedEntryCount: 0 })
  await vi.waitFor(() => expect(deliver).toHaveBeenCalledTimes(1))
})

test('the bus can be read from where one left off', async () => {
  const { put, endpoint } = await start()
  const listed = v.object({ next: v.number(), events: v.array(v.object({ bus: v.string(), event: v.unknown() })) })
  const read = async (query: string) => v.parse(listed, await (await fetch(`${endpoint}/_events${query}`)).json())
  await put(entry, { ...entry, EventBusName: undefined })
  const before = await read('')
  expect(before.events.map((found) => found.bus)).toEqual(['main', 'default'])
  await put({ ...entry, Detail: '{"id":"s2"}' })
  const after = await read(`?since=${before.next}&bus=main`)
  expect(after.events).toMatchObject([{ bus: 'main', event: { detail: { id: 's2' } } }])
  expect(await read(`?since=${after.next}`)).toEqual({ next: 3, events: [] })
})

test('a pattern or an input that this host does not know is refused at the start', async () => {
  const rule = { Name: 'odd', EventPattern: { source: [{ wildcard: '*' }] } }
  await expect(start({ rules: [rule] })).rejects.toThrow('wildcard')
  const transforming = { ...target, InputTransformer: { InputTemplate: '{}' } }
  const known = { Name: 'odd', EventPattern: { source: ['x'] }, Targets: [transforming] }
  await expect(start({ rules: [known] })).rejects.toThrow('InputTransformer')
})
