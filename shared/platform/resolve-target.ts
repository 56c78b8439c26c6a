import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'
import { isLocalTarget, type TargetRules } from './target.ts'

export interface Address {
  readonly address: string
  readonly family: number
}

/** All addresses of a host name, IPv4 and IPv6. Throws when there are none, or nobody can tell. */
export type Lookup = (hostname: string) => Promise<readonly Address[]>

export type ResolvedTarget =
  | { readonly addresses: readonly Address[] }
  /** `blocked_address`: at least one address is not public. `dns_error`: there is none, or no answer. */
  | { readonly fault: 'blocked_address' | 'dns_error' }

/** As the machine resolves names. IPv4 first: functions have no way out by IPv6 unless they are given one. */
export const systemLookup: Lookup = (hostname) => lookup(hostname, { all: true, order: 'ipv4first' })

/** What `localhost` means to whoever listens on it. It is not looked up, since a network may answer otherwise. */
const loopback: Address = { address: '127.0.0.1', family: 4 }
const loopback6: Address = { address: '::1', family: 6 }

/** How long a host may take to resolve where no `signal` ends the wait. */
const resolutionBudgetMs = 5_000

interface Dependencies {
  readonly lookup?: Lookup | undefined
  /** Ends the wait for an answer, which then counts as none. */
  readonly signal?: AbortSignal | undefined
}

/**
 * The addresses that a URL of good form (`targetFault`) leads to at this moment, or why none may be connected to. One address
 * that is not public spoils them all: which of them a connection would take is not ours to choose. Connect to the addresses
 * given and to nothing that is resolved once more, or the answer may have changed by then.
 */
export async function resolveTarget(
  url: string,
  rules: TargetRules,
  dependencies: Dependencies = {},
): Promise<ResolvedTarget> {
  const { hostname } = new URL(url)
  if (isLocalTarget(url, rules)) return { addresses: hostname === 'localhost' ? [loopback, loopback6] : [loopback] }
  const addresses = await answerWithin(dependencies, hostname)
  if (addresses.length === 0) return { fault: 'dns_error' }
  return addresses.every(({ address }) => isPublicAddress(address)) ? { addresses } : { fault: 'blocked_address' }
}

/** No addresses where the answer is an error, or comes too late. */
async function answerWithin(dependencies: Dependencies, hostname: string): Promise<readonly Address[]> {
  const { lookup = systemLookup, signal = AbortSignal.timeout(resolutionBudgetMs) } = dependencies
  const { promise: ended, resolve: end } = Promise.withResolvers<readonly Address[]>()
  const giveUp = () => end([])
  signal.addEventListener('abort', giveUp)
  if (signal.aborted) giveUp()
  try {
    return await Promise.race([ended, lookup(hostname)])
  } catch {
    return []
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

/** Answers every question for a name with the same addresses. */
export function lookupOf(addresses: readonly Address[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    const [first] = addresses
    if (!first) callback(new Error('the host has no address to connect to'), '')
    else if (all) callback(null, [...addresses])
    else callback(null, first.address, first.family)
  }
}
