import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from 'aws-lambda'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { refuse } from '../../../../shared/errors/refusal.ts'
import { type Answerer, gatewayHandler } from '../../../../shared/http/gateway-handler.ts'
import { type LazyOperations, loadOperations } from '../../../../shared/http/lazy-operations.ts'
import type { HttpEvent } from '../../../../shared/http/middleware/http-middleware.ts'
import { operation } from '../../../../shared/http/operation.ts'
import { reply } from '../../../../shared/http/reply.ts'
import { systemClock } from '../../../../shared/platform/clock.ts'

const ping = operation({
  id: 'ping',
  method: 'GET',
  path: '/v1/ping',
  tag: 'Ping',
  summary: 'Answer',
  access: { to: 'anyone' },
  responses: { 200: v.object({ pong: v.boolean() }) },
  errors: [],
  async handle() {
    return reply(200, { pong: true })
  },
})

/** What API Gateway sends, as far as the handler looks at it. */
function eventOf(headers: Record<string, string> = {}, resource = '/v1/ping'): HttpEvent {
  const identity = { sourceIp: '203.0.113.5' }
  const requestContext = { requestId: 'gateway-1', path: `/live${resource}`, identity, domainName: 'api.example.com' }
  const event = { httpMethod: 'GET', resource, path: resource, headers, requestContext, isBase64Encoded: false }
  return event as unknown as HttpEvent
}

function contextWith(remainingMs: number): Context {
  const context: Partial<Context> = { functionName: 'ping', getRemainingTimeInMillis: () => remainingMs }
  return context as Context
}

async function handled(answer: Answerer, { remainingMs = 29_000, event = eventOf() } = {}) {
  return await handlerOf({ 'GET /v1/ping': async () => ({ ping }) }, answer)(event, remainingMs)
}

function handlerOf(operations: LazyOperations, answer: Answerer) {
  const handler = gatewayHandler(operations, answer, { streams: false })
  return async (event: HttpEvent, remainingMs = 29_000) => {
    const outcome = await handler(event, contextWith(remainingMs))
    return { ...outcome, parsed: JSON.parse(String(outcome.body)) }
  }
}

beforeEach(() => {
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT')
})
afterEach(() => {
  vi.unstubAllEnvs()
})

describe('the handler of a group', () => {
  test('answers timeout a second before its time is over, and tells the work to write nothing more', async () => {
    const told = Promise.withResolvers<boolean>()
    const given: string[] = []
    const slow: Answerer = async (_operation, _incoming, signal, tell) => {
      tell({ headers: { 'RateLimit-Limit': '600' }, giveBack: async () => void given.push('back') })
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      told.resolve(signal.aborted)
      signal.throwIfAborted()
      return { answer: reply(200, {}), headers: {} }
    }
    const started = systemClock()
    const answer = await handled(slow, { remainingMs: 1_020 })
    expect(answer).toMatchObject({ statusCode: 503, parsed: { error: { code: 'timeout' } } })
    expect(systemClock() - started).toBeLessThan(1_020)
    expect(answer.headers).toMatchObject({ 'X-Request-Id': 'gateway-1', 'RateLimit-Limit': '600' })
    expect(await told.promise).toBe(true)
    // Before the answer: the function may stand still after it.
    expect(given).toEqual(['back'])
  })

  test('answers in time what is done in time', async () => {
    const answer = await handled(async () => {
      await pause(5)
      return { answer: reply(200, { pong: true }), headers: { 'RateLimit-Limit': '600' } }
    })
    expect(answer).toMatchObject({ statusCode: 200, parsed: { pong: true } })
    expect(answer.headers).toMatchObject({ 'RateLimit-Limit': '600', 'Cache-Control': 'no-store' })
  })

  test.each([new Error('a secret of ours'), 'a secret of ours', { secret: 1 }, null])(
    'answers internal_error for whatever is thrown (%s), and tells nothing of it',
    async (thrown) => {
      const answer = await handled(
        async () => {
          throw thrown
        },
        { event: eventOf({ 'x-request-id': 'mine' }) },
      )
      expect(answer).toMatchObject({ statusCode: 500, parsed: { error: { code: 'internal_error' } } })
      expect(answer.headers['X-Request-Id']).toBe('mine')
      expect(String(answer.body)).not.toContain('secret')
    },
  )

  test('answers a refusal in the contract’s shape, with the headers that belong to it', async () => {
    const refusal = refuse('rate_limited', 'Wait.', { limit: 1, retryAfterSeconds: 9 })
    const answer = await handled(async () => ({
      answer: { ...refusal, headers: { 'Retry-After': '9' } },
      headers: { 'RateLimit-Limit': '1' },
    }))
    expect(answer.statusCode).toBe(429)
    expect(answer.parsed).toEqual({
      error: { code: 'rate_limited', message: 'Wait.', details: { limit: 1, retryAfterSeconds: 9 } },
    })
    expect(answer.headers).toMatchObject({ 'Retry-After': '9', 'RateLimit-Limit': '1' })
  })

  test('answers not_found where the group has no such operation', async () => {
    const answer = await handled(async () => ({ answer: reply(200, {}), headers: {} }), {
      event: eventOf({}, '/v1/other'),
    })
    expect(answer).toMatchObject({ statusCode: 404, parsed: { error: { code: 'not_found' } } })
  })

  test('repeats a recorded answer and says that it does', async () => {
    const body = { in: 'item', text: '{"pong":true}' } as const
    const replayed = { status: 201, headers: { ETag: 'W/"1"', 'Content-Type': 'application/json' }, body }
    const answer = await handled(async () => ({ answer: { replayed }, headers: {} }))
    expect(answer).toMatchObject({ statusCode: 201, body: '{"pong":true}' })
    expect(answer.headers).toMatchObject({ ETag: 'W/"1"', 'Idempotent-Replayed': 'true', 'Cache-Control': 'no-store' })
  })
})

