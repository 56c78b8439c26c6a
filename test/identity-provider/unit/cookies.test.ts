import { afterAll, beforeAll, expect, test } from 'vitest'
import { zeroMacKeys } from '../../support/mac-keys.ts'
import { gatewayEvent, jsonOf, startAuthService } from './auth-service.ts'

const ownApp = { clientId: 'sealpost-app', name: 'Sealpost', redirectUris: ['https://app.test/callback'] }
let service: Awaited<ReturnType<typeof startAuthService>>

beforeAll(async () => {
  service = await startAuthService({ macKeys: zeroMacKeys, sendCode: async () => {}, ownApp, passkeyDomain: null })
})

afterAll(() => service.close())

const query = {
  client_id: 'sealpost-app',
  redirect_uri: 'https://app.test/callback',
  response_type: 'code',
  scope: 'openid',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
}

function authorize(more: Record<string, string>) {
  const event = gatewayEvent('GET', '/oauth/v2/authorize', { headers: { Accept: 'text/html' } })
  const given = Object.entries({ ...query, ...more }).map(([name, value]) => [name, [value]])
  return service.handler({ ...event, multiValueQueryStringParameters: Object.fromEntries(given) })
}

test('by HTTPS, cookies are for HTTPS alone, and for the very page and its answer', async () => {
  const { multiValueHeaders = {} } = await authorize({})
  const [page = ''] = multiValueHeaders.location ?? []
  const path = new URL(String(page)).pathname
  expect(path).toMatch(/^\/auth\/oauth\/v2\/interaction\//)
  const cookies = (multiValueHeaders['set-cookie'] ?? []).map(String)
  const uid = path.split('/').at(-1)
  expect(
    cookies.map((cookie) => cookie.replaceAll(String(uid), 'UID').replace(/expires=[^;]+/, 'expires=LATER')),
  ).toEqual([
    '_interaction=UID; path=/auth/oauth/v2/interaction/UID; expires=LATER; samesite=lax; secure; httponly',
    '_interaction_resume=UID; path=/auth/oauth/v2/authorize/UID; expires=LATER; samesite=lax; secure; httponly',
  ])
})

test('an app that nobody told of is unknown, and machines go on as ever', async () => {
  const nobody = { ...ownApp, redirectUris: [] }
  const without = await startAuthService({
    macKeys: zeroMacKeys,
    sendCode: async () => {},
    ownApp: nobody,
    passkeyDomain: null,
  })
  const event = gatewayEvent('GET', '/oauth/v2/authorize')
  const given = Object.entries(query).map(([name, value]) => [name, [value]])
  const answer = await without.handler({ ...event, multiValueQueryStringParameters: Object.fromEntries(given) })
  expect([answer.statusCode, jsonOf(answer).error]).toEqual([400, 'invalid_client'])
  await without.close()
})
