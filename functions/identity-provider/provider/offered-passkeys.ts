import { serviceName } from '../../../shared/pages/brand.ts'
import type { RelyingParty } from '../passkeys/webauthn.ts'

/** Where passkeys are used. Null: they are not offered, as nothing lasts that they could belong to. */
export function relyingPartyOf(domain: string | null, issuer: string): RelyingParty | null {
  const { hostname, origin } = new URL(issuer)
  // Browsers refuse a domain that the page is not within.
  if (domain === null || !(hostname === domain || hostname.endsWith(`.${domain}`))) return null
  return { domain, name: serviceName, origin }
}
