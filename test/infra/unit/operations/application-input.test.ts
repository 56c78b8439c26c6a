import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describedApplication, isRedirectUri, overlapMsIn } from '../../../../infra/operations/application-input.ts'
import { flawOfKeys } from '../../../../infra/operations/public-keys.ts'

describe('what is said of an application', () => {
  it('is what was given, and nothing else', async () => {
    expect(await describedApplication({})).toEqual({})
    const given = { name: ' Example ', scopes: 'orgs:read, orgs:read,nodes:write', 'requests-per-minute': '60' }
    expect(await describedApplication(given)).toEqual({
      name: 'Example',
      scopes: ['orgs:read', 'nodes:write'],
      requestsPerMinute: 60,
    })
  })

  it('takes away what is empty', async () => {
    const given = { publisher: '', 'logo-url': '', scopes: '', 'redirect-uri': [''] }
    expect(await describedApplication(given)).toStrictEqual({
      publisher: undefined,
      logoUrl: undefined,
      scopes: [],
      redirectUris: [],
    })
  })

  it.for([
    [{ name: '' }, '--name: '],
    [{ name: 'a\nb' }, '--name: '],
    [{ publisher: 'x'.repeat(101) }, '--publisher: '],
    [{ 'logo-url': 'http://example.com/logo.png' }, '--logo-url: '],
    [{ 'logo-url': 'logo.png' }, '--logo-url: '],
    [{ scopes: 'orgs:read,all' }, '--scopes: Known scopes: orgs:read'],
    [{ scopes: 'signature:read' }, '--scopes: Known scopes: orgs:read'],
    [{ 'redirect-uri': ['https://a.example', 'http://a.example'] }, '--redirect-uri: Give https://'],
    [{ 'redirect-uri': Array.from({ length: 21 }, (_, n) => `https://a.example/${n}`) }, '--redirect-uri: '],
    [{ 'requests-per-minute': '0' }, '--requests-per-minute: Give at least 1.'],
    [{ 'requests-per-minute': '1.5' }, '--requests-per-minute: Give a whole number.'],
    [{ 'requests-per-minute': '100001' }, '--requests-per-minute: Give at most 100000.'],
    [{ jwks: '/nowhere.json' }, '--jwks: /nowhere.json cannot be read'],
  ] as const)('is refused: %j', async ([given, told]) => {
    await expect(describedApplication(given)).rejects.toThrow(told)
  })

  it('lets a secret overlap for a week at most', () => {
    expect([overlapMsIn({}), overlapMsIn({ 'overlap-hours': '168' })]).toEqual([0, 168 * 3_600_000])
    expect(() => overlapMsIn({ 'overlap-hours': '169' })).toThrow('--overlap-hours: Give at most 168.')
    expect(() => overlapMsIn({ 'overlap-hours': '-1' })).toThrow('--overlap-hours: Give a whole number.')
  })
})

describe('an address to come back to', () => {
  it.for([
    'https://app.example.com/callback',
    'https://app.example.com/callback?tenant=1',
    'http://localhost:8080/callback',
    'http://127.0.0.1/callback',
  ])('may be %s', (uri) => expect(isRedirectUri(uri)).toBe(true))

  it.for([
    'http://app.example.com/callback',
    'http://localhost.example.com/callback',
    'http://127.0.0.2/callback',
    'https://app.example.com/callback#part',
    'https://app.example.com/callback#',
    'https://user:secret@app.example.com/',
    'https://app.example.com/with space',
    ' https://app.example.com/',
    'https://app.example.com/\n',
    'javascript:alert(1)',
    'com.example.app:/callback',
    '/callback',
    `https://app.example.com/${'x'.repeat(2000)}`,
  ])('may not be %j', (uri) => expect(isRedirectUri(uri)).toBe(false))
})

describe('keys by which an application proves itself', () => {
  const keys: Record<string, Record<string, unknown>> = {}
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'jwks-'))
    const made = { ES256: await pair('ES256'), ES384: await pair('ES384'), RS256: await pair('RS256') }
    for (const [name, { publicKey, privateKey }] of Object.entries(made)) {
      keys[name] = { ...(await exportJWK(publicKey)) }
      keys[`private ${name}`] = { ...(await exportJWK(privateKey)) }
    }
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('are public ones on P-256, or RSA from 2048 bits', () => {
    const [elliptic, rsa] = [keys.ES256 ?? {}, keys.RS256 ?? {}]
    expect(
      flawOfKeys([
        { ...elliptic, kid: 'one', use: 'sig', alg: 'ES256' },
        { ...rsa, alg: 'PS256' },
      ]),
    ).toBeNull()
  })

  it.for([
    ['private ES256', {}, 'key 1: it has private parts (d).'],
    ['private RS256', {}, 'key 1: it has private parts (d, p, q, dp, dq, qi).'],
    ['ES384', {}, 'key 1: it is neither an EC key on P-256 nor an RSA key.'],
    ['none', { kty: 'oct', k: 'c2VjcmV0' }, 'key 1: it has private parts (k).'],
    ['none', { kty: 'OKP', crv: 'Ed25519', x: 'AA' }, 'key 1: it is neither'],
    ['ES256', { use: 'enc' }, 'key 1: its "use" is not "sig".'],
    ['ES256', { alg: 'RS256' }, 'key 1: its "alg" must be one of ES256.'],
    ['RS256', { alg: 'HS256' }, 'key 1: its "alg" must be one of RS256'],
    ['ES256', { kid: 7 }, 'key 1: its "kid" is not a text.'],
    ['ES256', { x: 'AA' }, 'key 1: it cannot be read.'],
    ['RS256', { n: Buffer.alloc(128, 0xff).toString('base64url') }, 'key 1: it has 1024 bits, fewer than 2048.'],
  ] as const)('are refused: %s with %j', ([name, more, told]) => {
    expect(flawOfKeys([{ ...keys[name], ...more }])).toContain(told)
  })

  it('are told apart by their ids', () => {
    const key = { ...keys.ES256, kid: 'one' }
    expect(flawOfKeys([key, key])).toBe('has two keys with the same kid.')
  })

  it.for(['', 'no JSON', '[]', '{"keys":[]}', '{"keys":["key"]}'])(
    'come in a key set, which %j is not',
    async (text) => {
      const jwks = join(folder, 'keys.json')
      writeFileSync(jwks, text)
      await expect(describedApplication({ jwks })).rejects.toThrow('is not a JSON Web Key Set')
    },
  )

  it('are read from a file, without what else stands there', async () => {
    const jwks = join(folder, 'keys.json')
    writeFileSync(jwks, JSON.stringify({ keys: [keys.ES256], comment: 'ours' }))
    expect(await describedApplication({ jwks })).toEqual({ jwks: { keys: [keys.ES256] } })
  })
})

async function pair(algorithm: string) {
  return await generateKeyPair(algorithm, { extractable: true })
}
