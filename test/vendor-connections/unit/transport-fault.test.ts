import { afterEach, expect, it } from 'vitest'
import { yousignSigning } from '../../../functions/signature/vendors/yousign/yousign-signing.ts'
import { transportFault } from '../../../shared/store/vendor-calls.ts'

afterEach(() => {
  delete process.env.YOUSIGN_URL
})

it('the error of a call that got no answer is told by its code alone', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:443'), { code: 'ECONNREFUSED' })
  expect(transportFault(refused)).toBe('ECONNREFUSED')
  expect(transportFault(new TypeError('fetch failed', { cause: refused }))).toBe('ECONNREFUSED')
  expect(transportFault(new DOMException('late', 'TimeoutError'), 20_000)).toBe('not within 20 s')
  for (const error of [new TypeError('Bearer secret'), Object.assign(new Error('x'), { code: 'secret key' }), 'secret'])
    expect(transportFault(error)).toBe('no reason is known')
})

it('an API key that no header carries is not repeated by the error', async () => {
  process.env.YOUSIGN_URL = 'http://127.0.0.1:1/v3'
  const credentials = { apiKey: 'SECRET-PART1\nSECRET-PART2', webhookSecret: 'x' }
  const asked = yousignSigning.check({ environment: 'sandbox', credentials, webhookToken: '' })
  await expect(asked).rejects.toThrow('Yousign did not answer: no reason is known')
})
