import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audienceScope, issuer, jsonOf, kept, post, secret, startAuthService, tokenPath } from './auth-service.ts'

let service: Awaited<ReturnType<typeof startAuthService>>
let keys: Awaited<ReturnType<typeof generateKeyPair>>
let clientId: string

beforeAll(async () => {
  service = await startAuthService()
  keys = await generateKeyPair('ES256')
  const jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'first' }] }
  const partner = await service.register({ kind: 'partner', jwks, secrets: [kept(secret)], scopes: ['nodes:write'] })
  clientId = partner.id
})

afterAll(() => service.close())

const nowSec = () => Math.floor(Date.now() / 1000)

interface Assertion {
  audience?: string
  issuer?: string
  jti?: string
  expiresAtSec?: number
}

function assertion(given: Assertion = {}, key = keys.privateKey): Promise<string> {
  return new SignJWT({ jti: given.jti ?? crypto.randomUUID() })
    .setProtectedHeader({ alg: 'ES256', kid: 'first' })
    .setIssuer(given.issuer ?? clientId)
    .setSubject(clientId)
    .setAudience(given.audience ?? `${issuer}${tokenPath}`)
    .setExpirationTime(given.expiresAtSec ?? nowSec() + 60)
    .sign(key)
}

function present(client_assertion: string) {
  const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
  const form = { grant_type: 'client_credentials', scope: audienceScope, client_assertion_type, client_assertion }
  return service.handler(post(tokenPath, form))
}

test.each([issuer, `${issuer}${tokenPath}`])('a partner proves itself by its key, to %s', async (audience) => {
  const answer = await present(await assertion({ audience }))
  expect(answer.statusCode).toBe(200)
  expect(jsonOf(answer).scope).toBe(`${audienceScope} nodes:write`)
})

test('an assertion counts once, also when it arrives many times at once', async () => {
  const replayed = await assertion()
  const answers = await Promise.all(Array.from({ length: 8 }, () => present(replayed)))
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted()
  expect(statuses).toEqual([200, 401, 401, 401, 401, 401, 401, 401])
  const late = await present(replayed)
  expect(jsonOf(late)).toEqual({ error: 'invalid_client', error_description: 'client authentication failed' })
})

test('an id that was used for an assertion cannot be used for another', async () => {
  expect((await present(await assertion({ jti: 'same' }))).statusCode).toBe(200)
  expect((await present(await assertion({ jti: 'same', expiresAtSec: nowSec() + 90 }))).statusCode).toBe(401)
})

test.each<[string, Assertion]>([
  ['for another server', { audience: 'https://other.test' }],
  ['of another issuer', { issuer: 'someone' }],
  ['that has expired', { expiresAtSec: nowSec() - 60 }],
  ['that expires in a year', { expiresAtSec: nowSec() + 365 * 86_400 }],
  ['that never expires', { expiresAtSec: 1e300 }],
])('an assertion %s is refused', async (_case, given) => {
  const answer = await present(await assertion(given))
  expect([answer.statusCode, jsonOf(answer).error]).toEqual([401, 'invalid_client'])
})

test('a key that is not registered is refused, and so is a secret where keys are registered', async () => {
  const { privateKey } = await generateKeyPair('ES256')
  expect((await present(await assertion({}, privateKey))).statusCode).toBe(401)
  const bySecret = post(tokenPath, { grant_type: 'client_credentials', scope: audienceScope }, [clientId, secret])
  expect((await service.handler(bySecret)).statusCode).toBe(401)
  expect(service.logged).toEqual([])
})
