import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new secret of an API key; what it starts with tells people where it works. */
export function newApiKeySecret(livemode: boolean): string {
  return `${livemode ? 'sk_live_' : 'sk_test_'}${randomBytes(32).toString('base64url')}`
}

/** What is kept of a client secret: SHA-256 in hex. A secret is 32 random bytes, so nothing slower or salted is needed. */
export function secretHash(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** Whether a secret is one of those kept. Every hash is compared, each in constant time. */
export function secretMatches(secret: string, hashes: readonly string[]): boolean {
  const given = Buffer.from(secretHash(secret))
  return hashes.map((hash) => sameBytes(given, Buffer.from(hash))).includes(true)
}

function sameBytes(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}
