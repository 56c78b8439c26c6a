import { hash } from 'node:crypto'
import { isIPv6 } from 'node:net'

/** A name for the network that an address is of: the address itself, or the /64 in which an IPv6 host picks its own. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  // The URL standard has one way of writing each address, without dots.
  const [, canonical = ''] = /^\[(.*)\]$/.exec(new URL(`http://[${address}]`).hostname) ?? []
  const [left = '', right] = canonical.split('::')
  const [start, end] = [left, right ?? ''].map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - (start?.length ?? 0) - (end?.length ?? 0) }, () => '0')
  return `${[...(start ?? []), ...zeros, ...(end ?? [])].slice(0, 4).join(':')}::/64`
}

export function networkSha256(address: string): string {
  return hash('sha256', `sign-in network/${networkOf(address)}`, 'hex')
}
