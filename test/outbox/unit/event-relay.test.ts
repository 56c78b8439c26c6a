import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { handler } from '../../../functions/outbox/event-relay/handler.ts'
import { duePostponedJobs } from '../../../functions/outbox/postponed-jobs.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { idAt, systemIds, uuidV7 } from '../../../shared/platform/ids.ts'
import { toItem } from '../../../shared/store/collection.ts'
import { type OutboxEntry, outboxEntries } from '../../../shared/store/outbox-entry.ts'
import { type PostponedJob, postponedJobs } from '../../../shared/store/postponed-job.ts'
import { tableAt } from '../../../shared/store/table.ts'

/** What the table has, and what was deleted there. */
const table = { stored: [] as object[], deleted: [] as string[] }

/** A bus that takes all events but one, and a table that takes every note. */
const bus = { refuses: '', put: [] as string[], ids: [] as string[], noted: [] as string[], calls: [] as number[] }
let server: Server

/** What the test calls each commit, by its id. */
const names = new Map<string, string>()

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request))
    response.setHeader('Content-Type', 'application/x-amz-json-1.1')
    if (body.RequestItems) return response.end(JSON.stringify({ Responses: { table: table.stored } }))
    if (body.Entries) bus.calls.push(body.Entries.length)
    else if (request.headers['x-amz-target']?.toString().endsWith('DeleteItem')) table.deleted.push(body.Key.PK.S)
    else bus.noted.push(names.get(body.Key.SK.S) ?? '')
    return response.end(JSON.stringify(body.Entries ? { Entries: body.Entries.map(entryFor) } : {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the server has no port')
  const settings = { TABLE_NAME: 'table', EVENT_BUS_NAME: 'bus', AWS_REGION: 'eu-west-1' }
  const aws = {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${address.port}`,
    AWS_ACCESS_KEY_ID: 'k',
    AWS_SECRET_ACCESS_KEY: 's',
  }
  for (const [name, value] of Object.entries({ ...settings, ...aws })) vi.stubEnv(name, value)
})

beforeEach(() => Object.assign(bus, { refuses: '', put: [], ids: [], noted: [], calls: [] }))

afterAll(() => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  server.close()
})

function entryFor({ Detail }: { Detail: string }) {
  const { id, data } = JSON.parse(Detail)
  if (data.key === bus.refuses) return { ErrorCode: 'ThrottlingException', ErrorMessage: 'slow down' }
  bus.put.push(data.key)
  bus.ids.push(id)
  return { EventId: id }
}

const told = (key: string, size = 0) => ({ type: 'document.stored', data: { key, padding: 'k'.repeat(size) } })

/** The stream's record of a commit that told these events. */
function commitOf(name: string, jobs: OutboxEntry['jobs'] = [told(name)]): DynamoDBRecord {
  const atMs = Date.parse('2026-03-01T12:00:00.000Z')
  const id = idAt(uuidV7(atMs), 0)
  names.set(id, name)
  const outboxEntry: OutboxEntry = {
    id,
    orgId: 'organization',
    livemode: false,
    at: timestamp(atMs),
    publishedAt: null,
    providerId: null,
    events: [],
    jobs,
    author: null,
    audited: [],
    links: null,
  }
  const item = marshall(toItem(outboxEntries, outboxEntry), { removeUndefinedValues: true })
  const NewImage = item as NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>
  return { eventName: 'INSERT', dynamodb: { SequenceNumber: `at-${name}`, NewImage } }
}

const unreadable: DynamoDBRecord = { eventName: 'INSERT', dynamodb: { SequenceNumber: 'at-x', NewImage: {} } }
const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index))
const relay = (Records: DynamoDBRecord[]) => handler({ Records } satisfies DynamoDBStreamEvent)
/** Notes of one call are written side by side. */
const noted = () => bus.noted.toSorted()
const from = (itemIdentifier: string) => ({ batchItemFailures: [{ itemIdentifier }] })

describe('the relay of the stream', () => {
  test('puts every event on the bus once, and notes each commit', async () => {
    expect(await relay(ids(23).map((id) => commitOf(id)))).toEqual({ batchItemFailures: [] })
    expect([bus.put, noted(), bus.calls]).toEqual([ids(23), ids(23).toSorted(), [10, 10, 3]])
  })

  test('notes a commit of many events once, when all of them are there', async () => {
    const many = ids(23).map((id) => told(id))
    expect(await relay([commitOf('a', many), commitOf('b', [told('last')])])).toEqual({ batchItemFailures: [] })
    expect([bus.put, noted()]).toEqual([
      [...ids(23), 'last'],
      ['a', 'b'],
    ])
  })

  test('tells back the first commit that the bus did not take, and notes only those that it took', async () => {
    bus.refuses = '12'
    expect(await relay(ids(23).map((id) => commitOf(id)))).toEqual(from('at-12'))
    expect([bus.put, noted()]).toEqual([ids(23).toSpliced(12, 1), ids(23).toSpliced(12, 1).toSorted()])
  })

  test('tells back a commit of which a part did not arrive, and puts all of it again under the same ids', async () => {
    bus.refuses = '1'
    const half = commitOf('half', [told('0'), told('1')])
    expect(await relay([half, commitOf('whole', [told('2')])])).toEqual(from('at-half'))
    expect([bus.put, bus.noted]).toEqual([['0', '2'], ['whole']])
    bus.refuses = ''
    expect(await relay([half])).toEqual({ batchItemFailures: [] })
    expect([bus.put, bus.noted]).toEqual([
      ['0', '2', '0', '1'],
      ['whole', 'half'],
    ])
    expect(bus.ids[2]).toBe(bus.ids[0])
    expect(new Set(bus.ids).size).toBe(3)
  })

  test('puts no more than 256 KB in one call', async () => {
    const large = ['0', '1', '2'].map((id) => told(id, 120 * 1024))
    expect(await relay([commitOf('large', large)])).toEqual({ batchItemFailures: [] })
    expect([bus.put, bus.calls]).toEqual([
      ['0', '1', '2'],
      [2, 1],
    ])
  })

  test('tells back an image that is no journal', async () => {
    expect(await relay([commitOf('0'), unreadable, commitOf('1')])).toEqual(from('at-x'))
    expect(noted()).toEqual(['0', '1'])
  })

  test('has nothing to put or to note for a commit that told nothing', async () => {
    expect(await relay([commitOf('silent', [])])).toEqual({ batchItemFailures: [] })
    expect([bus.calls, bus.noted]).toEqual([[], []])
  })
})

describe('jobs that were put off', () => {
  test('come again once they are due, and are forgotten as far as the bus took them', async () => {
    const atMs = Date.parse('2026-03-01T12:00:00.000Z')
    const jobOf = (id: string, dueMs: number): PostponedJob => ({ id, ...told(id), dueAt: timestamp(dueMs) })
    const jobs = [...ids(3).map((id) => jobOf(id, atMs)), jobOf('later', atMs + 1)]
    table.stored = jobs.map((job) => marshall(toItem(postponedJobs, job), { removeUndefinedValues: true }))
    bus.refuses = '1'
    const platform = { table: tableAt(new DynamoDBClient({}), 'table'), clock: () => atMs, ids: systemIds }
    expect(await duePostponedJobs.handle(platform, jobs.map(postponedJobs.key))).toBe(2)
    expect([bus.put, table.deleted.toSorted()]).toEqual([
      ['0', '2'],
      ['POSTPONED#0', 'POSTPONED#2'],
    ])
  })
})
