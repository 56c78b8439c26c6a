import { createHmac, generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { ownAudience } from '../../../infra/constructs/issuer.ts'
import { issuedParts, issuerKey, type TokenParts, tokenFrom } from '../../support/access-token.ts'
import { keyFor, managerOf, revokeKey } from '../../support/api-keys.ts'
import { call } from '../../support/client.ts'
import { expectRefused } from '../../support/refused.ts'
import { partnerOf, personOf, type Tenant, tenant } from '../../support/tenant.ts'

/** What is wrong with tokens that somebody may send, and which of them are right. Each changes one thing. */

let home: Tenant
let genuine: TokenParts
let publicKey: KeyObject

beforeAll(async () => {
  home = await tenant()
  genuine = await issuedParts(home.key.clientId)
  publicKey = (await issuerKey()).publicKey
})

const me = (token: string) => call('GET', '/v1/me', { token })
const claiming = (claims: object) => tokenFrom({ ...genuine, claims: { ...genuine.claims, ...claims } })
const headed = (header: object) => tokenFrom({ ...genuine, header: { ...genuine.header, ...header } })
const nowSec = () => Math.floor(Date.now() / 1000)
const lived = (fromSec: number, toSec: number) => claiming({ iat: nowSec() + fromSec, exp: nowSec() + toSec })

const ownKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const ownRsaKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ecdsa = (key: KeyObject) => (signed: Buffer) => signBytes('sha256', signed, { key, dsaEncoding: 'ieee-p1363' })
const hmac = (secret: string | Buffer) => (signed: Buffer) => createHmac('sha256', secret).update(signed).digest()
const parts = (token: string) => token.split('.')

/** A token whose second part alone was exchanged. */
async function withClaimsOf(other: object): Promise<string> {
  const [header, , signature] = parts(await tokenFrom(genuine))
  return [header, Buffer.from(JSON.stringify({ ...genuine.claims, ...other })).toString('base64url'), signature].join(
    '.',
  )
}

const attacks: Record<string, () => Promise<string>> = {
  'no signature, alg none': () =>
    tokenFrom({ ...genuine, header: { ...genuine.header, alg: 'none' }, sign: () => new Uint8Array() }),
  'no signature, alg NoNe': () =>
    tokenFrom({ ...genuine, header: { alg: 'NoNe', typ: 'JWT' }, sign: () => new Uint8Array() }),
  'a genuine signature, but alg none': () => headed({ alg: 'none' }),
  'HS256 under the public key in PEM': () => {
    const secret = publicKey.export({ type: 'spki', format: 'pem' })
    return tokenFrom({ ...genuine, header: { ...genuine.header, alg: 'HS256' }, sign: hmac(secret) })
  },
  'HS256 under the public key in DER': () => {
    const secret = publicKey.export({ type: 'spki', format: 'der' })
    return tokenFrom({ ...genuine, header: { ...genuine.header, alg: 'HS256' }, sign: hmac(secret) })
  },
  'HS256 under the public key as JWK': () => {
    const secret = JSON.stringify(publicKey.export({ format: 'jwk' }))
    return tokenFrom({ ...genuine, header: { ...genuine.header, alg: 'HS256' }, sign: hmac(secret) })
  },
  'a foreign key under the issuer’s kid': () => tokenFrom({ ...genuine, sign: ecdsa(ownKey.privateKey) }),
  'a foreign key under a kid of its own': () =>
    tokenFrom({ ...genuine, header: { ...genuine.header, kid: 'mine' }, sign: ecdsa(ownKey.privateKey) }),
  'a foreign key that the header brings along': () => {
    const header = { ...genuine.header, jwk: ownKey.publicKey.export({ format: 'jwk' }) }
    return tokenFrom({ ...genuine, header, sign: ecdsa(ownKey.privateKey) })
  },
  'a foreign key that the header points to': () => {
    const header = { ...genuine.header, kid: 'mine', jku: 'https://attacker.example.com/keys' }
    return tokenFrom({ ...genuine, header, sign: ecdsa(ownKey.privateKey) })
  },
  'RS256 under the kid of an EC key': () =>
    tokenFrom({
      ...genuine,
      header: { ...genuine.header, alg: 'RS256' },
      sign: (signed) => signBytes('sha256', signed, ownRsaKey.privateKey),
    }),
  'ES384 claimed for a key on P-256': () => headed({ alg: 'ES384' }),
  'no kid': () => headed({ kid: undefined }),
  'a kid that is a path': () => headed({ kid: '../../etc/passwd' }),
  'a signature of zeros': () => tokenFrom({ ...genuine, sign: () => new Uint8Array(64) }),
  'an empty signature': () => tokenFrom({ ...genuine, sign: () => new Uint8Array() }),
  'a signature in DER': () =>
    tokenFrom({ ...genuine, sign: (signed) => signBytes('sha256', signed, ownKey.privateKey) }),
  'a signature cut short': async () => (await tokenFrom(genuine)).slice(0, -8),
  'another subject under the same signature': () => withClaimsOf({ sub: 'somebody', client_id: 'somebody' }),
  'a later expiry under the same signature': () => withClaimsOf({ exp: nowSec() + 590 }),
  'expired a minute ago': () => lived(-600, -60),
  'issued a minute from now': () => lived(60, 600),
  'not valid before a minute from now': () => claiming({ nbf: nowSec() + 60 }),
  'living longer than ten minutes': () => lived(0, 601),
  'living for ever': () => claiming({ exp: undefined }),
  'an expiry that is a text': () => claiming({ exp: String(nowSec() + 300) }),
  'no time of issue': () => claiming({ iat: undefined }),
  'another audience': () => claiming({ aud: 'urn:other' }),
  'no audience': () => claiming({ aud: undefined }),
  'an audience that only starts alike': () => claiming({ aud: 'urn:svc:api:other' }),
  'an id token of the same client': () => claiming({ aud: home.key.clientId }),
  'no subject': () => claiming({ sub: undefined }),
  'an empty subject': () => claiming({ sub: '' }),
  'no client': () => claiming({ client_id: undefined }),
  'no issuer': () => claiming({ iss: undefined }),
  'an account that is a number': () => claiming({ sub: 7 }),
  'an account longer than any key': () => claiming({ sub: 'a'.repeat(3_000) }),
  'a client longer than any key': () => claiming({ client_id: 'c'.repeat(3_000) }),
  'scopes that are a list': () => claiming({ scope: ['signature:send'] }),
  'a type of its own': () => headed({ typ: 'logout+jwt' }),
  'a type that is no text': () => headed({ typ: 5 }),
  'a header that it calls critical': () => headed({ crit: ['exp'], exp: 1 }),
  'a payload that is not encoded': () => headed({ b64: false, crit: ['b64'] }),
  'certificates of its own': () => {
    const header = { ...genuine.header, x5u: 'https://attacker.example.com/chain', x5c: ['MIIB'] }
    return tokenFrom({ ...genuine, header, sign: ecdsa(ownKey.privateKey) })
  },
  'a kid that asks a database': () => headed({ kid: "' UNION SELECT 'key" }),
  'a kid that is an address': () => headed({ kid: 'https://attacker.example.com/key.pem' }),
  'HS256 under an empty secret': () =>
    tokenFrom({ ...genuine, header: { ...genuine.header, alg: 'HS256' }, sign: hmac('') }),
  'an algorithm in another case': () => headed({ alg: 'es256' }),
  'five parts, as what is encrypted has': async () => `${await tokenFrom(genuine)}.a.b`,
  'a token inside of a token': async () =>
    tokenFrom({ ...genuine, header: { ...genuine.header, cty: 'JWT', alg: 'none' }, sign: () => new Uint8Array() }),
  'one part': async () => 'token',
  'two parts': async () =>
    parts(await tokenFrom(genuine))
      .slice(0, 2)
      .join('.'),
  'four parts': async () => `${await tokenFrom(genuine)}.more`,
  'parts that are no base64': async () => '!!.!!.!!',
  'parts that are no JSON': async () => 'bm90.bm90.bm90',
}

describe('a token of our issuer that is not right answers invalid_token', () => {
  test.each(Object.entries(attacks))('%s', async (_, token) => {
    expectRefused(await me(await token()), 'invalid_token')
  })

  test('and after all of them the genuine one is still accepted', async () => {
    expect((await me(await tokenFrom(genuine))).status).toBe(200)
  })
})

describe('a genuine token of somebody', () => {
  test('opens nothing of another organization', async () => {
    const other = await tenant()
    const { token } = other
    expectRefused(await call('GET', `/v1/orgs/${home.org.id}/nodes`, { token }), 'organization_not_found')
    expectRefused(await call('GET', `/v1/nodes/${home.entity.id}`, { token }), 'node_not_found')
    const path = `/v1/signature-requests?entityId=${home.entity.id}`
    expectRefused(await call('GET', path, { token }), 'entity_not_found')
  })

  test('whose API key was revoked meanwhile answers api_key_revoked', async () => {
    const manager = await managerOf(home)
    const key = await keyFor(manager)
    const token = await tokenFrom(await issuedParts(key.clientId))
    expect((await me(token)).status).toBe(200)
    await revokeKey(manager, key.id)
    expectRefused(await me(token), 'api_key_revoked')
  })

  test('whose application was revoked meanwhile answers partner_app_revoked, for people too', async () => {
    const { clientId } = await partnerOf(home, { revokedAt: '2020-01-01T00:00:00.000Z' })
    const { account } = await personOf(home, 'admin')
    for (const subject of [clientId, account.id])
      expectRefused(await me(await tokenFrom(await issuedParts(clientId, subject))), 'partner_app_revoked')
  })

  test('about a person is not theirs where an API key shows it', async () => {
    const { account } = await personOf(home, 'owner')
    expectRefused(await me(await tokenFrom(await issuedParts(home.key.clientId, account.id))), 'invalid_token')
  })

  test('about a machine is not its own where the service’s app shows it', async () => {
    const parts = await issuedParts(ownAudience.firstPartyClientId, home.key.clientId)
    expectRefused(await me(await tokenFrom(parts)), 'no_account')
  })
})

describe('a token of somebody else answers unknown_issuer', () => {
  test.each([
    ['another issuer', 'https://issuer.example.com'],
    ['ours with a slash at the end', 'slash'],
    ['ours in upper case', 'upper'],
  ])('%s', async (_, kind) => {
    const { authUrl } = inject('cloud')
    const iss = kind === 'slash' ? `${authUrl}/` : kind === 'upper' ? authUrl.toUpperCase() : kind
    expectRefused(await me(await claiming({ iss })), 'unknown_issuer')
  })

  test('whoever issued it is told before whether it is right', async () => {
    const claims = { ...genuine.claims, iss: 'https://issuer.example.com', exp: 1, aud: 'urn:other' }
    expectRefused(await me(await tokenFrom({ ...genuine, claims, sign: () => new Uint8Array(1) })), 'unknown_issuer')
  })
})

describe('what is no bearer token answers unauthenticated', () => {
  test.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['the scheme alone', 'Bearer'],
    ['two tokens', 'Bearer one two'],
    ['no scheme', 'eyJhbGciOiJub25lIn0.e30.'],
  ])('%s', async (_, authorization) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization }
    expectRefused(await call('GET', '/v1/me', { headers }), 'unauthenticated')
  })

  test('a token anywhere but in the header', async () => {
    const token = await tokenFrom(genuine)
    const headers = { Cookie: `access_token=${token}` }
    expectRefused(await call('GET', `/v1/me?access_token=${token}`, { headers }), 'unauthenticated')
  })
})

describe('a right token is accepted', () => {
  test.each<[string, () => Promise<string>]>([
    ['as issued', () => tokenFrom(genuine)],
    ['expired for less than the skew that clocks may have', () => lived(-580, -15)],
    ['issued by a clock that runs ahead by less than that', () => lived(15, 600)],
    ['with our audience among others', () => claiming({ aud: ['urn:other', 'urn:svc:api'] })],
    ['with azp in place of client_id', () => claiming({ client_id: undefined, azp: home.key.clientId })],
    ['with a scope that no longer means anything', () => claiming({ scope: 'urn:svc:api:aud act_as' })],
  ])('%s', async (_, token) => {
    expect((await me(await token())).status).toBe(200)
  })

  test('the name of the scheme is compared without case', async () => {
    const headers = { Authorization: `bearer ${await tokenFrom(genuine)}`, 'X-Act-As': 'somebody' }
    expect((await call('GET', '/v1/me', { headers })).status).toBe(200)
  })
})
