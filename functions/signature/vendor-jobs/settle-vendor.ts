import { logError } from '../../../shared/platform/log.ts'
import { readDocument } from '../../../shared/store/documents.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { deleteItems, queryPartition } from '../../../shared/store/table.ts'
import { timeIn } from '../../../shared/store/test-mode.ts'
import {
  ConnectionRefused,
  type OpenConnection,
  VendorLacks,
  VendorRefused,
  withConnection,
} from '../../../shared/store/vendor-calls.ts'
import { recordedAtMs } from '../model/change.ts'
import { changeInJob, requestForJob } from '../model/change-in-job.ts'
import { shownKey } from '../model/document-keys.ts'
import { type RequestRecord, requestPartition, type SignatureRequest, signatureRequests } from '../model/request.ts'
import { type Cause, expired, pending, system } from '../model/transitions.ts'
import { vendorPollKey } from '../model/vendor-poll.ts'
import {
  differenceAtVendor,
  draftNoted,
  isFinishing,
  nextVendorChange,
  refusedByVendor,
} from '../model/vendor-progress.ts'
import type { ExternalSigning, VendorRequestState } from '../vendors/external-signing.ts'
import { hasRemoteKeys } from '../vendors/signing-places.ts'
import { externalSigning } from '../vendors/vendors.ts'
import { withSubmissionLease } from './submission-lease.ts'

/** What operators look for: everybody signed at the vendor, although the request had ended here before. */
export const signedAfterEnd = 'VendorSignedAfterEnd'
/** The same: the vendor does not have a request any more as it was handed over. */
export const requestMissing = 'VendorRequestMissing'

/**
 * Makes a request and its copy at an outside vendor agree: hands it over, takes over what happened there, or ends it there. What is
 * to be done follows from the two states alone, so a message may come late, twice, or after a crash.
 */
export async function settleVendor(platform: Platform, requestId: string): Promise<void> {
  const record = (await requestForJob(platform, requestId))?.record
  if (record && hasRemoteKeys(record.vendor)) {
    if (record.endedAt !== null) await forget(platform, requestId)
    return
  }
  const vendor = record && (await externalSigning(record.vendor))
  if (!record || !vendor) return
  if (record.status === 'draft') return
  if (record.status === 'completed') {
    if (record.document.sealStatus === 'sealed') await forget(platform, requestId)
    return
  }
  const isOpen = pending(record, recordedAtMs(record, await timeIn(platform, record.orgId)))
  // The vendor refused it before: its sender cancels it.
  if (isOpen && record.vendorRequestId === null && record.signers.some(({ status }) => status === 'error')) return
  try {
    await withConnection(platform, { orgId: record.orgId, vendor: record.vendor }, async (connection) => {
      const at = { platform, requestId, vendor, connection }
      if (!isOpen) return await withSubmissionLease(platform, requestId, async () => await end(at))
      if (record.vendorRequestId === null) return await handOver(at, record)
      const own = await ownAtVendor(at, record)
      if (own) await takeOver(at, record, own)
    })
  } catch (error) {
    if (!(error instanceof VendorLacks)) throw error
    await logError(requestMissing, error, { requestId })
  }
}

interface AtVendor {
  readonly platform: Platform
  readonly requestId: string
  readonly vendor: ExternalSigning
  readonly connection: OpenConnection
}

/**
 * The request at the vendor that our own job made. Requests that others made under our id are never taken for it. Where ours is gone
 * there, people find out what became of it: signers may have signed it.
 */
async function ownAtVendor(at: AtVendor, record: RequestRecord): Promise<VendorRequestState | null> {
  const { vendor, connection, requestId } = at
  const ownId = record.vendorRequestId ?? record.vendorDraftId
  // Null: nothing is ours there. Requests that were sent by a version that noted no drafts are known by our id alone.
  if (ownId === null) return null
  if (ownId === undefined) {
    const sent = (await vendor.list(connection, requestId)).find(({ status }) => status !== 'draft')
    return sent ? await vendor.read(connection, sent.vendorRequestId) : null
  }
  const own = await vendor.read(connection, ownId)
  if (own) return own
  throw new VendorLacks(
    `${record.vendor} does not have the signature request ${requestId} (there: ${ownId}) any more. Store the credentials of the account that has it, or cancel it.`,
  )
}

async function handOver(at: AtVendor, record: RequestRecord): Promise<void> {
  const { platform, requestId } = at
  const document = await readDocument(shownKey(record))
  try {
    await withSubmissionLease(platform, requestId, async () => await submitOnce(at, document))
  } catch (error) {
    // Neither says anything of the request itself: the job comes again once people have mended the connection.
    const isOfConnection = error instanceof ConnectionRefused || error instanceof VendorLacks
    if (!(error instanceof VendorRefused) || isOfConnection) throw error
    await repeatedly(at, record.vendor, (current, cause) => refusedByVendor(current, error.message, cause))
    await logError('a vendor refused a request', error, { requestId })
  }
}

