import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import { type KeyRing, keyOf } from '../../../shared/platform/key-ring.ts'
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

/** A secret as stored: the number of the key, and the secret encrypted with that key, bound to its subscription. */
export function sealWebhookSecret(secret: string, webhookId: string, keys: KeyRing): string {
  const nonce = randomBytes(nonceBytes)
  const encryption = createCipheriv(cipher, sealingKey(keys, keys.current), nonce).setAAD(Buffer.from(webhookId))
  const sealed = Buffer.concat([encryption.update(secret, 'utf8'), encryption.final()])
  return `${keys.current}.${Buffer.concat([nonce, encryption.getAuthTag(), sealed]).toString('base64url')}`
}

/** Throws if the secret was encrypted for another subscription, or with a key that is not in use any more. */
export function openWebhookSecret(sealed: string, webhookId: string, keys: KeyRing): string {
  const key = sealingKey(keys, keyNumberOf(sealed))
  const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url')
  const decryption = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decryption.setAAD(Buffer.from(webhookId)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return decryption.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decryption.final('utf8')
}

/** The secrets that sign a delivery at a time: the current one, and the previous one while it is valid. */
export function secretsInUse({ id, secrets }: Webhook, nowMs: number, keys: KeyRing): string[] {
  return secrets
    .filter(({ validUntil }) => validUntil === null || nowMs < Date.parse(validUntil))
    .map(({ sealed }) => openWebhookSecret(sealed, id, keys))
}

/** The number of the key with which a stored secret is encrypted. */
export function keyNumberOf(sealed: string): number {
  return Number(sealed.slice(0, sealed.indexOf('.')))
}

/** 256 bits of a secret of the service, which has 64 random characters. */
function sealingKey(keys: KeyRing, number: number): Buffer {
  return hash('sha256', keyOf(keys, number), 'buffer')
}
