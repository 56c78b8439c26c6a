import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  newWebhookSecret,
  openWebhookSecret,
  sealWebhookSecret,
  secretsInUse,
} from '../../../functions/webhooks/model/webhook-secret.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { keyRing } from '../../../shared/platform/key-ring.ts'
import { sampleWebhook, startMs } from './sample-webhook.ts'

const keys = fc.string({ minLength: 64, maxLength: 64 }).map((secret) => keyRing(`1:${secret.replaceAll(',', ';')}`))
const secrets = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => newWebhookSecret(() => Buffer.from(bytes)))

describe('the secret of a subscription', () => {
  it('is whsec_ and 43 characters, another one each time', () => {
    const made = Array.from({ length: 100 }, () => newWebhookSecret())
    for (const secret of made) expect(secret).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/)
    expect(new Set(made).size).toBe(made.length)
  })

  it('is what was sealed, and cannot be seen in it, nor whether two are the same', () => {
    fc.assert(
      fc.property(secrets, fc.uuid(), keys, (secret, webhookId, key) => {
        const sealed = sealWebhookSecret(secret, webhookId, key)
        expect(openWebhookSecret(sealed, webhookId, key)).toBe(secret)
        for (const shown of [sealed, Buffer.from(sealed.slice(2), 'base64url').toString('latin1')]) {
          expect(shown).not.toContain('whsec_')
          expect(shown).not.toContain(secret.slice(6))
        }
        expect(sealWebhookSecret(secret, webhookId, key)).not.toBe(sealed)
      }),
    )
  })

  it('is opened for no other subscription, and by no other key', () => {
    fc.assert(
      fc.property(secrets, fc.uuid(), fc.uuid(), keys, keys, (secret, webhookId, otherId, key, otherKey) => {
        fc.pre(webhookId !== otherId && !isDeepStrictEqual(key, otherKey))
        const sealed = sealWebhookSecret(secret, webhookId, key)
        expect(() => openWebhookSecret(sealed, otherId, key)).toThrow()
        expect(() => openWebhookSecret(sealed, webhookId, otherKey)).toThrow()
      }),
    )
  })

  it('is not opened when a bit of what is kept has changed, or an end is missing', () => {
    const key = keyRing(`1:${'k'.repeat(64)}`)
    const sealed = Buffer.from(sealWebhookSecret(newWebhookSecret(), sampleWebhook.id, key).slice(2), 'base64url')
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.nat(7), (index, bit) => {
        const changed = Buffer.from(sealed)
        changed.writeUInt8(changed.readUInt8(index) ^ (1 << bit), index)
        const cut = sealed.subarray(0, index)
        for (const kept of [changed, cut])
          expect(() => openWebhookSecret(`1.${kept.toString('base64url')}`, sampleWebhook.id, key)).toThrow()
      }),
    )
  })
})

it('a secret is opened while the key that sealed it is in use, and sealed anew with the current key', () => {
  const [older, newer] = ['o'.repeat(64), 'n'.repeat(64)]
  const sealed = sealWebhookSecret('whsec_kept', sampleWebhook.id, keyRing(`1:${older}`))
  const rotated = keyRing(`2:${newer},1:${older}`)
  expect(openWebhookSecret(sealed, sampleWebhook.id, rotated)).toBe('whsec_kept')
  const resealed = sealWebhookSecret('whsec_kept', sampleWebhook.id, rotated)
  const retired = keyRing(`2:${newer}`)
  expect(openWebhookSecret(resealed, sampleWebhook.id, retired)).toBe('whsec_kept')
  expect(() => openWebhookSecret(sealed, sampleWebhook.id, retired)).toThrow('the key 1 is not in use any more')
})

describe('what signs a delivery', () => {
  const key = keyRing(`1:${'k'.repeat(64)}`)
  const sealed = (secret: string) => sealWebhookSecret(secret, sampleWebhook.id, key)
  const webhook = {
    ...sampleWebhook,
    secrets: [
      { sealed: sealed('the new one'), validUntil: null },
      { sealed: sealed('the old one'), validUntil: timestamp(startMs) },
    ],
  }

  it.each([
    ['up to the end of its time', -1, ['the new one', 'the old one']],
    ['no longer from then on', 0, ['the new one']],
  ])('is the current secret, and the one before it %s', (_, passedMs, expected) => {
    expect(secretsInUse(webhook, startMs + passedMs, key)).toEqual(expected)
  })
})
