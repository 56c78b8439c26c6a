import * as v from 'valibot'
import { dayMs, hourMs, minuteMs, timestamp } from '../platform/clock.ts'
import { recordsOf, type Versioned } from './collection.ts'
import { nodeKey } from './entities.ts'
import type { Item, Key } from './table.ts'
import type { UnitOfWork } from './unit-of-work.ts'

export const connectionEnvironments = ['live', 'sandbox'] as const

const connectionSchema = v.object({
  environment: v.picklist(connectionEnvironments),
  /** Encrypted by KMS (vendor-secrets.ts). */
  credentials: v.string(),
  /** Of the secret in the address of the vendor's webhooks. */
  tokenSha256: v.string(),
  configuredAt: v.string(),
  lastCheckAt: v.nullable(v.string()),
  /** Why the last check or call failed; null: it did not. */
  lastError: v.nullable(v.string()),
  /** When the connection itself was refused, such as its credentials; null: it was not. It counts as long as `lastError` says why. */
  refusedAt: v.optional(v.nullable(v.string()), null),
  /** The times of the last failures in a row, in milliseconds. */
  failures: v.array(v.number()),
  /** When the circuit breaker opened; null: it is closed. */
  openedAtMs: v.nullable(v.number()),
  /** When a signature request was last sent through it, by the real time; null: none was, or a version sent it that did not note it. */
  sentAt: v.optional(v.nullable(v.string()), null),
})
export type VendorConnection = v.InferOutput<typeof connectionSchema>

/** The connections of an organization, by the key of the vendor. */
export type VendorConnections = Readonly<Record<string, VendorConnection>>

const recordSchema = v.object({
  orgId: v.string(),
  connections: v.record(v.string(), connectionSchema),
  version: v.number(),
})
export type VendorConnectionsRecord = v.InferOutput<typeof recordSchema>

/** One item for all connections of an organization: whoever reads its settings reads them in the same call. */
export const vendorConnections: Versioned<VendorConnectionsRecord> = {
  name: 'vendor_connections',
  schema: recordSchema,
  key: ({ orgId }) => vendorConnectionsKey(orgId),
}

export function vendorConnectionsKey(orgId: string): Key {
  return { PK: nodeKey(orgId).PK, SK: 'VENDORS' }
}

/** The connections of an organization among what was read. */
export function connectionsAmong(items: readonly Item[], orgId: string): VendorConnections {
  return recordsOf(vendorConnections, items).find((each) => each.orgId === orgId)?.connections ?? {}
}

/** The listing of what a vendor still has of an organization. */
export function runningAtVendor(orgId: string, vendor: string): string {
  return `ORG#${orgId}#VENDOR#${vendor}`
}

/** The listing of what a vendor has shows a request that was sent so long ago. */
const listedWithinMs = 10_000

/**
 * Notes in the commit of a request that it is sent through the connection, which must still be there. So whoever disconnects the vendor
 * at that moment has to look again, and finds the note where the listing does not show the request yet. The version stays: whoever
 * tries credentials meanwhile, which takes seconds, need not begin anew.
 */
export function noteSent(
  work: UnitOfWork,
  { orgId, vendor }: { readonly orgId: string; readonly vendor: string },
  sentAt: string,
): void {
  work.write(
    (TableName) => ({
      Update: {
        TableName,
        Key: vendorConnectionsKey(orgId),
        ConditionExpression: 'attribute_exists(#record.#connections.#vendor)',
        UpdateExpression: 'SET #record.#connections.#vendor.#sentAt = :at',
        ExpressionAttributeNames: sentAtNames(vendor),
        ExpressionAttributeValues: { ':at': sentAt },
      },
    }),
    'stale',
  )
}

function sentAtNames(vendor: string): Record<string, string> {
  return { '#record': 'record', '#connections': 'connections', '#vendor': vendor, '#sentAt': 'sentAt' }
}

/** Removes a connection, where nothing changed of it and no request was sent through it since it was read. */
export function removeConnection(
  work: UnitOfWork,
  { orgId, version }: Pick<VendorConnectionsRecord, 'orgId' | 'version'>,
  { vendor, sentAt }: Pick<VendorConnection, 'sentAt'> & { readonly vendor: string },
): void {
  const path = '#record.#connections.#vendor.#sentAt'
  const isUnsent = sentAt === null ? `(attribute_not_exists(${path}) OR ${path} = :sentAt)` : `${path} = :sentAt`
  work.write(
    (TableName) => ({
      Update: {
        TableName,
        Key: vendorConnectionsKey(orgId),
        ConditionExpression: `#record.#version = :version AND ${isUnsent}`,
        UpdateExpression: 'REMOVE #record.#connections.#vendor SET #record.#version = :next',
        ExpressionAttributeNames: { ...sentAtNames(vendor), '#version': 'version' },
        ExpressionAttributeValues: { ':sentAt': sentAt, ':version': version, ':next': version + 1 },
      },
    }),
    'stale',
  )
}

/** Whether a request was sent through it so lately that the listing may not show it yet. */
export function isSentLately({ sentAt }: VendorConnection, nowMs: number): boolean {
  return sentAt !== null && nowMs - Date.parse(sentAt) < listedWithinMs
}

/** Webhooks of vendors get lost: what they have is read again every 15 minutes, and every hour after three days. */
export function nextVendorPollAt({ since }: { readonly since: string }, nowMs: number): string {
  return timestamp(nowMs + (nowMs - Date.parse(since) < 3 * dayMs ? 15 * minuteMs : hourMs))
}

/** The breaker opens at so many failures within this time, and lets one call try again after as long. */
const failuresToOpen = 5
const breakerMs = 60_000

/** Whether something new can be begun through it. A breaker that opened a minute ago lets calls try again. */
export function isConnected(connection: VendorConnection | undefined, nowMs: number): connection is VendorConnection {
  return connection !== undefined && !isOpen(connection, nowMs) && !isRefused(connection)
}

/** Whether calls through it are refused until somebody mends it, for example because its credentials are wrong. */
export function isRefused({ refusedAt, lastError }: VendorConnection): boolean {
  return refusedAt !== null && lastError !== null
}

export function isOpen({ openedAtMs }: VendorConnection, nowMs: number): boolean {
  return openedAtMs !== null && nowMs < openedAtMs + breakerMs
}

/** After a call that the vendor did not answer. */
export function afterFailure(connection: VendorConnection, reason: string, nowMs: number): VendorConnection {
  const failures = [...connection.failures, nowMs].filter((at) => at > nowMs - breakerMs).slice(-failuresToOpen)
  // A breaker that let a call try opens at once.
  const opens = failures.length >= failuresToOpen || connection.openedAtMs !== null
  return { ...connection, failures, openedAtMs: opens ? nowMs : null, lastError: reason }
}

/** After a call that showed that the connection itself does not work. */
export function afterRefusal(connection: VendorConnection, reason: string, nowMs: number): VendorConnection {
  return { ...connection, lastError: reason, refusedAt: timestamp(nowMs) }
}

/** After a call that the vendor answered. */
export function afterSuccess(connection: VendorConnection): VendorConnection {
  return { ...connection, failures: [], openedAtMs: null, lastError: null, refusedAt: null }
}

/** Whether a success changes anything. */
export function isTroubled({ failures, openedAtMs, lastError }: VendorConnection): boolean {
  return failures.length > 0 || openedAtMs !== null || lastError !== null
}
