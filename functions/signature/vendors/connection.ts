import { openedSecrets } from '../../../shared/platform/vendor-secrets.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { commit } from '../../../shared/store/commit.ts'
import { withOptimisticRetry } from '../../../shared/store/optimistic-retry.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItem } from '../../../shared/store/table.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import {
  afterFailure,
  afterSuccess,
  isOpen,
  isTroubled,
  type VendorConnection,
  type VendorConnectionsRecord,
  vendorConnections,
  vendorConnectionsKey,
} from '../../../shared/store/vendor-connections.ts'
import { type OpenConnection, VendorUnavailable } from './external-signing.ts'

interface Named {
  readonly orgId: string
  readonly vendor: string
}

export async function readConnections(platform: Platform, orgId: string): Promise<VendorConnectionsRecord | null> {
  const item = await getItem(platform.table, vendorConnectionsKey(orgId))
  return item ? (recordsOf(vendorConnections, [item])[0] ?? null) : null
}

export async function opened(named: Named, { environment, credentials }: VendorConnection): Promise<OpenConnection> {
  return { environment, credentials: (await openedSecrets(named, credentials)).credentials }
}

/**
 * Lets a job call a vendor. While the circuit breaker is open nothing is called, so that a vendor that is down is not asked by
 * every message. What becomes of the calls is noted for it.
 */
export async function withConnection<Result>(
  platform: Platform,
  named: Named,
  call: (connection: OpenConnection) => Promise<Result>,
): Promise<Result> {
  const connection = (await readConnections(platform, named.orgId))?.connections[named.vendor]
  if (!connection) throw new Error(`the organization ${named.orgId} is not connected to ${named.vendor}`)
  if (isOpen(connection, platform.clock())) throw new VendorUnavailable(`${named.vendor} did not answer a moment ago`)
  const open = await opened(named, connection)
  try {
    const result = await call(open)
    if (isTroubled(connection)) await note(platform, named, afterSuccess)
    return result
  } catch (error) {
    if (error instanceof VendorUnavailable)
      await note(platform, named, (current) => afterFailure(current, error.message, platform.clock()))
    throw error
  }
}

/** A connection that changes all the time loses a note: the next call notes again. */
async function note(
  platform: Platform,
  { orgId, vendor }: Named,
  change: (connection: VendorConnection) => VendorConnection,
): Promise<void> {
  await withOptimisticRetry({ maxTries: 5 }, async () => {
    const record = await readConnections(platform, orgId)
    const connection = record?.connections[vendor]
    if (!record || !connection) return 'gone'
    const work = new UnitOfWork({ ...platform, author: systemAuthor(orgId) })
    const connections = { ...record.connections, [vendor]: change(connection) }
    work.update(vendorConnections, record, { ...record, connections, version: record.version + 1 })
    return (await commit(platform.table, work)) === 'stale' ? 'stale' : 'noted'
  })
}
