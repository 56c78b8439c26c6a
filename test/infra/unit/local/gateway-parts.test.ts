import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compressed, functionAnswer, gatewayAnswer } from '../../../../infra/local/gateway-answer.ts'
import { createProxyEvent, isBinary } from '../../../../infra/local/gateway-event.ts'
import { findRoute, readRoutes } from '../../../../infra/local/gateway-routes.ts'

const integration = (name: string, more = {}) => ({
  'x-amazon-apigateway-integration': {
    type: 'aws_proxy',
    httpMethod: 'POST',
    uri: `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:123456789012:function:${name}/invocations`,
    ...more,
  },
})

const routes = readRoutes({
  paths: {
    '/': { get: integration('root') },
    '/v1/contacts': { get: integration('list'), post: integration('create') },
    '/v1/contacts/{contactId}': { get: integration('read'), 'x-amazon-apigateway-any-method': integration('any') },
    '/v1/contacts/export': { get: integration('export') },
    '/v1/{other}/{id}/document': {
      get: integration('document', { responseTransferMode: 'STREAM', timeoutInMillis: 900_000 }),
    },
    '/pages/{page+}': { get: integration('pages') },
  },
})

describe('a route', () => {
  it.each([
    ['GET', '/', 'root', {}],
    ['GET', '/v1/contacts', 'list', {}],
    ['GET', '/v1/contacts/', 'list', {}],
    ['POST', '/v1/contacts', 'create', {}],
    ['GET', '/v1/contacts/7', 'read', { contactId: '7' }],
    ['GET', '/v1/contacts/export', 'export', {}],
    ['DELETE', '/v1/contacts/7', 'any', { contactId: '7' }],
    // Path parameters stay as they were sent.
    ['GET', '/v1/contacts/a%2Fb', 'read', { contactId: 'a%2Fb' }],
    ['GET', '/v1/contacts/50%25', 'read', { contactId: '50%25' }],
    ['GET', '/v1/contacts/a;b=c', 'read', { contactId: 'a;b=c' }],
    ['GET', '/v1/contacts/a|b', 'read', { contactId: 'a|b' }],
    ['GET', '/v1/contacts/7/document', 'document', { other: 'contacts', id: '7' }],
    ['GET', '/pages/a/b', 'pages', { page: 'a/b' }],
  ])('%s %s leads to %s', (method, path, name, pathParameters) => {
    const match = findRoute(routes, method, path)
    expect(match?.route.functionArn.split(':').at(-1)).toBe(name)
    expect(match?.pathParameters).toEqual(pathParameters)
  })

  it.each([
    ['PUT', '/v1/contacts'],
    ['GET', '/v1'],
    ['GET', '/v1//7/document'],
    ['GET', '/pages'],
    ['GET', '/v1/contacts/7/other'],
  ])('%s %s leads nowhere', (method, path) => {
    expect(findRoute(routes, method, path)).toBeUndefined()
  })

  it('knows its mode and its time limit', () => {
    expect(findRoute(routes, 'GET', '/v1/a/b/document')?.route).toMatchObject({
      responseStreaming: true,
      timeoutMs: 900_000,
    })
    expect(findRoute(routes, 'GET', '/')?.route).toMatchObject({ responseStreaming: false, timeoutMs: 29_000 })
  })
})

const request = {
  method: 'POST',
  path: '/v1/contacts',
  query: new URLSearchParams('tag=a&tag=b&name=J%C3%A9r%C3%B4me+B'),
  rawHeaders: ['Host', 'localhost:4000', 'X-Forwarded-For', '203.0.113.9', 'Accept', 'a/b', 'accept', 'c/d'],
  body: Buffer.from('{"é":1}'),
  sourceAddress: '127.0.0.1',
  port: 4000,
}
const context = {
  requestId: 'id',
  timeMs: 0,
  apiId: 'api',
  stage: 'prod',
  resource: '/v1/contacts',
  mount: '/auth',
  pathParameters: {},
  binaryMediaTypes: ['multipart/form-data'],
}

