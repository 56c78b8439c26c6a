import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Reservation } from './idempotency.ts'
import type { PackedAnswer } from './packed-answer.ts'

/** What an answer is sealed with: a secret of the service, and what only its client has. */
export interface AnswerSeal {
  /** Of the service; it is not in the table. */
  readonly secret: string
  /** As the client sent it. The table holds a hash of it alone. */
  readonly idempotencyKey: string
}

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * An answer that tells a secret, as it is recorded: encrypted under a key that takes both the service's secret and the
 * Idempotency-Key that comes again with the repeated request. So neither the table nor the service's settings open it, and
 * not even both of them together.
 */
export function sealAnswer(packed: PackedAnswer, reservation: Reservation, seal: AnswerSeal): PackedAnswer {
  const nonce = randomBytes(nonceBytes)
  const encryption = createCipheriv(cipher, keyOf(reservation, seal), nonce)
  const sealed = Buffer.concat([encryption.update(packed), encryption.final()])
  return new Uint8Array([...nonce, ...encryption.getAuthTag(), ...sealed])
}

/** The packed answer; null where it was sealed for another request, or with another secret. */
export function openAnswer(sealed: Uint8Array, reservation: Reservation, seal: AnswerSeal): Uint8Array | null {
  if (sealed.length < nonceBytes + tagBytes) return null
  const nonce = sealed.subarray(0, nonceBytes)
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
  const decryption = createDecipheriv(cipher, keyOf(reservation, seal), nonce, { authTagLength: tagBytes })
  decryption.setAuthTag(tag)
  const opened = decryption.update(sealed.subarray(nonceBytes + tagBytes))
  try {
    return Buffer.concat([opened, decryption.final()])
  } catch {
    return null
  }
}

function keyOf({ keyHash, fingerprint }: Reservation, { secret, idempotencyKey }: AnswerSeal): Buffer {
  const context = JSON.stringify(['recorded answer', keyHash, fingerprint, idempotencyKey])
  return createHmac('sha256', secret).update(context).digest()
}
