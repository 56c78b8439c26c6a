import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { marshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { handler } from '../../../functions/event-relay/handler.ts'
import { toItem } from '../../../shared/store/collection.ts'
import { outbox, outboxRecord } from '../../../shared/store/outbox.ts'

/** A bus that takes all events but one, and a table that takes every note. */
const bus = { refuses: '', put: [] as string[], noted: 0 }
let server: Server

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request))
    response.setHeader('Content-Type', 'application/x-amz-json-1.1')
    if (!String(request.headers['x-amz-target']).endsWith('PutEvents')) bus.noted++
    response.end(JSON.stringify(body.Entries ? { Entries: body.Entries.map(entryFor) } : {}))
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

beforeEach(() => Object.assign(bus, { refuses: '', put: [], noted: 0 }))

afterAll(() => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  server.close()
})

function entryFor({ Detail }: { Detail: string }) {
  const { id } = JSON.parse(Detail)
  if (id === bus.refuses) return { ErrorCode: 'ThrottlingException', ErrorMessage: 'slow down' }
  bus.put.push(id)
  return { EventId: id }
}

function imageOf(id: string): DynamoDBRecord {
  const event = { id, type: 'document.stored', createdAt: '2026-03-01T12:00:00.000Z', data: { key: id } }
  const item = marshall(toItem(outbox, outboxRecord({ audience: 'internal', event })), { removeUndefinedValues: true })
  const NewImage = item as NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>
  return { eventName: 'INSERT', dynamodb: { SequenceNumber: `at-${id}`, NewImage } }
}

const unreadable: DynamoDBRecord = { eventName: 'INSERT', dynamodb: { SequenceNumber: 'at-x', NewImage: {} } }
const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index))
const relay = (Records: DynamoDBRecord[]) => handler({ Records } satisfies DynamoDBStreamEvent)
const from = (itemIdentifier: string) => ({ batchItemFailures: [{ itemIdentifier }] })

describe('the relay of the stream', () => {
  test('puts every event on the bus once, and notes each', async () => {
    expect(await relay(ids(23).map(imageOf))).toEqual({ batchItemFailures: [] })
    expect([bus.put, bus.noted]).toEqual([ids(23), 23])
  })

  test('tells back the first event that the bus did not take, and notes only those that it took', async () => {
    bus.refuses = '12'
    expect(await relay(ids(23).map(imageOf))).toEqual(from('at-12'))
    expect([bus.put.includes('12'), bus.noted]).toEqual([false, 22])
  })

  test('tells back an image that is no event', async () => {
    expect(await relay([imageOf('0'), unreadable, imageOf('1')])).toEqual(from('at-x'))
  })
})
