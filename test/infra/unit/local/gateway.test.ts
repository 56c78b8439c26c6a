import { createHash } from 'node:crypto'
import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Gateway, openGateway } from '../../../../infra/local/gateway.ts'
import { type HostedFunctions, hostFunctions } from './hosted-functions.ts'

const middy = import.meta.resolve('@middy/core')
const streamify = import.meta.resolve('@middy/core/StreamifyResponse')

const echo = 'export const handler = async (event) => ({ statusCode: 200, body: JSON.stringify(event) })'

/** A download as the functions make them: middy in its streaming mode, with a stream as the body. */
const download = `
  import { Readable } from 'node:stream'
  import middy from ${JSON.stringify(middy)}
  import { executionModeStreamifyResponse } from ${JSON.stringify(streamify)}
  const bytes = Buffer.from(Uint8Array.from({ length: 8 * 1024 * 1024 }, (_, index) => index % 251))
  const answer = async (event) => event.queryStringParameters?.fails
    ? Promise.reject(new Error('no'))
    : { statusCode: 200, headers: { 'Content-Type': 'application/pdf' }, body: event.queryStringParameters?.text ?? Readable.from([bytes]) }
  export const handler = middy({ executionMode: executionModeStreamifyResponse }).handler(answer)`

const integration = (name: string, more = {}) => ({
  'x-amazon-apigateway-integration': {
    type: 'aws_proxy',
    uri: `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:123456789012:function:${name}/invocations`,
    ...more,
  },
})

const template = (code: string) => ({ responseTemplates: { 'application/json': `{"error":{"code":"${code}"}}` } })
const definition = {
  paths: {
    '/echo': { 'x-amazon-apigateway-any-method': integration('echo') },
    '/throws': { get: integration('throws') },
    '/never': { get: integration('never', { timeoutInMillis: 50 }) },
    '/text': { get: integration('text') },
    '/download': { get: integration('download', { responseTransferMode: 'STREAM' }) },
    '/download-never': { get: integration('never', { responseTransferMode: 'STREAM', timeoutInMillis: 50 }) },
    '/download-buffered': { get: integration('text', { responseTransferMode: 'STREAM' }) },
    '/buffered-download': { get: integration('download') },
  },
  'x-amazon-apigateway-gateway-responses': {
    MISSING_AUTHENTICATION_TOKEN: { statusCode: 404, ...template('not_found') },
    REQUEST_TOO_LARGE: template('payload_too_large'),
    INTEGRATION_TIMEOUT: { statusCode: 503, ...template('timeout') },
    DEFAULT_5XX: { statusCode: 500, ...template('internal_error') },
  },
  'x-amazon-apigateway-binary-media-types': ['application/pdf'],
}

