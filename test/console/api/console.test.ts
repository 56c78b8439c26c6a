import { describe, expect, test } from 'vitest'
import { call } from '../../support/client.ts'

describe('the console', () => {
  test.each(['/console', '/console/callback?code=a&state=b'])('is one page at %s', async (path) => {
    const { status, headers, text } = await call('GET', path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    expect(text).toBe((await call('GET', '/console')).text)
  })

  test('has no file with another name', async () => {
    const { status, body } = await call('GET', '/console/assets/none.js')
    expect([status, body.error.code]).toEqual([404, 'not_found'])
  })
})