describe('a proxy event', () => {
  it('has the request as version 1.0 describes it', () => {
    const event = createProxyEvent(request, context)
    expect(event).toMatchObject({
      path: '/v1/contacts',
      httpMethod: 'POST',
      headers: { Host: 'localhost:4000', Accept: 'c/d' },
      multiValueHeaders: { Accept: ['a/b', 'c/d'] },
      queryStringParameters: { tag: 'b', name: 'Jérôme B' },
      multiValueQueryStringParameters: { tag: ['a', 'b'] },
      pathParameters: null,
      body: '{"é":1}',
      isBase64Encoded: false,
      requestContext: {
        requestTime: '01/Jan/1970:00:00:00 +0000',
        path: '/auth/v1/contacts',
        stage: 'prod',
        domainName: 'localhost:4000',
        identity: { sourceIp: '127.0.0.1' },
      },
    })
  })

  it('appends the gateway to the chain of forwarders and overwrites the rest', () => {
    const { headers, multiValueHeaders } = createProxyEvent(request, context)
    expect(headers['X-Forwarded-For']).toBe('203.0.113.9, 127.0.0.1')
    expect(multiValueHeaders['X-Forwarded-Proto']).toEqual(['http'])
  })

  it('carries every byte of a binary body', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        const rawHeaders = ['Content-Type', 'multipart/form-data; boundary=x']
        const event = createProxyEvent({ ...request, rawHeaders, body: Buffer.from(bytes) }, context)
        expect(event.isBase64Encoded).toBe(true)
        expect(Buffer.from(event.body ?? '', 'base64')).toEqual(Buffer.from(bytes))
      }),
    )
  })

  it.each([
    ['multipart/form-data; boundary="a"', ['multipart/form-data'], true],
    ['image/png', ['image/*'], true],
    ['application/json', ['*/*'], true],
    [undefined, ['application/pdf'], false],
    ['text/html, application/pdf', ['application/pdf'], false],
  ])('%s is binary among %s: %s', (header, types, expected) => {
    expect(isBinary(header, types)).toBe(expected)
  })
})

describe('what the gateway refuses', () => {
  const definition = {
    'x-amazon-apigateway-gateway-responses': {
      MISSING_AUTHENTICATION_TOKEN: {
        statusCode: 404,
        responseParameters: {
          'gatewayresponse.header.X-Request-Id': 'context.requestId',
          'gatewayresponse.header.X-A': "'b'",
        },
        responseTemplates: {
          'application/json':
            '{"error":{"code":"not_found","message":$context.error.messageString,"id":"$context.requestId"}}',
        },
      },
      DEFAULT_5XX: { responseTemplates: { 'application/json': '{"error":{"code":"internal_error"}}' } },
      INTEGRATION_TIMEOUT: { statusCode: '503', responseTemplates: { 'application/json': '{}' } },
    },
  }

  it('is answered as the definition says', () => {
    const { status, headers, body } = gatewayAnswer(definition, 'MISSING_AUTHENTICATION_TOKEN', { requestId: 'r1' })
    expect(status).toBe(404)
    expect(headers).toEqual({ 'Content-Type': 'application/json', 'X-Request-Id': 'r1', 'X-A': 'b' })
    expect(JSON.parse(body.toString())).toEqual({
      error: { code: 'not_found', message: 'Missing Authentication Token', id: 'r1' },
    })
  })

  it('is a page for a browser, where the definition has one', () => {
    const types = { responseTemplates: { 'application/json': '{}', 'text/html': '<h1>Too large</h1>' } }
    const both = { 'x-amazon-apigateway-gateway-responses': { REQUEST_TOO_LARGE: types } }
    const typeFor = (accept?: string) =>
      gatewayAnswer(both, 'REQUEST_TOO_LARGE', { requestId: 'r', accept }).headers['Content-Type']
    expect(['text/html,application/xml;q=0.9,*/*;q=0.8', '*/*', 'application/json', undefined].map(typeFor)).toEqual([
      'text/html',
      'application/json',
      'application/json',
      'application/json',
    ])
  })

  it('falls back to the class of the status, then to the gateway itself', () => {
    expect(gatewayAnswer(definition, 'INTEGRATION_FAILURE', { requestId: 'r' })).toMatchObject({
      status: 502,
      body: Buffer.from('{"error":{"code":"internal_error"}}'),
    })
    expect(gatewayAnswer(definition, 'INTEGRATION_TIMEOUT', { requestId: 'r' }).status).toBe(503)
    expect(gatewayAnswer(definition, 'REQUEST_TOO_LARGE', { requestId: 'r' })).toMatchObject({
      status: 413,
      body: Buffer.from('{"message":"Request Too Long"}'),
    })
  })
})

