import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, clientKey, usageSchema } from '../../../shared/auth/client.ts'
import { getItem } from '../../../shared/store/table.ts'
import {
  audience,
  audienceScope,
  future,
  gatewayEvent,
  issuer,
  jsonOf,
  kept,
  past,
  post,
  secret,
  startAuthService,
  tokenPath,
} from './auth-service.ts'

const forAudience = { grant_type: 'client_credentials', scope: audienceScope }
const invalidClient = { error: 'invalid_client', error_description: 'client authentication failed' }
let service: Awaited<ReturnType<typeof startAuthService>>

beforeAll(async () => {
  service = await startAuthService()
})

afterAll(() => service.close())

async function claimsOf(answer: Awaited<ReturnType<typeof service.handler>>) {
  const keys = jsonOf(await service.handler(gatewayEvent('GET', '/oauth/v2/keys')))
  const token = String(jsonOf(answer).access_token)
  const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: Object(keys.keys) }), { issuer })
  return payload
}

async function request(client: Client, form: Record<string, string> = forAudience, given = secret) {
  return await service.handler(post(tokenPath, form, [client.id, given]))
}

test.each([
  [['203.0.113.0/24'], 200],
  [['2001:db8::/32', '203.0.113.7'], 200],
  [['198.51.100.0/24'], 401],
  [['2001:db8::/32'], 401],
])('a key that may be used from %s alone is answered %i from 203.0.113.7', async (ipAllowlist, status) => {
  const client = await service.register({ ipAllowlist })
  for (const form of [forAudience, { grant_type: 'client_credentials' }]) {
    const answer = await request(client, form)
    expect(answer.statusCode).toBe(status)
    if (status === 401) expect(jsonOf(answer)).toEqual(invalidClient)
  }
  const { table } = service.platform
  const usage = v.parse(usageSchema, await getItem(table, clientKey(client.id)))
  // Where a token is given, nothing is counted: that is done with the requests that it is used for.
  expect([usage.requestCount, usage.refusedCount]).toEqual(status === 401 ? [2, 2] : [0, 0])
  // Who has not proved to be the client learns nothing of the list, and counts for nothing.
  expect(jsonOf(await request(client, forAudience, 'another'))).toEqual(invalidClient)
  expect(v.parse(usageSchema, await getItem(table, clientKey(client.id)))).toEqual(usage)
})

test('an API key gets a token that the published key verifies, for ten minutes, for the audience, as itself', async () => {
  const client = await service.register({})
  const answer = await request(client)
  expect(answer.statusCode).toBe(200)
  const { access_token, ...rest } = jsonOf(answer)
  expect(rest).toEqual({ token_type: 'Bearer', expires_in: 600, scope: audienceScope })
  const header = decodeProtectedHeader(String(access_token))
  expect(header).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: expect.stringMatching(/^[\w-]{43}$/) })
  const claims = await claimsOf(answer)
  expect(claims).toEqual({
    iss: issuer,
    aud: audience,
    client_id: client.id,
    sub: client.id,
    scope: audienceScope,
    iat: expect.any(Number),
    exp: Number(claims.iat) + 600,
    jti: expect.any(String),
  })
})

test('the credentials may be in the form, and the body in base64; nothing of the answer is cached', async () => {
  const client = await service.register({})
  const form = { ...forAudience, client_id: client.id, client_secret: secret }
  const plain = post(tokenPath, form)
  const encoded = { ...plain, body: Buffer.from(plain.body ?? '').toString('base64'), isBase64Encoded: true }
  for (const event of [plain, encoded]) {
    const answer = await service.handler(event)
    expect(answer.statusCode).toBe(200)
    expect(answer.multiValueHeaders?.['cache-control']).toEqual(['no-store'])
  }
})

const refused: [string, Partial<Client>, string][] = [
  ['a wrong secret', {}, `${secret}x`],
  ['the kept hash in place of the secret', {}, kept(secret).sha256],
  ['a revoked client', { revokedAt: past }, secret],
  ['an expired client', { validUntil: past }, secret],
  ['a secret that is no longer valid', { secrets: [kept(secret, past)] }, secret],
  ['a client without secrets', { secrets: [] }, secret],
]

