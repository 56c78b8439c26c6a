import { openedSecrets, type VendorCredentials } from '../platform/vendor-secrets.ts'
import { systemAuthor } from './audit.ts'
import { recordsOf } from './collection.ts'
import { commit } from './commit.ts'
import { withOptimisticRetry } from './optimistic-retry.ts'
import type { Platform } from './platform.ts'
import { getItem } from './table.ts'
import { UnitOfWork } from './unit-of-work.ts'
import {
  afterFailure,
  afterRefusal,
  afterSuccess,
  isOpen,
  isTroubled,
  type VendorConnection,
  type VendorConnectionsRecord,
  vendorConnections,
  vendorConnectionsKey,
} from './vendor-connections.ts'

/** A connection with its credentials in the clear. It lives as long as a job. */
export interface OpenConnection {
  readonly environment: VendorConnection['environment']
  readonly credentials: VendorCredentials
  /** What the address of the vendor's webhooks ends with. */
  readonly webhookToken: string
}

/** The vendor did not answer, or asked to come back later: another try may succeed. */
export class VendorUnavailable extends Error {}

/** The vendor answered that it does not do this. Another try would not change that. */
export class VendorRefused extends Error {}

/** The vendor refuses the connection itself, for example its credentials: no call works until somebody mends it. */
export class ConnectionRefused extends VendorRefused {}

/** The vendor answers, and does not have what it had before: somebody deleted it there, or the credentials are of another account. */
export class VendorLacks extends VendorRefused {}

/** Why a call got no whole answer. The text of such an error may repeat what was sent, credentials too, so only its code is told. */
export function transportFault(error: unknown, timeoutMs: number | null = null): string {
  if (!(error instanceof Error)) return 'no reason is known'
  const isLate = error.name === 'TimeoutError' || error.name === 'AbortError'
  if (isLate) return timeoutMs === null ? 'not in time' : `not within ${timeoutMs / 1000} s`
  return codeOf(error) ?? codeOf(error.cause) ?? 'no reason is known'
}

function codeOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : null
}

interface Named {
  readonly orgId: string
  readonly vendor: string
}

export async function readConnections(platform: Platform, orgId: string): Promise<VendorConnectionsRecord | null> {
  const item = await getItem(platform.table, vendorConnectionsKey(orgId))
  return item ? (recordsOf(vendorConnections, [item])[0] ?? null) : null
}

export async function opened(named: Named, { environment, credentials }: VendorConnection): Promise<OpenConnection> {
  return { environment, ...(await openedSecrets(named, credentials)) }
}

/**
 * Lets a job call a vendor. While the circuit breaker is open nothing is called, so that a vendor that is down is not asked by
 * every message. What becomes of the calls is noted for it. Through a connection that was refused calls are still made: they may
 * work again without anybody mending it here.
 */
export async function withConnection<Result>(
  platform: Platform,
  named: Named,
  call: (connection: OpenConnection) => Promise<Result>,
): Promise<Result> {
  const connection = (await readConnections(platform, named.orgId))?.connections[named.vendor]
  if (!connection) throw new VendorUnavailable(`the organization is not connected to ${named.vendor}`)
  if (isOpen(connection, platform.clock())) throw new VendorUnavailable(`${named.vendor} did not answer a moment ago`)
  const open = await opened(named, connection)
  try {
    const result = await call(open)
    if (isTroubled(connection)) await note(platform, { ...named, used: connection }, afterSuccess)
    return result
  } catch (error) {
    const change = changeAfter(error, platform.clock())
    if (change) await note(platform, { ...named, used: connection }, change)
    throw error
  }
}

/** What an error says of the connection; null: nothing. */
function changeAfter(error: unknown, nowMs: number): ((connection: VendorConnection) => VendorConnection) | null {
  if (error instanceof VendorUnavailable) return (connection) => afterFailure(connection, error.message, nowMs)
  if (error instanceof ConnectionRefused) return (connection) => afterRefusal(connection, error.message, nowMs)
  if (error instanceof VendorLacks) return (connection) => ({ ...connection, lastError: error.message })
  return null
}

/**
 * Other credentials than those of the call are left alone. A connection that changes all the time loses a note: the next call notes
 * again.
 */
async function note(
  platform: Platform,
  { orgId, vendor, used }: Named & { readonly used: VendorConnection },
  change: (connection: VendorConnection) => VendorConnection,
): Promise<void> {
  await withOptimisticRetry({ maxTries: 5 }, async () => {
    const record = await readConnections(platform, orgId)
    const connection = record?.connections[vendor]
    if (!record || connection?.credentials !== used.credentials) return 'gone'
    const work = new UnitOfWork({ ...platform, author: systemAuthor(orgId) })
    const connections = { ...record.connections, [vendor]: change(connection) }
    work.update(vendorConnections, record, { ...record, connections, version: record.version + 1 })
    return (await commit(platform.table, work)) === 'stale' ? 'stale' : 'noted'
  })
}