describe("a function's answer", () => {
  const answered = (answer: unknown, accept?: string) =>
    functionAnswer(JSON.stringify(answer), accept, ['application/pdf'])

  it('becomes status, headers and body', () => {
    const answer = {
      statusCode: 201,
      headers: { ETag: 'W/"1"' },
      multiValueHeaders: { 'Set-Cookie': ['a', 'b'] },
      body: 'é',
    }
    expect(answered(answer)).toEqual({
      status: 201,
      headers: { 'Content-Type': 'application/json', ETag: 'W/"1"', 'Set-Cookie': ['a', 'b'] },
      body: Buffer.from('é'),
    })
  })

  it('is decoded from base64 only for a client that accepts a binary type first', () => {
    const answer = { statusCode: 200, body: 'AP8=', isBase64Encoded: true }
    expect(answered(answer, 'application/pdf')?.body).toEqual(Buffer.from([0, 255]))
    expect(answered(answer, 'text/html, application/pdf')?.body).toEqual(Buffer.from('AP8='))
  })

  it('loses the header names that API Gateway keeps for itself', () => {
    const headers = { 'WWW-Authenticate': 'Bearer', 'Content-Length': '5', Date: 'now' }
    expect(answered({ statusCode: 401, headers })?.headers).toMatchObject({
      'x-amzn-Remapped-WWW-Authenticate': 'Bearer',
      'x-amzn-Remapped-Date': 'now',
    })
    expect(answered({ statusCode: 401, headers })?.headers).not.toHaveProperty('Content-Length')
  })

  it.each([
    [null],
    ['text'],
    [[]],
    [{ statusCode: 'x' }],
    [{ statusCode: 99 }],
    [{ body: {} }],
    [{ statusCode: 200, extra: 1 }],
  ])('%j is malformed', (answer) => {
    expect(answered(answer)).toBeUndefined()
  })
})

describe('compression', () => {
  const answer = (headers = {}) => ({ status: 200, headers, body: Buffer.alloc(2000, 'a') })

  it.each<[string, ReturnType<typeof answer>, string | undefined, number | null, boolean]>([
    ['a large answer', answer(), 'gzip, deflate, br', 1024, true],
    ['the one size that is large enough', answer(), 'GZIP;q=0.5', 2000, true],
    ['a smaller one', answer(), 'gzip', 2001, false],
    ['what the function has encoded', answer({ 'content-encoding': 'br' }), 'gzip', 1, false],
    ['for a client that says nothing', answer(), undefined, 1, false],
    ['for a client that takes anything', answer(), '*', 1, false],
    ['for a client that refuses it', answer(), 'gzip;q=0, identity', 1, false],
    ['for an API that does not compress', answer(), 'gzip', null, false],
  ])('%s', (_, given, accept, fromBytes, expected) => {
    const { headers, body } = compressed(given, accept, fromBytes)
    expect(headers['Content-Encoding']).toBe(expected ? 'gzip' : undefined)
    expect(expected ? gunzipSync(body) : body).toEqual(given.body)
  })
})
