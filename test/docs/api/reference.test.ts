import { describe, expect, inject, test } from 'vitest'
import { allOperations } from '../../../infra/build/operation-groups.ts'
import { call } from '../../support/client.ts'

describe.each([
  ['/openapi.json', 'application/json; charset=utf-8'],
  ['/docs', 'text/html; charset=utf-8'],
])('GET %s', (path, type) => {
  test('needs no token, and may be kept by anybody for an hour', async () => {
    const { status, headers, text } = await call('GET', path)
    expect(status).toBe(200)
    expect(text.length).toBeGreaterThan(1_000)
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('cache-control')).toBe('public, max-age=3600')
    expect(headers.get('etag')).toMatch(/^"[\w-]+"$/)
    expect(headers.has('ratelimit-limit')).toBe(false)
  })

  test('is the same for whoever asks, a wrong token included', async () => {
    const [anybody, somebody] = [await call('GET', path), await call('GET', path, { token: 'no token' })]
    expect(somebody.text).toBe(anybody.text)
    expect(somebody.headers.get('etag')).toBe(anybody.headers.get('etag'))
  })

  test('answers 304 without a body to whoever holds it', async () => {
    const etag = (await call('GET', path)).headers.get('etag') ?? ''
    for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await call('GET', path, { headers: { 'If-None-Match': held } })
      expect([answer.status, answer.text]).toEqual([304, ''])
      expect(answer.headers.get('etag')).toBe(etag)
    }
    expect((await call('GET', path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
  })
})

test('the address of the API leads to the reference', async () => {
  const answer = await fetch(inject('cloud').baseUrl, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${inject('cloud').baseUrl}/docs`])
})

describe('the OpenAPI document', () => {
  test('describes every operation of this very API', async () => {
    const { body } = await call('GET', '/openapi.json')
    expect(body.openapi).toMatch(/^3\.1\./)
    expect(body.servers).toEqual([{ url: inject('cloud').baseUrl }])
    for (const { method, path, id } of allOperations.filter((operation) => operation.path.startsWith('/v1/')))
      expect(body.paths[path]?.[method.toLowerCase()]).toMatchObject({ operationId: id })
  })
})
