import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import { environment } from '../../../shared/platform/environment.ts'
import type { Webhook } from './webhook.ts'

const prefix = 'whsec_'
const secretBytes = 32
const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** `whsec_` and 43 base64url characters. */
export function newWebhookSecret(random: (bytes: number) => Buffer = randomBytes): string {
  return prefix + random(secretBytes).toString('base64url')
}

/** A secret as stored: encrypted with a key outside the table and bound to its subscription. */
export function sealWebhookSecret(secret: string, webhookId: string, key = sealingKey()): string {
  const nonce = randomBytes(nonceBytes)
  const encryption = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(webhookId))
  const sealed = Buffer.concat([encryption.update(secret, 'utf8'), encryption.final()])
  return Buffer.concat([nonce, encryption.getAuthTag(), sealed]).toString('base64url')
}

/** Throws if the secret was encrypted for another subscription or with another key. */
export function openWebhookSecret(sealed: string, webhookId: string, key = sealingKey()): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decryption = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decryption.setAAD(Buffer.from(webhookId)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return decryption.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decryption.final('utf8')
}

/** The secrets that sign a delivery at a time: the current one, and the previous one while it is valid. */
export function secretsInUse({ id, secrets }: Webhook, nowMs: number, key = sealingKey()): string[] {
  return secrets
    .filter(({ validUntil }) => validUntil === null || nowMs < Date.parse(validUntil))
    .map(({ sealed }) => openWebhookSecret(sealed, id, key))
}

/** 256 bits of the service's secret, which is 64 random characters. */
export function sealingKey(serviceSecret = environment('WEBHOOK_SECRET_KEY')): Buffer {
  return hash('sha256', serviceSecret, 'buffer')
}
