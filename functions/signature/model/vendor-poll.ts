import * as v from 'valibot'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { systemClock, timestamp, timestampSchema } from '../../../shared/platform/clock.ts'
import type { Collection } from '../../../shared/store/collection.ts'
import { dueKeys } from '../../../shared/store/due.ts'
import { type Key, queryIndex, type Table } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { nextVendorPollAt, noteSent, runningAtVendor } from '../../../shared/store/vendor-connections.ts'
import { isExternal } from '../vendors/external-vendors.ts'
import { hasRemoteKeys } from '../vendors/signing-places.ts'
import { eventPlaceOf, type RequestRecord, requestPartition } from './request.ts'

const pollSchema = v.object({
  requestId: v.string(),
  orgId: v.string(),
  vendor: v.string(),
  /** When the request was sent. */
  since: timestampSchema,
  dueAt: timestampSchema,
})
export type VendorPoll = v.InferOutput<typeof pollSchema>

const sortKey = 'VENDORPOLL'

/** One beside each request that an outside vendor has or gets, until nothing more is to be heard of it there. It is due by the real time. */
export const vendorPolls: Collection<VendorPoll> = {
  name: 'vendor_poll',
  schema: pollSchema,
  key: ({ requestId }) => vendorPollKey(requestId),
  indexKeys: ({ requestId, orgId, vendor, dueAt }) => ({
    GSI1PK: runningAtVendor(orgId, vendor),
    GSI1SK: requestId,
    // At a provider of keys nothing happens that our page does not start.
    ...(hasRemoteKeys(vendor) ? {} : dueKeys(requestId, dueAt)),
  }),
}

export function vendorPollKey(requestId: string): Key {
  return { PK: requestPartition(requestId), SK: sortKey }
}

/** The id of the request of a poll; null if the key belongs to something else. */
export function requestIdOfPoll({ PK, SK }: Key): string | null {
  return SK === sortKey && PK.startsWith(requestPartition('')) ? PK.slice(requestPartition('').length) : null
}

/** Whether a vendor still has a request of an organization. */
export async function hasRunning(table: Table, orgId: string, vendor: string): Promise<boolean> {
  const found = await queryIndex(table, { index: 'GSI1', partition: runningAtVendor(orgId, vendor), limit: 1 })
  return found.length > 0
}

/**
 * Writes with a change what an outside vendor needs: the first poll of a request that is sent, a job for one that ends. A vendor
 * that keeps keys is never polled; its item says that the connection is in use.
 */
export function followVendor(
  work: UnitOfWork,
  before: Pick<RequestRecord, 'status'> | null,
  after: RequestRecord,
): void {
  const { id: requestId, orgId, vendor } = after
  const isRemote = hasRemoteKeys(vendor)
  if (!(isExternal(vendor) || isRemote) || before?.status === after.status) return
  // The clock of a test organization may be ahead of the vendor's.
  const nowMs = systemClock()
  const since = timestamp(nowMs)
  if (after.status === 'pending_signature') {
    noteSent(work, { orgId, vendor }, since)
    work.putPart(vendorPolls, { requestId, orgId, vendor, since, dueAt: nextVendorPollAt({ since }, nowMs) })
  }
  const isEnded = after.status === 'canceled' || after.status === 'expired' || after.status === 'declined'
  if (isEnded || (isRemote && after.status === 'completed'))
    work.enqueue({ type: 'signature.vendor_due', data: { requestId } }, eventPlaceOf(after))
}

/** An outside vendor keeps signers and expiry as they were sent. */
export function vendorKeepsIt({
  status,
  vendor,
}: Pick<RequestRecord, 'status' | 'vendor'>): Refusal<'vendor_error'> | null {
  if (status !== 'pending_signature' || !isExternal(vendor)) return null
  const message = `The vendor ${vendor} keeps signers and expiry as they were sent. Cancel the request and create another.`
  return refuse('vendor_error', message, { vendor, retryable: false })
}