describe('a JSON body', () => {
  const seen: Answerer = async (_operation, { json }) => ({ answer: reply(200, { json }), headers: {} })
  const typed = (type: string) => eventOf({ 'CONTENT-type': type })
  const json = typed('application/json ; charset=utf-8')

  test.each([
    ['as text', { ...json, body: '{"a":"é"}' }, { value: { a: 'é' } }],
    ['in base64', { ...json, body: btoa('{"a":1}'), isBase64Encoded: true }, { value: { a: 1 } }],
    ['that is none', { ...json, body: '{' }, { fault: 'malformed' }],
    ['with a forbidden key', { ...json, body: '{"__proto__":{}}' }, { fault: 'malformed' }],
    ['with half of a character', { ...json, body: String.raw`{"a":"\ud800"}` }, { fault: 'half_character' }],
    ['declared as something else', { ...typed('text/json'), body: '{}' }, { fault: 'content_type' }],
    ['without a declared type', { ...eventOf(), body: '{}' }, { fault: 'content_type' }],
    ['that is empty', { ...json, body: '' }, null],
    ['that is absent', { ...json, body: null }, null],
    ['larger than any operation takes', { ...json, body: `"${'x'.repeat(2 * 1024 * 1024)}"` }, null],
  ])('%s arrives with its value or its fault', async (_, event, expected) => {
    const answer = await handled(seen, { event })
    expect(answer).toMatchObject({ statusCode: 200, parsed: { json: expected } })
  })

  test('is still there as the bytes that were sent', async () => {
    const bytes: Answerer = async (_operation, { body }) => ({ answer: reply(200, body.toString('utf8')), headers: {} })
    expect(await handled(bytes, { event: { ...json, body: ' {"a":1}' } })).toMatchObject({ parsed: ' {"a":1}' })
  })
})

describe('the operations of a function', () => {
  const answer: Answerer = async ({ id }) => ({ answer: reply(200, { id }), headers: {} })
  const answered = { statusCode: 200, parsed: { id: 'ping' } }

  function lazy(load: () => Promise<object>) {
    const loading = vi.fn(load)
    return { loading, handle: handlerOf({ 'GET /v1/ping': loading }, answer) }
  }

  test('are loaded by requests for their own route only', async () => {
    const { loading, handle } = lazy(async () => ({ other: 'a constant', ping }))
    expect(await handle(eventOf({}, '/v1/other'))).toMatchObject({ statusCode: 404 })
    expect(await handle({ ...eventOf(), httpMethod: 'OPTIONS' })).toMatchObject({ statusCode: 404 })
    expect(loading).not.toHaveBeenCalled()
    expect(await handle(eventOf())).toMatchObject(answered)
  })

  test('answer internal_error while they cannot be loaded, and are loaded again by the next request', async () => {
    const { loading, handle } = lazy(async () => ({ ping }))
    loading.mockRejectedValueOnce(new Error('EMFILE: too many open files'))
    expect(await handle(eventOf())).toMatchObject({ statusCode: 500, parsed: { error: { code: 'internal_error' } } })
    expect(await handle(eventOf())).toMatchObject(answered)
  })

  test('declare the method and path that the list names', async () => {
    const operations = { 'POST /v1/ping': async () => ({ ping }) }
    await expect(loadOperations(operations)).rejects.toThrow('The module listed for "POST /v1/ping"')
    expect(await loadOperations({ 'GET /v1/ping': async () => ({ ping }) })).toEqual([ping])
  })
})
