import { isRefusal } from '../../../shared/errors/refusal.ts'
import { logError } from '../../../shared/platform/log.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { deleteItems } from '../../../shared/store/table.ts'
import { submitItem } from '../jobs/submit-item.ts'
import { changeItemInJob, readItem } from '../model/change-item.ts'
import { type Item, type ItemRef, proofKinds } from '../model/item.ts'
import { isFinal } from '../model/item-status.ts'
import { reportedAll } from '../model/item-transitions.ts'
import { awaitsProof } from '../model/proof-transitions.ts'
import { itemPollKey } from '../model/vendor-poll.ts'
import { vendorNamed } from '../vendors/vendors.ts'

/**
 * Makes an item and its copy at an outside vendor agree: hands it over, or takes over what happened there. What is to be done follows
 * from the item alone, so a message may come late, twice, or after a crash.
 */
export async function settleItem(platform: Platform, ref: ItemRef): Promise<void> {
  const item = await readItem(platform.table, ref)
  if (!item || isOver(item)) return await deleteItems(platform.table, [itemPollKey(ref)])
  if (item.status === 'sending' && item.submittedAt === null) {
    await submitItem(platform, { ...ref, attempt: item.attempt })
    return
  }
  // Its proofs are fetched by another job.
  if (isFinal(item.status)) return
  await takeOver(platform, item)
}

/** Nothing more is to be heard of the item: it is final, and its proofs are stored. */
function isOver(item: Item): boolean {
  return isFinal(item.status) && proofKinds.every((kind) => !awaitsProof(item, kind))
}

async function takeOver(platform: Platform, item: Item): Promise<void> {
  const { mailId, id: itemId, attempt } = item
  const vendor = vendorNamed(item.vendor)
  if (!vendor) throw new Error(`there is no vendor ${item.vendor}`)
  const reports = await vendor.read(platform, item)
  if (isRefusal(reports)) {
    const error = new Error(reports.message)
    if (reports.details !== undefined && 'retryable' in reports.details && reports.details.retryable) throw error
    // The poller asks again.
    await logError('a vendor refused to report on an item', error, { mailId, itemId })
    return
  }
  const actor = { type: 'vendor' as const, id: vendor.key, name: vendor.name }
  await changeItemInJob(platform, { mailId, itemId }, (current, nowMs) =>
    current.attempt === attempt ? reportedAll(current, reports, { nowMs, actor, ip: null, userAgent: null }) : null,
  )
}
