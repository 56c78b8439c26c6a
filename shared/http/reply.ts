import type { Readable } from 'node:stream'

/** The answer of a handler that succeeded. `body` is JSON, or bytes when the operation declares a binary response. */
export interface Reply<Status extends number = number, Body = unknown> {
  readonly status: Status
  readonly body: Body
  readonly headers?: Readonly<Record<string, string>>
}

/** Bytes that are sent as they are, and read only as fast as the client receives them. */
export interface BinaryBody {
  readonly stream: Readable | Uint8Array | string
  readonly contentType: string
}

export function reply<const Status extends number, Body>(
  status: Status,
  body: Body,
  headers?: Readonly<Record<string, string>>,
): Reply<Status, Body> {
  return headers === undefined ? { status, body } : { status, body, headers }
}

export function isBinaryBody(body: unknown): body is BinaryBody {
  return typeof body === 'object' && body !== null && 'stream' in body && 'contentType' in body
}

/** The weak validator of a versioned resource (contract §1.6). */
export function etagOf(resource: { version: number }): { ETag: string } {
  return { ETag: `W/"${resource.version}"` }
}
