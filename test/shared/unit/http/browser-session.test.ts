import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { cookieHeaders, sessionOf } from '../../../../shared/http/browser-session.ts'

const secret = 's'.repeat(43)
const fresh = () => 'n'.repeat(43)

describe('a session', () => {
  test('is the one that the cookie names, among others', () => {
    const session = sessionOf(`theme=dark; link-session=${secret}; other=1`, fresh)
    expect(session).toEqual({ secret, sha256: createHash('sha256').update(secret).digest('hex'), isNew: false })
  })

  test.each([undefined, '', 'theme=dark', 'link-session=', 'link-session=short', `xlink-session=${secret}`])(
    'is new where the cookie is %j',
    (cookies) => {
      expect(sessionOf(cookies, fresh)).toMatchObject({ secret: fresh(), isNew: true })
    },
  )

  test('has 256 random bits', () => {
    const secrets = Array.from({ length: 50 }, () => sessionOf(undefined).secret)
    expect(new Set(secrets).size).toBe(50)
    for (const made of secrets) expect(Buffer.from(made, 'base64url')).toHaveLength(32)
  })
})

describe('the cookie of a new session', () => {
  const session = sessionOf(undefined, fresh)

  test('is for one link, below the path of the stage, and over TLS alone where the page is', () => {
    const baseUrl = 'https://api.example.com/live'
    expect(cookieHeaders(session, { baseUrl, page: '/sign/token', isFramed: false })).toEqual({
      'Set-Cookie': `link-session=${fresh()}; Path=/live/sign/token; HttpOnly; SameSite=Lax; Secure`,
    })
  })

  test('works on the machine of a developer', () => {
    const { 'Set-Cookie': cookie } = cookieHeaders(session, {
      baseUrl: 'http://127.0.0.1:4000',
      page: '/sign/token',
      isFramed: false,
    })
    expect(cookie).toMatch(/; Path=\/sign\/token; HttpOnly; SameSite=Lax$/)
  })

  test("is kept in another site's frame, for that site alone, where the request allows frames", () => {
    const at = { baseUrl: 'https://api.example.com/live', page: '/sign/token', isFramed: true }
    const { 'Set-Cookie': cookie } = cookieHeaders(session, at)
    expect(cookie).toMatch(/; HttpOnly; SameSite=None; Secure; Partitioned$/)
  })

  test('is not sent again', () => {
    const known = sessionOf(`link-session=${secret}`)
    expect(cookieHeaders(known, { baseUrl: 'https://api.example.com', page: '/sign/token', isFramed: true })).toEqual(
      {},
    )
  })
})