let functions: HostedFunctions
let gateway: Gateway
const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${gateway.port}${path}`, init)
const send = (bytes: number, contentType: string) =>
  ask('/echo', { method: 'POST', body: Buffer.alloc(bytes, 'x'), headers: { 'Content-Type': contentType } })

beforeAll(async () => {
  functions = await hostFunctions({
    echo: { code: echo },
    throws: { code: 'export const handler = async () => { throw new Error("no") }' },
    never: { code: 'export const handler = () => new Promise(() => {})', timeoutSeconds: 1 },
    text: { code: "export const handler = () => 'text'" },
    download: { code: download, memoryMegabytes: 256 },
  })
  gateway = await openGateway(0)
})
afterAll(async () => {
  await gateway.close()
  await functions.close()
})

describe('the gateway', () => {
  it('answers 503 until it serves', async () => {
    expect((await ask('/echo')).status).toBe(503)
    const api = { stage: 'prod', definition, compressedFromBytes: 1024 }
    gateway.serve(
      [
        { ...api, id: 'main', mount: '' },
        { ...api, id: 'identity', mount: '/auth' },
      ],
      functions,
    )
    expect((await ask('/echo')).status).toBe(200)
  })

  it.each([
    ['/echo', 'main', '/echo', '/echo'],
    ['/auth/echo', 'identity', '/echo', '/auth/echo'],
  ])('serves %s from the %s API', async (url, apiId, path, contextPath) => {
    const event = await (await ask(`${url}?a=1`)).json()
    expect(event).toMatchObject({
      path,
      queryStringParameters: { a: '1' },
      requestContext: { apiId, path: contextPath },
    })
  })

  it.each([
    ['a=1;b=2', { a: '1', b: '2' }],
    ['a=1%3Bb=2', { a: '1;b=2' }],
    ['a=1%7C2', { a: '1|2' }],
    ['a=50%25', { a: '50%' }],
    ['a=%2525', { a: '%25' }],
    ['a=b+c', { a: 'b c' }],
    ['a=/?&b=?', { a: '/?', b: '?' }],
  ])('reads the query %s as API Gateway does', async (query, queryStringParameters) => {
    expect(await (await ask(`/echo?${query}`)).json()).toMatchObject({ queryStringParameters })
  })

  it('refuses a pipe in a query that is not encoded', async () => {
    const response = await ask('/echo?a=1|2')
    expect([response.status, await response.text()]).toEqual([400, 'Bad Request'])
  })

  it('compresses a large answer for those who accept it', async () => {
    const large = `/echo?a=${'x'.repeat(2000)}`
    const encodingOf = async (path: string, accept: string) =>
      (await ask(path, { headers: { 'Accept-Encoding': accept } })).headers.get('content-encoding')
    expect(await encodingOf(large, 'gzip, br')).toBe('gzip')
    expect(await encodingOf(large, 'identity')).toBeNull()
    expect(await encodingOf('/text', 'gzip')).toBeNull()
    expect(await (await ask(large)).json()).toMatchObject({ path: '/echo' })
  })

  it('tells where a request came from', async () => {
    const event = await (await ask('/echo', { headers: { 'X-Forwarded-For': '203.0.113.9' } })).json()
    expect(event).toMatchObject({
      headers: { 'X-Forwarded-For': '203.0.113.9, 127.0.0.1' },
      requestContext: { identity: { sourceIp: '127.0.0.1' } },
    })
  })

  it.each([
    ['/nowhere', 404, 'not_found'],
    ['/auth/nowhere', 404, 'not_found'],
    ['/throws', 500, 'internal_error'],
    ['/never', 503, 'timeout'],
    ['/text', 500, 'internal_error'],
    ['/download?fails=1', 500, 'internal_error'],
    ['/download-never', 503, 'timeout'],
    ['/download-buffered', 500, 'internal_error'],
    ['/buffered-download?text=t', 500, 'internal_error'],
  ])('answers %s with %i %s in the template of the API', async (path, status, code) => {
    const response = await ask(path)
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ error: { code } })
  })

  it.each([
    ['over 10 MB', 10 * 1024 * 1024 + 1, 'text/plain', 413],
    ['over 6 MB once it is an event', 6 * 1024 * 1024, 'text/plain', 413],
    ['over 6 MB once it is base64', 4.5 * 1024 * 1024, 'application/pdf', 413],
    ['that Lambda takes', 4 * 1024 * 1024, 'text/plain', 200],
  ])('answers a body %s', async (_, bytes, contentType, status) => {
    const response = await send(bytes, contentType)
    const answer = await response.json()
    expect(response.status).toBe(status)
    if (status === 413) expect(answer).toEqual({ error: { code: 'payload_too_large' } })
  })
})

describe('a streamed download', () => {
  it('is larger than a buffered answer may be, and whole', async () => {
    const response = await ask('/download')
    expect(response.headers.get('content-type')).toBe('application/pdf')
    const digest = createHash('sha256')
      .update(new Uint8Array(await response.arrayBuffer()))
      .digest('hex')
    const expected = Buffer.from(Uint8Array.from({ length: 8 * 1024 * 1024 }, (_, index) => index % 251))
    expect(digest).toBe(createHash('sha256').update(expected).digest('hex'))
  })

  it('may be a text', async () => {
    expect(await (await ask('/download?text=short')).text()).toBe('short')
  })

  it('that nobody reads to its end does not hold the function', async () => {
    for (let reader = 0; reader < 5; reader++) {
      const response = await ask('/download')
      await response.body?.cancel()
    }
    expect((await ask('/download')).status).toBe(200)
  })
})

describe('a path that is none', () => {
  it.each(['//', '//[', '//host:port/', 'http://elsewhere/'])(
    '%s is not found, and the gateway goes on',
    async (path) => {
      const status = await new Promise((resolve, reject) => {
        get({ port: gateway.port, path }, (answer) => resolve(answer.resume().statusCode)).on('error', reject)
      })
      expect(status).toBe(404)
      expect((await ask('/echo')).status).toBe(200)
    },
  )
})

it('lets a request under way end when it is closed', async () => {
  const closing = await openGateway(0)
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<{ payload: string }>()
  const invoke = () => {
    asked.resolve()
    return answered.promise
  }
  const api = { id: 'main', mount: '', stage: 'prod', definition, compressedFromBytes: null }
  closing.serve([api], { ...functions, invoke })
  const answer = fetch(`http://127.0.0.1:${closing.port}/echo`)
  await asked.promise
  const closed = closing.close(60_000)
  answered.resolve({ payload: '{"statusCode":201}' })
  expect((await answer).status).toBe(201)
  await closed
})
