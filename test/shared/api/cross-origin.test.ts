import { describe, expect, test } from 'vitest'
import { call } from '../../support/client.ts'
import { tenant } from '../../support/tenant.ts'

/** Of a redirect URI of the service's own app, as the local cloud is set up. */
const app = 'http://localhost:8080'
const stranger = 'https://stranger.example'

const preflight = (Origin: string, path = '/v1/me') =>
  call('OPTIONS', path, { headers: { Origin, 'Access-Control-Request-Method': 'POST' } })

describe('a page of our own app', () => {
  test('is let send requests with the headers that the API takes', async () => {
    const { status, headers, text } = await preflight(app)
    expect([status, text]).toEqual([204, ''])
    expect(headers.get('access-control-allow-origin')).toBe(app)
    expect(headers.get('access-control-allow-methods')).toContain('PATCH')
    for (const name of ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match'])
      expect(headers.get('access-control-allow-headers')).toContain(name)
    expect(Number(headers.get('access-control-max-age'))).toBeGreaterThan(0)
  })

  test('may read answers and refusals, with their headers', async () => {
    const { token } = await tenant()
    const headers = { Origin: app }
    const answers = [await call('GET', '/v1/me', { token, headers }), await call('GET', '/v1/me', { headers })]
    expect(answers.map(({ status }) => status)).toEqual([200, 401])
    for (const answer of answers) {
      expect(answer.headers.get('access-control-allow-origin')).toBe(app)
      expect(answer.headers.get('access-control-expose-headers')).toContain('X-Request-Id')
      expect(answer.headers.get('vary')).toBe('Origin')
      // Tokens are in headers, so browsers are never asked for cookies.
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })
})

describe('a page of another origin', () => {
  test.each([stranger, 'http://localhost:8081', 'https://localhost:8080', 'null'])('%s may not', async (origin) => {
    const asked = await preflight(origin)
    expect(asked.status).toBe(404)
    const answered = await call('GET', '/v1/me', { headers: { Origin: origin } })
    for (const { headers } of [asked, answered]) {
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('vary')).toBe('Origin')
    }
  })
})

test('OPTIONS that no browser asks before a request is an unknown method', async () => {
  expect((await call('OPTIONS', '/v1/me', { headers: { Origin: app } })).status).toBe(404)
})
