import { describe, expect, test } from 'vitest'
import { tokenAbout } from '../../support/access-token.ts'
import { call } from '../../support/client.ts'
import { expectRefused } from '../../support/refused.ts'
import { tenant } from '../../support/tenant.ts'

/** The local cloud is called from 127.0.0.1. */
async function callFrom(ipAllowlist: string[], headers: Record<string, string> = {}) {
  // The token endpoint gives none from elsewhere, but one may be used from elsewhere than where it was given.
  const { token } = await tenant({ client: { ipAllowlist }, tokenOf: ({ clientId }) => tokenAbout(clientId) })
  return await call('GET', '/v1/me', { token, headers })
}

describe('an API key with an allowlist', () => {
  test.each([
    ['its range', ['127.0.0.0/8']],
    ['the address itself', ['127.0.0.1']],
    ['one of several, IPv6 among them', ['2001:db8::/32', '203.0.113.0/24', '127.0.0.1/32']],
    ['no range at all: anybody', []],
  ])('works from %s', async (_, ipAllowlist) => {
    expect((await callFrom(ipAllowlist)).status).toBe(200)
  })

  test.each([
    ['an IPv4 range elsewhere', ['203.0.113.0/24']],
    ['an IPv6 range', ['2001:db8::/32', '::1/128']],
    ['what is no range', ['127.0.0.1/', '127.0.0.1/33', 'localhost', '0.0.0.0/-1']],
  ])('answers ip_not_allowed outside of %s', async (_, ipAllowlist) => {
    expectRefused(await callFrom(ipAllowlist), 'ip_not_allowed')
  })

  test('is not talked into another address by the client’s own headers', async () => {
    const forged = { 'X-Forwarded-For': '203.0.113.7', Forwarded: 'for=203.0.113.7', 'X-Real-Ip': '203.0.113.7' }
    expectRefused(await callFrom(['203.0.113.0/24'], forged), 'ip_not_allowed')
  })
})
