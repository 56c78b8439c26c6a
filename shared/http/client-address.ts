import { BlockList, isIP } from 'node:net'

/** Whether an address lies in one of some CIDRs. A range that is no CIDR holds nothing. */
export function addressIn(address: string, cidrs: readonly string[]): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (!isIP(address)) return false
  const ranges = new BlockList()
  for (const cidr of cidrs) {
    const [network = '', bits] = cidr.split('/')
    const version = isIP(network)
    if (version === 4) ranges.addSubnet(network, Number(bits ?? 32), 'ipv4')
    if (version === 6) ranges.addSubnet(network, Number(bits ?? 128), 'ipv6')
  }
  return ranges.check(address, family)
}

/**
 * Where a request comes from: the peer of the gateway or, where that is a proxy of ours, the first hop before our
 * proxies that `X-Forwarded-For` names. What a client writes there itself is never reached.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trustedProxies: readonly string[],
): string {
  const hops = [...(forwardedFor?.split(',').map((hop) => hop.trim()) ?? []), peer]
  return hops.findLast((hop) => !addressIn(hop, trustedProxies)) ?? peer
}
