import { hash, randomBytes } from 'node:crypto'
import { equalInConstantTime } from '../platform/constant-time.ts'

/** A new secret of an API key; what it starts with tells people where it works. */
export function newApiKeySecret(livemode: boolean): string {
  return `${livemode ? 'sk_live_' : 'sk_test_'}${randomBytes(32).toString('base64url')}`
}

/** The stored form of a client secret: SHA-256 in hex. A secret has 32 random bytes, so a salt or a slower hash adds nothing. */
export function secretHash(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** Compares a secret with every hash, so that the time does not reveal which one it matched. */
export function secretMatches(secret: string, hashes: readonly string[]): boolean {
  const given = secretHash(secret)
  return hashes.map((kept) => equalInConstantTime(given, kept)).includes(true)
}
