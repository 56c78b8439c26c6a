import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type KeyRing, keyRing } from '../../../../shared/platform/key-ring.ts'
import { issuePageToken, type PageScope, readPageToken } from '../../../../shared/store/page-token.ts'

const secret = keyRing('1:a secret of the service')
const day = 86_400_000

const scopes: fc.Arbitrary<PageScope> = fc.record({
  list: fc.string(),
  principalId: fc.string(),
  filters: fc.dictionary(
    fc.string(),
    fc.oneof(fc.string(), fc.boolean(), fc.array(fc.string()), fc.constant(undefined)),
  ),
})
const positions = fc.oneof(fc.uuid(), fc.string({ unit: 'binary' }))
const times = fc.integer({ min: 0, max: 4_000_000_000_000 })

const given = (filters: PageScope['filters']) => Object.entries(filters).filter(([, value]) => value !== undefined)
const sorted = (scope: PageScope) =>
  JSON.stringify([scope.list, scope.principalId, given(scope.filters).sort(([a], [b]) => (a < b ? -1 : 1))])

describe('a page token', () => {
  test('gives the position back to whom it was given, for a day', () => {
    fc.assert(
      fc.property(positions, scopes, times, fc.integer({ min: 0, max: day - 1 }), (position, scope, atMs, laterMs) => {
        const token = issuePageToken(position, scope, secret, atMs)
        expect(token).toMatch(/^[\w-]+\.1\.[\w-]+$/)
        expect(readPageToken(token, scope, secret, atMs + laterMs)).toEqual({ position })
      }),
    )
  })

  test('counts no more after a day', () => {
    fc.assert(
      fc.property(positions, scopes, times, fc.nat(), (position, scope, atMs, more) => {
        const token = issuePageToken(position, scope, secret, atMs)
        expect(readPageToken(token, scope, secret, atMs + day + more)).toMatchObject({ refused: 'invalid_page_token' })
      }),
    )
  })

  test('counts for no other list, no other principal and no other filters', () => {
    fc.assert(
      fc.property(positions, scopes, scopes, times, (position, scope, other, atMs) => {
        fc.pre(sorted(scope) !== sorted(other))
        const token = issuePageToken(position, scope, secret, atMs)
        expect(readPageToken(token, other, secret, atMs)).toMatchObject({ refused: 'invalid_page_token' })
      }),
    )
  })

  test('counts for the same filters in another order, and with absent ones', () => {
    fc.assert(
      fc.property(positions, scopes, times, (position, { list, principalId, filters }, atMs) => {
        const token = issuePageToken(position, { list, principalId, filters }, secret, atMs)
        const reversed = Object.fromEntries(given(filters).toReversed())
        expect(readPageToken(token, { list, principalId, filters: reversed }, secret, atMs)).toEqual({ position })
      }),
    )
  })

  test('cannot be altered in any letter', () => {
    const scope = { list: 'list', principalId: 'principal', filters: { q: 'word' } }
    const token = issuePageToken('position', scope, secret, 0)
    for (let index = 0; index < token.length; index++)
      for (const letter of ['A', 'B', '.', '=', '+', ' ', '\u0000']) {
        if (token[index] === letter) continue
        const altered = token.slice(0, index) + letter + token.slice(index + 1)
        expect(readPageToken(altered, scope, secret, 0), altered).toMatchObject({ refused: 'invalid_page_token' })
      }
  })

  test('cannot be made without the secret', () => {
    const scope = { list: 'list', principalId: 'principal', filters: {} }
    const token = issuePageToken('position', scope, keyRing('1:another secret'), 0)
    expect(readPageToken(token, scope, secret, 0)).toMatchObject({ refused: 'invalid_page_token' })
    const [payload = ''] = issuePageToken('position', scope, secret, 0).split('.')
    const unkeyed = createHmac('sha256', '').update(payload).digest('base64url')
    expect(readPageToken(`${payload}.1.${unkeyed}`, scope, secret, 0)).toMatchObject({ refused: 'invalid_page_token' })
  })

  test('counts while its key is in use, whichever key makes new ones', () => {
    const scope = { list: 'list', principalId: 'principal', filters: {} }
    const before = keyRing('1:old')
    const rotated = keyRing('2:new,1:old')
    const retired = keyRing('2:new')
    const old = issuePageToken('position', scope, before, 0)
    const made = issuePageToken('position', scope, rotated, 0)
    expect(made).toMatch(/^[\w-]+\.2\.[\w-]+$/)
    const read = (token: string, ring: KeyRing) => readPageToken(token, scope, ring, 0)
    for (const token of [old, made]) expect(read(token, rotated)).toEqual({ position: 'position' })
    expect(read(made, retired)).toEqual({ position: 'position' })
    expect(read(old, retired)).toMatchObject({ refused: 'invalid_page_token' })
    expect(read(made, before)).toMatchObject({ refused: 'invalid_page_token' })
  })

  test('whatever is sent in its place is refused and never throws', () => {
    const scope = { list: 'list', principalId: 'principal', filters: {} }
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.base64String().map((text) => `${text}.1.${text}`),
        ),
        (text) => {
          expect(readPageToken(text, scope, secret, 0)).toMatchObject({ refused: 'invalid_page_token' })
        },
      ),
    )
  })

  test('tells nothing of the filters and the principal that it is bound to', () => {
    const scope = { list: 'list', principalId: 'principal-7', filters: { signerEmail: 'jane@example.com' } }
    const [payload = ''] = issuePageToken('position', scope, secret, 0).split('.')
    expect(Buffer.from(payload, 'base64url').toString()).not.toMatch(/jane|principal-7/)
  })
})
