import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Envelope } from '../../../events/envelope.ts'
import {
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from '../../../events/verify-webhook.ts'
import { signatureHeader } from '../../../events/webhook-signature.ts'
import vectorFile from '../../../events/webhook-test-vectors.json' with { type: 'json' }

const { vectors } = vectorFile

/** An event in full, or the fault with which it was refused. */
function outcome(
  body: Uint8Array | string,
  header: string,
  secret: string,
  options: VerifyOptions,
): WebhookEvent | string {
  try {
    return verifyWebhook(body, { 'x-svc-signature': header }, secret, options)
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    return error.fault
  }
}

describe('the test vectors', () => {
  it.for(vectors)('$name', ({ body, header, secret, nowSec, valid, fault }) => {
    const expected = valid ? JSON.parse(body) : fault
    expect(outcome(Buffer.from(body), header, secret, { nowSec })).toEqual(expected)
    expect(outcome(body, header, secret, { nowSec })).toEqual(expected)
  })

  it('have the headers that are computed today', () => {
    const signed = vectors.filter(({ signedWith }) => signedWith !== null)
    expect(signed.length).toBeGreaterThan(9)
    for (const { body, signedWith, timestampSec, header } of signed)
      expect(signatureHeader(Buffer.from(body), signedWith ?? [], timestampSec ?? 0)).toBe(header)
  })
})

const [sample] = vectors
if (!sample) throw new Error('There are no vectors')
const { body, header, secret, nowSec } = sample

describe('the header', () => {
  it.for([
    ['as a plain object', { 'x-svc-signature': header }],
    ['in any case', { 'X-SVC-Signature': header }],
    ["as Node's server has it", { host: 'a.example', 'set-cookie': ['a', 'b'], 'x-svc-signature': header }],
    ['as a list of one', { 'x-svc-signature': [header] }],
    ['as `fetch` handlers have it', new Headers({ 'X-SVC-Signature': header })],
  ] as const)('is found %s', ([, headers]) => {
    expect(verifyWebhook(body, headers, secret, { nowSec }).type).toBe('signature.completed')
  })

  it.for([
    ['is not there', {}, 'The request has no X-SVC-Signature header.'],
    ['is not there', new Headers(), 'The request has no X-SVC-Signature header.'],
    ['is undefined', { 'x-svc-signature': undefined }, 'The request has no X-SVC-Signature header.'],
    ['comes twice', { 'x-svc-signature': [header, header] }, 'more than one X-SVC-Signature'],
    ['comes twice', { 'x-svc-signature': header, 'X-SVC-Signature': header }, 'more than one X-SVC-Signature'],
    [
      'comes twice and is joined',
      { 'x-svc-signature': `${header}, ${header}` },
      'X-SVC-Signature must have the form t=',
    ],
  ] as const)('is refused when it %s', ([, headers, told]) => {
    expect(() => verifyWebhook(body, headers, secret, { nowSec })).toThrow(told)
  })
})

describe('what receivers get wrong is told', () => {
  it('a secret that is not set', () => {
    expect(outcome(body, header, '', { nowSec })).toBe('secret_missing')
  })

  it('a body that a framework has parsed', () => {
    const parsed: unknown = JSON.parse(body)
    // @ts-expect-error: as it happens where nothing checks types
    expect(() => verifyWebhook(parsed, { 'x-svc-signature': header }, secret)).toThrow('Pass the raw body')
  })

  it('a tolerance that is no number lets nothing through', () => {
    expect(outcome(body, header, secret, { nowSec, toleranceSec: Number.NaN })).toBe('timestamp_too_old')
  })
})

it('gives what is sent: the type of the envelope and of what receivers get are one', () => {
  const sent = (envelope: Envelope): WebhookEvent => envelope
  const received = (event: WebhookEvent): Omit<Envelope, 'apiVersion'> => event
  expect(received(sent(JSON.parse(body)))).toEqual(JSON.parse(body))
})

describe('for any body, secret and time', () => {
  const secrets = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 })
  const times = fc.integer({ min: 0, max: 99_999_999_999 })
  const events = fc.json().map((data) => Buffer.from(`{"id":"1","type":"a.b","data":{"any":${data}}}`))

  it('each secret in force verifies what was signed', () => {
    fc.assert(
      fc.property(events, secrets, times, (rawBody, inForce, timestampSec) => {
        const signed = signatureHeader(rawBody, inForce, timestampSec)
        for (const one of inForce)
          expect(outcome(rawBody, signed, one, { nowSec: timestampSec })).toEqual(JSON.parse(rawBody.toString()))
      }),
    )
  })

  it('no bit of the body can be changed', () => {
    fc.assert(
      fc.property(events, secrets, times, fc.nat(), (rawBody, inForce, timestampSec, place) => {
        const signed = signatureHeader(rawBody, inForce, timestampSec)
        const changed = Buffer.from(rawBody)
        const byte = (place >> 3) % changed.length
        changed[byte] = (changed[byte] ?? 0) ^ (1 << (place & 7))
        for (const one of inForce)
          expect(outcome(changed, signed, one, { nowSec: timestampSec })).toBe('signature_wrong')
      }),
    )
  })

  it('another secret verifies nothing', () => {
    fc.assert(
      fc.property(events, secrets, times, fc.string({ minLength: 1 }), (rawBody, inForce, timestampSec, other) => {
        fc.pre(!inForce.some((one) => isSameKey(one, other)))
        const signed = signatureHeader(rawBody, inForce, timestampSec)
        expect(outcome(rawBody, signed, other, { nowSec: timestampSec })).toBe('signature_wrong')
      }),
    )
  })

  it('a header of any form is refused by an error that says why', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.constantFrom('t=', 'v1=', ',', '1', header, ' ', '=')), (text, parts) => {
        const given = text + parts.join('')
        fc.pre(given.trim() !== header)
        expect(outcome('other', given, secret, { nowSec })).toMatch(/^signature_(missing|malformed|wrong)$/)
      }),
    )
  })
})

/** HMAC fills a key up with zero bytes, so that a secret with some at its end is the one without them. */
function isSameKey(one: string, other: string): boolean {
  return one.replace(/\0+$/, '') === other.replace(/\0+$/, '')
}
