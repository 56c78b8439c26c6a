import { optionalEnvironment } from '../environment.ts'

/** CIDRs of the proxies that a deployment has in front of its gateways. */
export function trustedProxies(): string[] {
  return optionalEnvironment('TRUSTED_PROXIES')?.split(',').filter(Boolean) ?? []
}
