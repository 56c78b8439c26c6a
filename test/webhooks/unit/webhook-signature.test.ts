import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { signatureHeader, webhookHeaders } from '../../../events/webhook-signature.ts'

const secret = `whsec_${'Ab-_'.repeat(10)}xyz`
const previousSecret = `whsec_${'1'.repeat(43)}`
const timestampSec = 1_767_225_600
const rawBody = Buffer.from('{"id":"1","object":"event","title":"Bail à Nîmes"}')

describe("Stripe's own library", () => {
  const { webhooks } = new Stripe('sk_test_x')
  const header = signatureHeader(rawBody, [secret, previousSecret], timestampSec)
  /** Stripe's check at so many seconds after the signature. */
  function constructed(body: Buffer, withSecret: string, afterSec: number) {
    return webhooks.constructEvent(body, header, withSecret, 300, undefined, (timestampSec + afterSec) * 1000)
  }

  it('accepts our header, with each of the two secrets that are in force', () => {
    expect(constructed(rawBody, secret, 0)).toEqual(JSON.parse(rawBody.toString()))
    expect(constructed(rawBody, previousSecret, 300)).toEqual(JSON.parse(rawBody.toString()))
  })

  it('refuses a changed body, another secret and an old time', () => {
    const changed = Buffer.from(rawBody.toString().replace('Bail', 'bail'))
    expect(() => constructed(changed, secret, 0)).toThrow('No signatures found matching')
    expect(() => constructed(rawBody, `${secret.slice(0, -1)}0`, 0)).toThrow('No signatures found matching')
    expect(() => constructed(rawBody, secret, 301)).toThrow('Timestamp outside the tolerance zone')
  })

  it('signs as we do', () => {
    const signed = { payload: rawBody.toString(), secret, timestamp: timestampSec }
    expect(signatureHeader(rawBody, [secret], timestampSec)).toBe(webhooks.generateTestHeaderString(signed))
  })
})

describe('the headers of a delivery', () => {
  const envelope = { id: '019b76da-a800-7c3e-9a41-5f0e2b7d6c18', type: 'signature.signed', livemode: false }
  const delivery = { envelope, deliveryId: '019b76da-1', rawBody, secrets: [secret, previousSecret], timestampSec }

  it('are those of the contract and no others', () => {
    expect(webhookHeaders(delivery)).toEqual({
      'Content-Type': 'application/json',
      'User-Agent': 'SVC-Webhooks/1',
      'X-SVC-Signature': expect.stringMatching(/^t=1767225600,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/),
      'X-SVC-Event-Id': envelope.id,
      'X-SVC-Event-Type': 'signature.signed',
      'X-SVC-Delivery-Id': '019b76da-1',
      'X-SVC-Livemode': 'false',
    })
    expect(webhookHeaders({ ...delivery, envelope: { ...envelope, livemode: true } })['X-SVC-Livemode']).toBe('true')
  })

  it('of a later attempt have its own time and signature over the same bytes', () => {
    const later = webhookHeaders({ ...delivery, timestampSec: timestampSec + 30 })
    const { 'X-SVC-Signature': first, ...others } = webhookHeaders(delivery)
    expect(later).toMatchObject(others)
    expect(later['X-SVC-Signature']).toMatch(/^t=1767225630,/)
    expect(later['X-SVC-Signature'].slice(13)).not.toBe(first.slice(13))
  })

  it.for([
    ['no secret', { ...delivery, secrets: [] }],
    ['an empty secret', { ...delivery, secrets: [secret, ''] }],
    ['milliseconds with a fraction for seconds', { ...delivery, timestampSec: timestampSec + 0.5 }],
    ['a time before 1970', { ...delivery, timestampSec: -1 }],
  ] as const)('are not made with %s', ([, wrong]) => {
    expect(() => webhookHeaders(wrong)).toThrow()
  })
})
