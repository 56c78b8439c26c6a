import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { objectCalls, recordCalls } from '../../../../shared/platform/aws-calls.ts'
import { reserve } from '../../../../shared/store/idempotency.ts'
import { getItem, tableFrom } from '../../../../shared/store/table.ts'

/** A DynamoDB that answers each call as the test says, or not at all. */
const calls: ServerResponse[] = []
const server = createServer((request, response) => {
  request.resume()
  calls.push(response)
})

beforeEach(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://127.0.0.1:${port}`)
  vi.stubEnv('AWS_REGION', 'eu-west-3')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  calls.length = 0
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

/** More than the SDK ever pauses before its second or third try, and far less than a call may take. */
const longestPauseMs = 1_000

/** The nth call, when it has arrived; the SDK's pause before it passes meanwhile. */
async function call(number: number): Promise<ServerResponse> {
  for (let passedMs = 0; ; await turn()) {
    const response = calls[number - 1]
    if (response) return response
    if (number === 1 || passedMs >= longestPauseMs) continue
    await vi.advanceTimersByTimeAsync(10)
    passedMs += 10
  }
}

function answer(response: ServerResponse): void {
  response.setHeader('Content-Type', 'application/x-amz-json-1.0').end('{"Item":{"PK":{"S":"a"}}}')
}

const key = { PK: 'a', SK: 'a' }

test('a call that is never answered costs a wait, and the answer of the next try is the answer', async () => {
  const reading = getItem(tableFrom('table'), key)
  await call(1)
  await vi.advanceTimersByTimeAsync(recordCalls.requestHandler.requestTimeout)
  answer(await call(2))
  expect(await reading).toEqual({ PK: 'a' })
  expect(calls).toHaveLength(2)
})

test('the third call that is not answered is the last', async () => {
  const reading = getItem(tableFrom('table'), key).catch((error: Error) => error.name)
  for (const number of [1, 2, 3]) {
    await call(number)
    await vi.advanceTimersByTimeAsync(recordCalls.requestHandler.requestTimeout)
  }
  expect(await reading).toBe('TimeoutError')
  expect(calls).toHaveLength(3)
})

test('a thread that is held up while it connects hears of its connection, and gives up no call', async () => {
  let connections = 0
  // Behind what the SDK does in one go with the socket, and before the socket is heard of.
  const holdUp = () => {
    connections += 1
    if (connections === 1) queueMicrotask(() => vi.advanceTimersByTime(1_500))
  }
  subscribe('net.client.socket', holdUp)
  const reading = getItem(tableFrom('table'), key)
  answer(await call(1))
  expect(await reading).toEqual({ PK: 'a' })
  unsubscribe('net.client.socket', holdUp)
  expect(connections).toBe(1)
})

test.each([
  ['records', recordCalls],
  ['objects', objectCalls],
])('all tries of a call of %s together end before our own deadline', (_, { maxAttempts, requestHandler }) => {
  const { requestTimeout, connectionTimeout } = requestHandler
  expect(connectionTimeout).toBeLessThan(requestTimeout)
  expect(maxAttempts * requestTimeout + (maxAttempts - 1) * longestPauseMs).toBeLessThan(25_000)
})

test('a write that a transaction stands in the way of is tried again', async () => {
  const writing = reserve(tableFrom('table'), { principalId: 'a', key: 'k', arrivalId: 'r', fingerprint: 'f' }, 0)
  const conflict = await call(1)
  conflict.statusCode = 400
  conflict.end('{"__type":"com.amazonaws.dynamodb.v20120810#TransactionConflictException","message":"ongoing"}')
  answer(await call(2))
  expect(await writing).toMatchObject({ mine: { holder: 'r' } })
})
