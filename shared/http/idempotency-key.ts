import type { Incoming } from './incoming.ts'

/** The longest Idempotency-Key (contract §4.1). */
const maxKeyLength = 255

/** Null when the request carries no key; a key of a wrong length reserves nothing and is refused later. */
export function idempotencyKeyOf(incoming: Incoming): string | null {
  return incoming.method === 'POST' ? (incoming.headers['idempotency-key'] ?? null) : null
}

export function idempotencyKeyFits(key: string): boolean {
  return key.length >= 1 && key.length <= maxKeyLength
}
