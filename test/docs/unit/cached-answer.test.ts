import { describe, expect, test } from 'vitest'
import { cachedAnswer, cachedText, rememberedFor } from '../../../functions/docs/cached-answer.ts'

const cached = cachedText('{"openapi":"3.1.1"}', { 'Referrer-Policy': 'no-referrer' })

describe('an answer that may be cached', () => {
  test('is public for an hour, under the hash of its content', () => {
    expect(cached.headers).toEqual({
      'Cache-Control': 'public, max-age=3600',
      ETag: cached.etag,
      'Referrer-Policy': 'no-referrer',
    })
    expect(cachedText('{"openapi":"3.1.1"}').etag).toBe(cached.etag)
    expect(cachedText('{"openapi":"3.1.0"}').etag).not.toBe(cached.etag)
  })

  test.each([cached.etag, `W/${cached.etag}`, `"other", ${cached.etag}`, '*'])(
    'is 304 for If-None-Match: %s',
    (held) => {
      expect(cachedAnswer(cached, 'application/json', held)).toEqual({
        status: 304,
        body: null,
        headers: cached.headers,
      })
    },
  )

  test.each([undefined, '', '"other"', 'nonsense'])('is whole for If-None-Match: %s', (held) => {
    const { status, body } = cachedAnswer(cached, 'application/json', held)
    expect({ status, body }).toEqual({ status: 200, body: { stream: cached.text, contentType: 'application/json' } })
  })

  test('is made once for an address, and again after a failure', async () => {
    const made: string[] = []
    let isBroken = true
    const textFor = rememberedFor(async (baseUrl) => {
      made.push(baseUrl)
      if (isBroken) throw new Error('the file is not there')
      return baseUrl
    })
    await expect(textFor('https://a')).rejects.toThrow()
    isBroken = false
    expect(await textFor('https://a')).toBe('https://a')
    expect(await textFor('https://a')).toBe('https://a')
    expect(await textFor('https://b')).toBe('https://b')
    expect(made).toEqual(['https://a', 'https://a', 'https://b'])
  })
})
