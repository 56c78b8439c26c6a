import { BlockList, isIP } from 'node:net'

/** Whether an address lies in one of the CIDRs. A range that is no CIDR contains nothing. */
export function addressIn(address: string, cidrs: readonly string[]): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (cidrs.length === 0 || !isIP(address)) return false
  const ranges = new BlockList()
  for (const cidr of cidrs) {
    const range = rangeOf(cidr)
    if (range) ranges.addSubnet(range.network, range.bits, range.family)
  }
  return ranges.check(address, family)
}

/** Whether an allowlist contains the address. An empty allowlist contains all. */
export function isAllowedFrom(address: string, allowlist: readonly string[]): boolean {
  return allowlist.length === 0 || addressIn(address, allowlist)
}

/** Whether a text is an address or a range that `addressIn` knows. */
export function isCidr(text: string): boolean {
  return rangeOf(text) !== null
}

/** RFC 4632 and RFC 4291 §2.3; an address alone is a range of one. */
function rangeOf(cidr: string): { network: string; bits: number; family: 'ipv4' | 'ipv6' } | null {
  const [, network = '', length] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(cidr) ?? []
  const version = isIP(network)
  const widest = version === 6 ? 128 : 32
  const bits = length === undefined ? widest : Number(length)
  if (version === 0 || bits > widest) return null
  return { network, bits, family: version === 6 ? 'ipv6' : 'ipv4' }
}

/**
 * The address of the client: the peer of the gateway or, where that is one of our proxies, the last hop in `X-Forwarded-For`
 * before our proxies. Entries that the client wrote itself stand further to the left and are never reached.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trustedProxies: readonly string[],
): string {
  const hops = [...(forwardedFor?.split(',').map((hop) => hop.trim()) ?? []), peer]
  return hops.findLast((hop) => !addressIn(hop, trustedProxies)) ?? peer
}
