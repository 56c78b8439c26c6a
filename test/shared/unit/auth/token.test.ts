import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accessTokenClaims } from '../../../../shared/auth/access-token-claims.ts'
import { tokenVerifier } from '../../../../shared/auth/token.ts'
import { minuteMs } from '../../../../shared/platform/clock.ts'

const issuer = 'https://issuer.example.com'
const audience = 'https://api.example.com'
const startMs = Date.parse('2026-03-01T12:00:00.000Z')

/** A key of the issuer, by its id. */
function keyNamed(kid: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' } }
}

const [first, second] = [keyNamed('first'), keyNamed('second')]

function tokenOf({ kid, privateKey }: { kid: string; privateKey: KeyObject }): string {
  const claims = { issuer, audience, clientId: 'key', subject: 'key', scope: 'api', id: 'one' }
  const parts = [{ alg: 'ES256', kid }, accessTokenClaims({ ...claims, issuedAtSec: startMs / 1000 })]
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `Bearer ${signed}.${signature.toString('base64url')}`
}

let published: object[]
let reads: number

function verifier() {
  return tokenVerifier({ issuer, audience, jwksUri: `${issuer}/keys`, clock: () => Date.now() })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: startMs })
  published = [first.jwk]
  reads = 0
  vi.stubGlobal('fetch', async () => {
    reads++
    return Response.json({ keys: published })
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const accepted = { clientId: 'key', subject: 'key', scopes: ['api'], signedInAtSec: null, sessionId: null }
const invalid = expect.objectContaining({ refused: 'invalid_token' })
const expired = expect.objectContaining({ message: expect.stringContaining('expired') })

describe('a token that was verified before', () => {
  test('is accepted again while it lives, without the keys being read again', async () => {
    const [verify, token] = [verifier(), tokenOf(first)]
    expect(await verify(token)).toEqual(accepted)
    vi.setSystemTime(startMs + minuteMs / 2)
    expect(await verify(token)).toEqual(accepted)
    expect(reads).toBe(1)
  })

  test('is refused once it has expired, however recently it was verified', async () => {
    const [verify, token] = [verifier(), tokenOf(first)]
    const lastMs = startMs + 10 * minuteMs + 30_000
    vi.setSystemTime(lastMs - 1_000)
    expect(await verify(token)).toEqual(accepted)
    vi.setSystemTime(lastMs)
    expect(await verify(token)).toEqual(accepted)
    vi.setSystemTime(lastMs + 1_000)
    expect(await verify(token)).toEqual(expired)
  })

  test('lends nothing to the same claims under another signature', async () => {
    const [verify, token] = [verifier(), tokenOf(first)]
    expect(await verify(token)).toEqual(accepted)
    const claims = token.slice(0, token.lastIndexOf('.'))
    const forged = tokenOf({ ...first, privateKey: second.privateKey })
    expect(forged.slice(0, forged.lastIndexOf('.'))).toBe(claims)
    expect(await verify(forged)).toEqual(invalid)
    expect(await verify(`${claims}.`)).toEqual(invalid)
  })

  test('is refused when the issuer has withdrawn its key, within six minutes', async () => {
    const [verify, token] = [verifier(), tokenOf(first)]
    expect(await verify(token)).toEqual(accepted)
    published = [second.jwk]
    vi.setSystemTime(startMs + 5 * minuteMs)
    expect(await verify(token)).toEqual(accepted)
    vi.setSystemTime(startMs + 6 * minuteMs)
    expect(await verify(token)).toEqual(invalid)
  })
})

test('a token that was refused is verified anew each time', async () => {
  const [verify, token] = [verifier(), tokenOf(second)]
  published = [first.jwk, { ...first.jwk, kid: 'second' }]
  expect(await verify(token)).toEqual(invalid)
  expect(await verify(token)).toEqual(invalid)
})

test('an issuer that cannot be reached has withdrawn nothing', async () => {
  const [verify, token] = [verifier(), tokenOf(first)]
  expect(await verify(token)).toEqual(accepted)
  vi.stubGlobal('fetch', async () => Promise.reject(new Error('unreachable')))
  vi.setSystemTime(startMs + 7 * minuteMs)
  expect(await verify(token)).toEqual(accepted)
})
