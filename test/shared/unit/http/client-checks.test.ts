import { describe, expect, test } from 'vitest'
import type { Client } from '../../../../shared/auth/client.ts'
import { clientRefusal } from '../../../../shared/http/authorization/checks.ts'
import { rateHeaders } from '../../../../shared/http/rate-headers.ts'

const nowMs = Date.parse('2026-03-01T12:00:00.000Z')
const at = (ms: number) => new Date(ms).toISOString()

function counted(more: Partial<Client> = {}, count = 1) {
  const client: Client = {
    id: 'client',
    kind: 'api_key',
    name: 'Key',
    orgId: null,
    secrets: [],
    jwks: null,
    redirectUris: [],
    scopes: [],
    ipAllowlist: [],
    requestsPerMinute: 3,
    validUntil: null,
    revokedAt: null,
    createdAt: at(0),
    version: 1,
    ...more,
  }
  return { client, count, resetSeconds: 7 }
}

const ip = '192.0.3.7'
const codeOf = (more: Partial<Client>, count?: number) =>
  clientRefusal({ client: counted(more, count), ip, nowMs })?.refused ?? null

describe('a client', () => {
  test.each([
    ['valid for a millisecond more', { validUntil: at(nowMs + 1) }, null],
    ['valid until this millisecond', { validUntil: at(nowMs) }, 'api_key_expired'],
    ['revoked and expired', { validUntil: at(0), revokedAt: at(0) }, 'api_key_revoked'],
    ['revoked, of a partner', { kind: 'partner', revokedAt: at(0) }, 'partner_app_revoked'],
  ] as const)('%s', (_, more, code) => {
    expect(codeOf(more)).toBe(code)
  })

  test('may make as many requests a minute as it is allowed, and not one more', () => {
    expect([1, 3, 4].map((count) => codeOf({}, count))).toEqual([null, null, 'rate_limited'])
    expect([1, 3, 4].map((count) => rateHeaders(counted({}, count))['RateLimit-Remaining'])).toEqual(['2', '0', '0'])
  })

  test('with a list of addresses is refused at any other', () => {
    const listed = counted({ ipAllowlist: ['192.0.2.0/24'] })
    expect(clientRefusal({ client: listed, ip: '192.0.2.7', nowMs })).toBeNull()
    expect(clientRefusal({ client: listed, ip, nowMs })?.refused).toBe('ip_not_allowed')
    expect(clientRefusal({ client: counted(), ip, nowMs })).toBeNull()
  })

  test('that is not registered is unknown, and the service’s own has no limits', () => {
    expect(clientRefusal({ client: null, ip, nowMs })?.refused).toBe('unknown_client')
    expect([clientRefusal({ client: 'own', ip, nowMs }), rateHeaders('own')]).toEqual([null, {}])
  })
})
