import { createHmac } from 'node:crypto'
import type { Envelope } from './envelope.ts'

/**
 * The value of `X-SVC-Signature`: `t=<unix seconds>,v1=<hex>`, with one `v1` for each valid secret. Each is the
 * HMAC-SHA256 of `<t>.<raw body>` under the whole secret, including its prefix (contract §6.3).
 */
export function signatureHeader(rawBody: Uint8Array, secrets: readonly string[], timestampSec: number): string {
  // Without a secret nobody could verify the delivery, or anybody could sign it.
  if (secrets.length === 0 || secrets.includes('')) throw new Error('A webhook cannot be signed without a secret')
  if (!Number.isSafeInteger(timestampSec) || timestampSec < 0)
    throw new RangeError('A signature has whole unix seconds')
  const signatures = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${timestampSec}.`).update(rawBody).digest('hex'),
  )
  return [`t=${timestampSec}`, ...signatures.map((signature) => `v1=${signature}`)].join(',')
}

/** The names of the headers of every delivery. */
export const webhookHeaderNames = {
  userAgent: 'User-Agent',
  signature: 'X-SVC-Signature',
  eventId: 'X-SVC-Event-Id',
  eventType: 'X-SVC-Event-Type',
  deliveryId: 'X-SVC-Delivery-Id',
  livemode: 'X-SVC-Livemode',
} as const

export const webhookAgent = 'SVC-Webhooks/1'

export interface SignedDelivery {
  readonly envelope: Pick<Envelope, 'id' | 'type' | 'livemode'>
  readonly deliveryId: string
  /** The exact bytes that are sent. */
  readonly rawBody: Uint8Array
  /** Newest first; more than one while a rotated secret is still valid. */
  readonly secrets: readonly string[]
  /** The time of this attempt. */
  readonly timestampSec: number
}

/**
 * The headers of one attempt (contract §6.2). We do not send those of Standard Webhooks: its libraries read the text after
 * `whsec_` as padded base64, and most of our secrets contain `-` or `_`, so they would fail or use another key.
 */
export function webhookHeaders({ envelope, deliveryId, rawBody, secrets, timestampSec }: SignedDelivery) {
  return {
    'Content-Type': 'application/json',
    [webhookHeaderNames.userAgent]: webhookAgent,
    [webhookHeaderNames.signature]: signatureHeader(rawBody, secrets, timestampSec),
    [webhookHeaderNames.eventId]: envelope.id,
    [webhookHeaderNames.eventType]: envelope.type,
    [webhookHeaderNames.deliveryId]: deliveryId,
    [webhookHeaderNames.livemode]: String(envelope.livemode),
  }
}
