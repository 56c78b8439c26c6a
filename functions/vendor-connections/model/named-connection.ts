import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import type { AuditEntry } from '../../../shared/store/audit.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import {
  type VendorConnection,
  type VendorConnectionsRecord,
  vendorConnections,
  vendorConnectionsKey,
} from '../../../shared/store/vendor-connections.ts'
import { type CatalogVendor, catalogVendor } from './vendor-catalog.ts'

/** The connections of an organization, read in the first round. */
export async function readRecord(readItems: BatchLoader, orgId: string): Promise<VendorConnectionsRecord | null> {
  return recordsOf(vendorConnections, await readItems([vendorConnectionsKey(orgId)]))[0] ?? null
}

export function vendorNamed(key: string): CatalogVendor | Refusal<'not_found'> {
  return catalogVendor(key) ?? refuse('not_found', 'There is no such vendor.')
}

/** The connection to a vendor that is configured. A record also answers to names such as `constructor`, which name no vendor. */
export function connectionNamed(
  record: VendorConnectionsRecord | null,
  key: string,
): VendorConnection | Refusal<'not_found'> {
  const connection = record && Object.hasOwn(record.connections, key) ? record.connections[key] : undefined
  return connection ?? refuse('not_found', 'This vendor is not connected.')
}

/** Writes the connections with one of them changed. */
export function writeConnection(
  work: UnitOfWork,
  { orgId, before }: { readonly orgId: string; readonly before: VendorConnectionsRecord | null },
  { vendor, connection }: { readonly vendor: string; readonly connection: VendorConnection },
): void {
  const connections = { ...before?.connections, [vendor]: connection }
  const after = { orgId, connections, version: (before?.version ?? 0) + 1 }
  if (before) work.update(vendorConnections, before, after)
  else work.create(vendorConnections, after)
}

export function auditOfConnection(
  { orgId, livemode }: { readonly orgId: string; readonly livemode: boolean },
  { key, name }: CatalogVendor,
  action: Extract<AuditEntry['action'], `vendor_connection.${string}`>,
  changes: AuditEntry['changes'] = [],
): AuditEntry {
  const target = { type: 'vendor_connection', id: key, label: name }
  return { orgId, livemode, action, target, nodeId: orgId, changes }
}
