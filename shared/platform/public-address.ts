import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** What is handed out of IPv6 to be reached from everywhere (RFC 4291, IANA). */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an address leads to the internet at large and nowhere else. Everything with a purpose of its own is not public
 * (loopback, private, link-local with its metadata services, shared, multicast, reserved, documentation), nor is what carries
 * an IPv4 address inside (mapped, compatible, NAT64, 6to4, Teredo), nor what is not plainly an address.
 */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js also reads octal, hexadecimal and short notations; nothing that resolves names gives those.
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalUnicast))
}
