import { afterAll, beforeAll, expect, test } from 'vitest'
import { audienceScope, gatewayEvent, issuer, jsonOf, post, secret, startAuthService } from './auth-service.ts'

let service: Awaited<ReturnType<typeof startAuthService>>

beforeAll(async () => {
  service = await startAuthService()
})

afterAll(() => service.close())

const get = (path: string) => service.handler(gatewayEvent('GET', path))

test('discovery tells exactly what is served', async () => {
  const answer = await get('/.well-known/openid-configuration')
  expect(answer.statusCode).toBe(200)
  const document = jsonOf(answer)
  expect(document).toEqual({
    issuer,
    token_endpoint: `${issuer}/oauth/v2/token`,
    jwks_uri: `${issuer}/oauth/v2/keys`,
    revocation_endpoint: `${issuer}/oauth/v2/revoke`,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    scopes_supported: [audienceScope],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: expect.not.arrayContaining(['HS256']),
  })
})

test('the key set is one public key for ES256', async () => {
  const answer = await get('/oauth/v2/keys')
  const key = { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' }
  const text = expect.stringMatching(/^[\w-]{43}$/)
  expect(jsonOf(answer)).toEqual({ keys: [{ ...key, kid: text, x: text, y: text }] })
})

test.each([
  ['GET', '/oauth/v2/authorize'],
  ['GET', '/oauth/v2/authorize/some-interaction'],
  ['POST', '/session/end/confirm'],
  ['GET', '/interaction/some-interaction'],
  ['GET', '/me'],
  ['GET', '/oauth/v2/token'],
  ['GET', '/'],
])('%s %s is not there', async (method, path) => {
  const answer = await service.handler(gatewayEvent(method, path, { headers: { Accept: 'text/html' } }))
  expect(answer.statusCode).toBe(404)
  const error_description = `There is no operation ${method} ${path}.`
  expect(jsonOf(answer)).toEqual({ error: 'invalid_request', error_description })
})

test('a JWT cannot be revoked, and says so; what nobody issued is revoked already', async () => {
  const client = await service.register({})
  const token = await service.handler(
    post('/oauth/v2/token', { grant_type: 'client_credentials', scope: audienceScope }, [client.id, secret]),
  )
  const revoke = (text: string) => service.handler(post('/oauth/v2/revoke', { token: text }, [client.id, secret]))
  const refused = await revoke(String(jsonOf(token).access_token))
  expect([refused.statusCode, jsonOf(refused).error]).toEqual([400, 'unsupported_token_type'])
  expect((await revoke('nobody-issued-this')).statusCode).toBe(200)
})

test('an issuer is the address of the request: each is served under its own name', async () => {
  const event = gatewayEvent('GET', '/.well-known/openid-configuration', { headers: { 'X-Forwarded-Proto': 'http' } })
  const local = {
    ...event,
    requestContext: { ...event.requestContext, domainName: '127.0.0.1:4000', path: event.path },
  }
  expect(jsonOf(await service.handler(local))).toMatchObject({
    issuer: 'http://127.0.0.1:4000',
    jwks_uri: 'http://127.0.0.1:4000/oauth/v2/keys',
  })
  expect(jsonOf(await get('/.well-known/openid-configuration')).issuer).toBe(issuer)
})
