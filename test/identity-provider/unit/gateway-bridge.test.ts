import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { expect, test } from 'vitest'
import { answerThrough, issuerOf } from '../../../functions/identity-provider/provider/gateway-bridge.ts'
import { incomingFrom } from '../../../shared/http/incoming.ts'
import { gatewayEvent, issuer } from './auth-service.ts'

/** Answers with what it received. */
async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request
  response.setHeader('Set-Cookie', ['a=1', 'b=2'])
  response.statusCode = 203
  response.end(JSON.stringify({ method, url, headers, body: await text(request) }))
}

async function answered(event: APIGatewayProxyEvent, trustedProxies: readonly string[] = []) {
  return await answerThrough(echo, { ...event, incoming: incomingFrom(event, trustedProxies) })
}

async function received(event: APIGatewayProxyEvent, trustedProxies: readonly string[] = []) {
  return JSON.parse(String((await answered(event, trustedProxies)).body))
}

test('repeated and encoded query parameters arrive as they were sent', async () => {
  const event = gatewayEvent('GET', '/oauth/v2/authorize')
  const multiValueQueryStringParameters = { scope: ['a b&c'], resource: ['https://x.test/?q=1', 'urn:y'], empty: [''] }
  const { url } = await received({ ...event, multiValueQueryStringParameters })
  const { pathname, searchParams } = new URL(url, 'https://any.test')
  expect(pathname).toBe('/oauth/v2/authorize')
  expect([...searchParams]).toEqual([
    ['scope', 'a b&c'],
    ['resource', 'https://x.test/?q=1'],
    ['resource', 'urn:y'],
    ['empty', ''],
  ])
})

test('a body arrives whole, encoded or not, whatever length the client claimed', async () => {
  const headers = { 'Content-Length': '3', 'Transfer-Encoding': 'chunked' }
  const plain = gatewayEvent('POST', '/', { headers, body: 'name=é' })
  const encoded = { ...plain, body: Buffer.from('name=é').toString('base64'), isBase64Encoded: true }
  for (const event of [plain, encoded]) {
    const request = await received(event)
    expect(request.body).toBe('name=é')
    expect(request.headers).toMatchObject({ 'content-length': '7' })
    expect(request.headers).not.toHaveProperty('transfer-encoding')
  }
})

test('the host and protocol are those of the gateway, and several values of a header are kept', async () => {
  const event = gatewayEvent('GET', '/', { headers: { 'X-Forwarded-Host': 'forged.test' } })
  const multiValueHeaders = { ...event.multiValueHeaders, Accept: ['text/html', 'application/json'] }
  const { headers } = await received({ ...event, multiValueHeaders })
  expect(headers).toMatchObject({
    host: 'sign-in.test',
    'x-forwarded-proto': 'https',
    accept: 'text/html, application/json',
  })
  expect(headers).not.toHaveProperty('x-forwarded-host')
})

test.each([
  ['the peer, whatever the client claims', '198.51.100.9', [], '203.0.113.7'],
  ['whom a proxy of ours speaks for', '198.51.100.9', ['203.0.113.0/24'], '198.51.100.9'],
  ['the last hop before our proxies', '192.0.2.1, 198.51.100.9', ['203.0.113.0/24'], '198.51.100.9'],
])('who asks is %s', async (_, claimed, proxies, expected) => {
  const { headers } = await received(gatewayEvent('GET', '/', { headers: { 'X-Forwarded-For': claimed } }), proxies)
  expect(headers['x-forwarded-for']).toBe(expected)
})

test('the answer keeps its status and each value of a repeated header', async () => {
  const answer = await answered(gatewayEvent('GET', '/'))
  expect(answer.statusCode).toBe(203)
  expect(answer.multiValueHeaders?.['set-cookie']).toEqual(['a=1', 'b=2'])
})

test.each([
  ['/auth/oauth/v2/token', '/oauth/v2/token', issuer],
  ['/oauth/v2/token', '/oauth/v2/token', 'https://sign-in.test'],
  ['/prod', '/', 'https://sign-in.test'],
])('an event of %s at %s is of the issuer %s', (requestPath, path, expected) => {
  const event = gatewayEvent('GET', path)
  expect(issuerOf({ ...event, requestContext: { ...event.requestContext, path: requestPath } })).toBe(expected)
})
