import { hash } from 'node:crypto'

/** In lower-case hex. */
export function sha256Of(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex')
}
