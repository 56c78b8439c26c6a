import { createHmac } from 'node:crypto'
import type { Envelope } from './envelope.ts'

/**
 * The value of `X-SVC-Signature`: `t=<unix seconds>,v1=<hex>`, with one `v1` for each secret that is in force. Each is the
 * HMAC-SHA256 of `<t>.<raw body>` under the whole text of a secret, prefix included (contract §6.3).
 */
export function signatureHeader(rawBody: Uint8Array, secrets: readonly string[], timestampSec: number): string {
  // A delivery that nobody could verify, or anybody could sign, is a bug of ours.
  if (secrets.length === 0 || secrets.includes('')) throw new Error('A webhook cannot be signed without a secret')
  if (!Number.isSafeInteger(timestampSec) || timestampSec < 0)
    throw new RangeError('A signature has whole unix seconds')
  const signatures = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${timestampSec}.`).update(rawBody).digest('hex'),
  )
  return [`t=${timestampSec}`, ...signatures.map((signature) => `v1=${signature}`)].join(',')
}

/** What every delivery carries, as it is called in HTTP. */
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
  /** The very bytes that are sent. */
  readonly rawBody: Uint8Array
  /** The newest first; more than one while a rotated secret is still good. */
  readonly secrets: readonly string[]
  /** When this attempt is made. */
  readonly timestampSec: number
}

/**
 * The headers of one attempt (contract §6.2). Those of Standard Webhooks are left out: its libraries take what follows `whsec_`
 * for padded base64, and three in four of our secrets hold a `-` or `_`, on which they fail or compute with another key.
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