test.each(refused)('%s gets invalid_client', async (_case, record, given) => {
  const answer = await request(await service.register(record), forAudience, given)
  expect(answer.statusCode).toBe(401)
  expect(jsonOf(answer)).toEqual(invalidClient)
  expect(answer.multiValueHeaders?.['www-authenticate']?.[0]).toMatch(/^Basic realm="https:\/\/sign-in.test\/auth"/)
})

test.each([['unknown'], ['x'.repeat(5000)]])('an unregistered client gets the same answer (%#)', async (id) => {
  const answer = await service.handler(post(tokenPath, forAudience, [id, secret]))
  expect([answer.statusCode, jsonOf(answer)]).toEqual([401, invalidClient])
})

test('while a secret is rotated both count, and a revocation counts from the next request on', async () => {
  const rotated = { secrets: [kept('sk_live_new'), kept(secret, future)], validUntil: future }
  const client = await service.register(rotated)
  for (const given of ['sk_live_new', secret]) expect((await request(client, forAudience, given)).statusCode).toBe(200)
  await service.register({ ...client, revokedAt: past })
  expect((await request(client, forAudience, 'sk_live_new')).statusCode).toBe(401)
})

describe('scopes', () => {
  const partner = { kind: 'partner', scopes: ['nodes:write', 'members:read'] } satisfies Partial<Client>

  test.each([
    [`${audienceScope} members:read`, `${audienceScope} members:read`],
    [audienceScope, `${audienceScope} nodes:write members:read`],
  ])('a partner that asks for "%s" gets "%s"', async (scope, granted) => {
    const answer = await request(await service.register(partner), { ...forAudience, scope })
    expect(jsonOf(answer).scope).toBe(granted)
    expect(await claimsOf(answer)).toMatchObject({ aud: audience, scope: granted })
  })

  test.each(['audit:read', 'act_as', 'openid', 'unheard:of'])(
    '%s is refused to who is not registered with it',
    async (scope) => {
      const answer = await request(await service.register(partner), {
        ...forAudience,
        scope: `${audienceScope} ${scope}`,
      })
      expect(answer.statusCode).toBe(400)
      expect(jsonOf(answer)).toMatchObject({ error: 'invalid_scope', scope })
    },
  )

  test.each<Record<string, string>>([{}, { scope: 'members:read' }])(
    'without the audience scope the token is not for the API (%j)',
    async (asked) => {
      const form = { grant_type: 'client_credentials', ...asked }
      const claims = await claimsOf(await request(await service.register(partner), form))
      expect(claims.aud).toBe(issuer)
      expect(claims).not.toHaveProperty('scope')
    },
  )

  test('a resource may name the audience, and no other', async () => {
    const client = await service.register(partner)
    const form = { grant_type: 'client_credentials' }
    expect(await claimsOf(await request(client, { ...form, resource: audience }))).toMatchObject({ aud: audience })
    const other = await request(client, { ...form, resource: 'https://other.test' })
    expect([other.statusCode, jsonOf(other).error]).toEqual([400, 'invalid_target'])
  })
})

test.each([
  ['authorization_code', 'unsupported_grant_type'],
  ['refresh_token', 'unsupported_grant_type'],
  ['', 'invalid_request'],
])('grant type "%s" is answered %s', async (grant_type, error) => {
  const answer = await request(await service.register({}), { grant_type })
  expect([answer.statusCode, jsonOf(answer).error]).toEqual([400, error])
})

test('what fails on our side is told as server_error, and logged', async () => {
  const failing = await startAuthService()
  await failing.close()
  const answer = await failing.handler(post(tokenPath, forAudience, ['id', secret]))
  expect([answer.statusCode, jsonOf(answer).error]).toEqual([500, 'server_error'])
  expect(failing.logged).toHaveLength(1)
})
