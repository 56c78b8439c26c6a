import { expect, test } from 'vitest'
import { contentSecurityPolicy, inlineSource } from '../../../../shared/http/content-security-policy.ts'

test('nothing is allowed by default', () => {
  expect(contentSecurityPolicy({})).toBe(
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
})

test('the given sources are allowed', () => {
  const style = inlineSource('p { margin: 0 }')
  expect(
    contentSecurityPolicy({
      'style-src': [style],
      'img-src': ["'self'", 'data:', 'https://cdn.example.com:8443', 'http://[::1]:8080'],
      'form-action': ["'self'", 'com.example.app:'],
      'frame-ancestors': [],
    }),
  ).toBe(
    `default-src 'none'; style-src ${style}; img-src 'self' data: https://cdn.example.com:8443 http://[::1]:8080; ` +
      "base-uri 'none'; form-action 'self' com.example.app:; frame-ancestors 'none'",
  )
})

test.each([
  'https://a;script-src',
  'https://a,b',
  'https://*.example.com',
  '*',
  "'unsafe-inline'",
  "'unsafe-eval'",
  'a b',
  '',
])('%j is left out', (source) => {
  expect(contentSecurityPolicy({ 'img-src': ["'self'", source] })).toContain("; img-src 'self';")
})
