import { logError } from '../../../shared/platform/log.ts'
import { readDocument } from '../../../shared/store/documents.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { deleteItems, queryPartition } from '../../../shared/store/table.ts'
import { type OpenConnection, VendorLacks, VendorRefused, withConnection } from '../../../shared/store/vendor-calls.ts'
import { changeInJob, requestForJob } from '../model/change-in-job.ts'
import { shownKey } from '../model/document-keys.ts'
import { requestPartition, type SignatureRequest, signatureRequests } from '../model/request.ts'
import { type Cause, statusAt } from '../model/transitions.ts'
import { vendorPollKey } from '../model/vendor-poll.ts'
import { nextVendorChange, refusedByVendor } from '../model/vendor-progress.ts'
import type { ExternalSigning, VendorRequestState } from '../vendors/external-signing.ts'
import { hasRemoteKeys } from '../vendors/signing-places.ts'
import { externalSigning } from '../vendors/vendors.ts'
import { withSubmissionLease } from './submission-lease.ts'

/** What operators look for: everybody signed at the vendor, although the request had ended here before. */
export const signedAfterEnd = 'VendorSignedAfterEnd'
/** The same: the vendor does not have a request any more that was handed over to it. */
export const requestMissing = 'VendorRequestMissing'

/**
 * Makes a request and its copy at an outside vendor agree: hands it over, takes over what happened there, or ends it there. What is
 * to be done follows from the two states alone, so a message may come late, twice, or after a crash.
 */
export async function settleVendor(platform: Platform, requestId: string): Promise<void> {
  const request = await wholeRequest(platform, requestId)
  if (request && hasRemoteKeys(request.record.vendor)) {
    if (request.record.endedAt !== null) await forget(platform, requestId)
    return
  }
  const vendor = request && (await externalSigning(request.record.vendor))
  if (!request || !vendor) return
  const { record } = request
  if (record.status === 'draft') return
  if (record.status === 'completed') {
    if (record.document.sealStatus === 'sealed') await forget(platform, requestId)
    return
  }
  try {
    await withConnection(platform, { orgId: record.orgId, vendor: record.vendor }, async (connection) => {
      const found = await vendor.find(connection, requestId)
      if (statusAt(record, platform.clock()) !== 'pending_signature')
        return await end(platform, request, { vendor, connection, found })
      demandOwn(request, found)
      if (found && found.status !== 'draft') return await takeOver(platform, request, found)
      await handOver(platform, request, { vendor, connection })
    })
  } catch (error) {
    if (!(error instanceof VendorLacks)) throw error
    await logError(requestMissing, error, { requestId })
  }
}

/** A request is handed over once. Where it is gone there, people find out what became of it: signers may have signed it. */
function demandOwn({ record }: Pick<SignatureRequest, 'record'>, found: VendorRequestState | null): void {
  const { id, vendor, vendorRequestId } = record
  if (vendorRequestId === null || vendorRequestId === found?.vendorRequestId) return
  throw new VendorLacks(
    `${vendor} does not have the signature request ${id} (there: ${vendorRequestId}) any more. Store the credentials of the account that has it, or cancel it.`,
  )
}

/** With its fields, which a vendor is told. */
async function wholeRequest({ table }: Platform, requestId: string): Promise<SignatureRequest | null> {
  return signatureRequests.decode(await queryPartition(table, requestPartition(requestId), ''))
}

interface AtVendor {
  readonly vendor: ExternalSigning
  readonly connection: OpenConnection
}

/** Nothing happens where the vendor refused it before. */
async function handOver(
  platform: Platform,
  request: SignatureRequest,
  { vendor, connection }: AtVendor,
): Promise<void> {
  const { record } = request
  if (record.signers.some(({ status }) => status === 'error')) return
  const document = await readDocument(shownKey(record))
  try {
    await withSubmissionLease(platform, record.id, async () => {
      // Read and asked again by whoever holds the lease: the job before may have submitted, by other credentials even, or broken down.
      if ((await requestForJob(platform, record.id))?.record.vendorRequestId !== null) return
      const before = await vendor.find(connection, record.id)
      if (before && before.status !== 'draft') return await takeOver(platform, request, before)
      if (before) await vendor.discard(connection, before.vendorRequestId)
      await takeOver(platform, request, await vendor.submit(connection, request, document))
    })
  } catch (error) {
    if (!(error instanceof VendorRefused)) throw error
    await repeatedly(
      platform,
      record.id,
      (current, cause) => refusedByVendor(current, error.message, cause),
      record.vendor,
    )
    await logError('a vendor refused a request', error, { requestId: record.id })
  }
}

async function takeOver(platform: Platform, { record }: SignatureRequest, state: VendorRequestState): Promise<void> {
  await repeatedly(platform, record.id, (current, cause) => nextVendorChange(current, state, cause), record.vendor)
}

/** Commits change after change, each decided on the state after the one before. */
async function repeatedly(
  platform: Platform,
  requestId: string,
  decide: (record: SignatureRequest['record'], cause: Cause) => ReturnType<typeof nextVendorChange>,
  vendor: string,
): Promise<void> {
  const actor = { type: 'vendor' as const, id: vendor, name: vendor }
  let changed: unknown
  do
    changed = await changeInJob(platform, requestId, (record, nowMs) =>
      decide(record, { nowMs, actor, ip: null, userAgent: null }),
    )
  while (changed)
}

/** The request has ended here: nobody is to sign it at the vendor any more. */
async function end(
  platform: Platform,
  { record }: SignatureRequest,
  { vendor, connection, found }: AtVendor & { readonly found: VendorRequestState | null },
): Promise<void> {
  if (record.vendorRequestId !== null && record.vendorRequestId !== found?.vendorRequestId) {
    await forget(platform, record.id)
    return demandOwn({ record }, found)
  }
  if (found?.status === 'draft') await vendor.discard(connection, found.vendorRequestId)
  if (found?.status === 'ongoing') await vendor.cancel(connection, found.vendorRequestId, record.cancel?.reason ?? null)
  if (found?.status === 'completed')
    await logError(signedAfterEnd, new Error('everybody signed at the vendor after the request had ended'), {
      requestId: record.id,
      status: record.status,
    })
  await forget(platform, record.id)
}

async function forget({ table }: Platform, requestId: string): Promise<void> {
  await deleteItems(table, [vendorPollKey(requestId)])
}