/** Under the lease. The job before may have submitted, or broken down at any moment. */
async function submitOnce(at: AtVendor, document: Uint8Array): Promise<void> {
  const { platform, vendor, connection } = at
  const request = await wholeRequest(at)
  if (!request || request.record.vendorRequestId !== null || !pending(request.record, platform.clock())) return
  const { record } = request
  const before = await ownAtVendor(at, record)
  if (before && before.status !== 'draft') return await takeOver(at, record, before)
  // A draft may lack its document or signers, so it is made anew. The note goes first: a noted draft is never missing.
  if (before) await noteDraft(at, null)
  await discardDrafts(at)
  const vendorRequestId = await vendor.makeDraft(connection, request)
  // If this job breaks down from here on, the signers may have been asked. The next job finds the request by this note.
  if (!(await noteDraft(at, vendorRequestId))) return await vendor.discard(connection, vendorRequestId)
  await takeOver(at, record, await vendor.send(connection, { vendorRequestId, request, document }))
  await endIfOver(at)
}

/** With its fields, which a vendor is told. */
async function wholeRequest({ platform: { table }, requestId }: AtVendor): Promise<SignatureRequest | null> {
  return signatureRequests.decode(await queryPartition(table, requestPartition(requestId), ''))
}

/** False: the request has ended meanwhile. */
async function noteDraft({ platform, requestId }: AtVendor, vendorDraftId: string | null): Promise<boolean> {
  const noted = await changeInJob(platform, requestId, (record, nowMs) =>
    draftNoted(record, vendorDraftId, causeOf(record.vendor, nowMs)),
  )
  return noted !== null
}

/** Drafts were never sent to anybody: a crash left them behind. */
async function discardDrafts({ vendor, connection, requestId }: AtVendor): Promise<void> {
  for (const { status, vendorRequestId } of await vendor.list(connection, requestId))
    if (status === 'draft') await vendor.discard(connection, vendorRequestId)
}

/** Throws where the vendor's signers are not those that were handed over, so that nothing of it is believed. */
async function takeOver(at: AtVendor, record: RequestRecord, state: VendorRequestState): Promise<void> {
  const difference = differenceAtVendor(record, state)
  if (difference !== null)
    throw new VendorLacks(
      `${record.vendor} has the signature request ${record.id} (there: ${state.vendorRequestId}) otherwise than it was handed over: ${difference} differs. Cancel it.`,
    )
  await repeatedly(at, record.vendor, (current, cause) => nextVendorChange(current, state, cause))
}

/** Commits change after change, each decided on the state after the one before. */
async function repeatedly(
  { platform, requestId }: AtVendor,
  vendor: string,
  decide: (record: RequestRecord, cause: Cause) => ReturnType<typeof nextVendorChange>,
): Promise<void> {
  let changed: unknown
  do changed = await changeInJob(platform, requestId, (record, nowMs) => decide(record, causeOf(vendor, nowMs)))
  while (changed)
}

function causeOf(vendor: string, nowMs: number): Cause {
  return { nowMs, actor: { type: 'vendor', id: vendor, name: vendor }, ip: null, userAgent: null }
}

/** Under the lease: no job can submit it meanwhile. */
async function end(at: AtVendor): Promise<void> {
  const { platform, requestId } = at
  const record = (await requestForJob(platform, requestId))?.record
  if (record?.status !== 'pending_signature') return await endIfOver(at)
  // Its time is over. What was signed at the vendor before counts, however late the news comes.
  const own = await ownAtVendor(at, record)
  if (own && own.status !== 'draft') await takeOver(at, record, own)
  // The sweep has it asked again, for up to a day. Ending it there now would cancel a contract.
  if (own && isFinishing(record, own)) return
  await changeInJob(platform, requestId, (current, nowMs) =>
    expired(current, { nowMs, actor: system, ip: null, userAgent: null }),
  )
}

/** Under the lease. Where the request has ended here, nobody is to sign it at the vendor any more. */
async function endIfOver(at: AtVendor): Promise<void> {
  const { platform, requestId, vendor, connection } = at
  const record = (await requestForJob(platform, requestId))?.record
  if (!record || record.status === 'pending_signature' || record.status === 'completed') return
  const own = await ownAtVendor(at, record).catch(async (error: unknown) => {
    if (error instanceof VendorLacks) await forget(platform, requestId)
    throw error
  })
  if (own === null || own.status === 'draft') await discardDrafts(at)
  if (own?.status === 'ongoing') await vendor.cancel(connection, own.vendorRequestId, record.cancel?.reason ?? null)
  if (own?.status === 'completed')
    await logError(signedAfterEnd, new Error('everybody signed at the vendor after the request had ended'), {
      requestId,
      status: record.status,
    })
  await forget(platform, requestId)
}

async function forget({ table }: Platform, requestId: string): Promise<void> {
  await deleteItems(table, [vendorPollKey(requestId)])
}
