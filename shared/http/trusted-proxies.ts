import { optionalEnvironment } from '../platform/environment.ts'

let kept: readonly string[] | undefined

/** CIDRs of the proxies that a deployment has in front of its gateways. */
export function trustedProxies(): readonly string[] {
  kept ??= optionalEnvironment('TRUSTED_PROXIES')?.split(',').filter(Boolean) ?? []
  return kept
}
