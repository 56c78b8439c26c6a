import { hash } from 'node:crypto'

/** Tokens in memory: a few hundred bytes each. */
const maxTokens = 1_000
/** So long a signature is believed without its key: when the issuer withdraws one, its tokens end this much later. */
const believedForMs = 60_000

interface Kept<T> {
  readonly token: T
  readonly believedUntilMs: number
}

/**
 * Tokens whose signature was verified a moment ago, by the SHA-256 of their whole text: the same claims under another
 * signature are another token. What depends on the moment, such as the expiry, is for the caller to check each time.
 */
export class VerifiedTokens<T> {
  readonly #kept = new Map<string, Kept<T>>()
  readonly #max: number

  constructor(max = maxTokens) {
    this.#max = max
  }

  find(jwt: string, nowMs: number): T | undefined {
    const key = keyOf(jwt)
    const kept = this.#kept.get(key)
    if (kept && nowMs < kept.believedUntilMs) return kept.token
    this.#kept.delete(key)
    return undefined
  }

  /** The oldest make room. */
  keep(jwt: string, token: T, nowMs: number): void {
    this.#kept.set(keyOf(jwt), { token, believedUntilMs: nowMs + believedForMs })
    const oldest = this.#kept.keys().next()
    if (this.#kept.size > this.#max && !oldest.done) this.#kept.delete(oldest.value)
  }
}

function keyOf(jwt: string): string {
  return hash('sha256', jwt, 'base64url')
}
