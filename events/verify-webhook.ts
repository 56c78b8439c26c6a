/**
 * Verifies a webhook in a receiver. The file needs nothing but Node and may be copied as it is.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** A received event; `data` depends on `type`. New fields can appear at any time. */
export interface WebhookEvent {
  /** The same in every repetition: ignore an event whose id you have already seen. */
  id: string
  type: string
  apiVersion: string
  createdAt: string
  providerId: string
  orgId: string
  livemode: boolean
  data: Record<string, unknown>
}

/** The headers of a request: from a `fetch` handler, from Node's server, or a plain object in any letter case. */
export type ReceivedHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export type WebhookFault =
  | 'secret_missing'
  | 'body_parsed'
  | 'signature_missing'
  | 'signature_malformed'
  | 'signature_wrong'
  | 'timestamp_too_old'
  | 'timestamp_in_future'
  | 'not_an_event'

/** The request cannot be trusted; `message` says what to check. Answer it with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly fault: WebhookFault

  constructor(fault: WebhookFault, message: string) {
    super(message)
    this.fault = fault
  }
}

export interface VerifyOptions {
  /** Unix seconds. Default: now. */
  readonly nowSec?: number
  /** How far the time of the signature may differ from now, in either direction. */
  readonly toleranceSec?: number
}

/**
 * Returns the event of a request that was signed with `secret` within the last five minutes. `rawBody` must be the exact
 * received bytes, not JSON that was parsed and written again.
 * @throws WebhookVerificationError for any other request.
 */
export function verifyWebhook(
  rawBody: Uint8Array | string,
  headers: ReceivedHeaders,
  secret: string,
  { nowSec = Math.floor(Date.now() / 1000), toleranceSec = 300 }: VerifyOptions = {},
): WebhookEvent {
  if (!secret) fail('secret_missing', 'The secret is missing. Check that its environment variable is set.')
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array))
    fail('body_parsed', 'Pass the raw body as bytes or text, not the parsed JSON.')
  const { timestamp, signatures } = parsedSignature(signatureIn(headers))
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest()
  // Every signature is compared, so that timing does not reveal which one matches.
  if (signatures.filter((signature) => timingSafeEqual(signature, expected)).length === 0)
    fail('signature_wrong', 'The signature is wrong: the secret is another one, or the body was changed.')
  // The time is checked last: before that, it could be forged.
  const ageSec = nowSec - Number(timestamp)
  if (ageSec < -toleranceSec) fail('timestamp_in_future', `It was signed ${-ageSec} s ahead of this machine's clock.`)
  if (!(ageSec <= toleranceSec)) fail('timestamp_too_old', `It was signed ${ageSec} s ago, more than ${toleranceSec}.`)
  return parsedEvent(rawBody)
}

function fail(fault: WebhookFault, message: string): never {
  throw new WebhookVerificationError(fault, message)
}

const signatureName = 'x-svc-signature'

function signatureIn(headers: ReceivedHeaders): string {
  const values = isHeaders(headers)
    ? [headers.get(signatureName)]
    : Object.entries(headers).flatMap(([name, value]) => (name.toLowerCase() === signatureName ? (value ?? []) : []))
  const [value, ...others] = values
  if (others.length > 0) fail('signature_malformed', 'The request has more than one X-SVC-Signature header.')
  return value || fail('signature_missing', 'The request has no X-SVC-Signature header.')
}

function isHeaders(headers: ReceivedHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function'
}

/** `t=<unix seconds>,v1=<hex>[,v1=<hex>]`: two while a rotated secret is still valid. Other versions may be added. */
function parsedSignature(header: string): { timestamp: string; signatures: Buffer[] } {
  const entries = header.split(',').map((entry) => entry.trim())
  const timestamps = entries.filter((entry) => entry.startsWith('t='))
  const timestamp = timestamps[0]?.slice(2) ?? ''
  const signatures = entries.filter((entry) => /^v1=[0-9a-f]{64}$/.test(entry))
  if (timestamps.length !== 1 || !/^\d{1,12}$/.test(timestamp) || signatures.length === 0)
    fail('signature_malformed', 'X-SVC-Signature must have the form t=<unix seconds>,v1=<64 hex digits>.')
  return { timestamp, signatures: signatures.map((entry) => Buffer.from(entry.slice(3), 'hex')) }
}

function parsedEvent(rawBody: Uint8Array | string): WebhookEvent {
  const event = parsedJson(typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody))
  if (!isEvent(event)) fail('not_an_event', 'The signature is valid, but the body is not an event.')
  return event
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isEvent(value: unknown): value is WebhookEvent {
  if (typeof value !== 'object' || value === null) return false
  if (!('id' in value && 'type' in value && 'data' in value)) return false
  const { id, type, data } = value
  return typeof id === 'string' && typeof type === 'string' && typeof data === 'object' && data !== null
}
