import { randomBytes } from 'node:crypto'

/** The header by which X-Ray follows a request. https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html */
export const traceHeaderName = 'X-Amzn-Trace-Id'

/** The root of a new trace: `1-`, the seconds since the epoch and a random number, in hex. */
export function newTrace(): string {
  const seconds = Math.floor(Date.now() / 1000)
  return `1-${seconds.toString(16).padStart(8, '0')}-${randomBytes(12).toString('hex')}`
}

/** `1-…` in `Root=1-…;Parent=…;Sampled=1`. */
export function rootOf(traceHeader: string): string | undefined {
  return /(?:^|;)\s*Root=([^;\s]+)/i.exec(traceHeader)?.[1]
}

export function traceHeaderOf(root: string): string {
  return `Root=${root};Sampled=0`
}
