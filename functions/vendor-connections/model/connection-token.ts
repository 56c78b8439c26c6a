import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isUuid } from '../../../shared/platform/ids.ts'
import type { VendorConnection } from '../../../shared/store/vendor-connections.ts'

/** What the address of a vendor's webhooks ends with: the organization, and a secret of which only the hash is stored. */
export function newConnectionToken(orgId: string): { readonly token: string; readonly tokenSha256: string } {
  const secret = randomBytes(24).toString('base64url')
  return { token: `${orgId}.${secret}`, tokenSha256: sha256(secret) }
}

export function orgIdIn(token: string): string | null {
  const orgId = token.split('.')[0] ?? ''
  return isUuid(orgId) ? orgId.toLowerCase() : null
}

export function isTokenOf({ tokenSha256 }: VendorConnection, token: string): boolean {
  const given = sha256(token.slice(token.indexOf('.') + 1))
  return timingSafeEqual(Buffer.from(given), Buffer.from(tokenSha256))
}

function sha256(text: string): string {
  return hash('sha256', text, 'hex')
}
