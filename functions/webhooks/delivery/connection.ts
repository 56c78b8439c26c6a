import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import ipaddr from 'ipaddr.js'
import { type Address, lookupOf } from '../../../shared/platform/resolve-target.ts'

/** How long one address may take before the next is tried: enough for any distance, and several fit into the budget. */
const addressBudgetMs = 2_000

/**
 * A connection to one of these addresses, and to nothing that the host name may have come to mean since they were checked;
 * over TLS where the URL says so, with the certificate verified. Whoever gets it has to destroy it.
 */
export async function connectTo(
  url: URL,
  addresses: readonly Address[],
  signal: AbortSignal,
): Promise<Socket | 'connection_error' | 'tls_error'> {
  const socket = await connectPlainly(url, addresses, signal)
  if (!socket) return 'connection_error'
  return url.protocol === 'https:' ? ((await secured(socket, url, signal)) ?? 'tls_error') : socket
}

async function connectPlainly(url: URL, addresses: readonly Address[], signal: AbortSignal): Promise<Socket | null> {
  const socket = connect({
    host: url.hostname,
    port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
    lookup: lookupOf(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: addressBudgetMs,
  })
  const isConnected = await happens(socket, 'connect', signal)
  // By now it can be no other; should Node's way of choosing ever change, nothing is said to a stranger.
  if (isConnected && isOneOf(addresses, socket.remoteAddress)) return socket
  socket.destroy()
  return null
}

async function secured(socket: Socket, url: URL, signal: AbortSignal): Promise<Socket | null> {
  const secure = connectSecurely({
    socket,
    host: url.hostname,
    // A name in the handshake may not be an address; the certificate is then held against `host`.
    ...(isIP(url.hostname) === 0 && { servername: url.hostname }),
    ALPNProtocols: ['http/1.1'],
    // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
    rejectUnauthorized: true,
  })
  if (await happens(secure, 'secureConnect', signal)) return secure
  secure.destroy()
  socket.destroy()
  return null
}

/** Whether an address is one of these, however it is written. */
export function isOneOf(addresses: readonly Address[], address: string | undefined): boolean {
  return address !== undefined && addresses.some((one) => normalized(one.address) === normalized(address))
}

function normalized(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toNormalizedString() : address
}

/** Waits for an event. False when there was an error, or the signal came first. Later errors go unheard, and end the socket. */
async function happens(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<boolean> {
  socket.on('error', () => {})
  try {
    await once(socket, event, { signal })
    return true
  } catch {
    return false
  }
}
