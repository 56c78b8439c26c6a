import { isRefusal } from '../../../shared/errors/refusal.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { logError } from '../../../shared/platform/log.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { changeItemInJob, readItem } from '../model/change-item.ts'
import { type Item, type ItemRef, submissionReference } from '../model/item.ts'
import { reported, submitted } from '../model/item-transitions.ts'
import type { RegisteredMailVendor, Submission, VendorFailure } from '../vendors/registered-mail-vendor.ts'
import { vendorNamed } from '../vendors/vendors.ts'

/** What the metric filter of the alarm looks for. */
export const outcomeUnknownMessage = 'RegisteredMailOutcomeUnknown'

/**
 * Hands an item to its vendor, once for each attempt. The vendor may have it already where a function broke down before it noted
 * so: the vendor is asked for the reference first. Where the vendor cannot tell, the item stays as it is, and an alarm rings.
 */
export async function submitItem(
  platform: Platform,
  { attempt, ...ref }: ItemRef & { attempt: number },
): Promise<void> {
  const item = await readItem(platform.table, ref)
  if (!item || !isWaiting(item, attempt)) return
  const vendor = vendorNamed(item.vendor)
  if (!vendor) throw new Error(`there is no vendor ${item.vendor}`)
  const outcome = await handedOver(platform, vendor, item)
  if (outcome === 'unknown') {
    const error = new Error(`nobody knows whether ${vendor.key} has the item: it is not handed over again`)
    await logError(outcomeUnknownMessage, error, { ...ref, attempt: String(attempt) })
    return
  }
  // The message comes again.
  if (isRefusal(outcome) && isPassing(outcome)) throw new Error(`${vendor.key} is not available: ${outcome.message}`)
  const actor = { type: 'vendor' as const, id: vendor.key, name: vendor.name }
  await changeItemInJob(platform, ref, (current, nowMs) => {
    if (!isWaiting(current, attempt)) return null
    const cause = { nowMs, actor, ip: null, userAgent: null }
    if (!isRefusal(outcome)) return submitted(current, outcome, cause)
    const failure = { code: 'vendor_refused', message: outcome.message }
    return reported(current, { to: 'failed', at: timestamp(nowMs), source: 'vendor', failure }, cause)
  })
}

function isWaiting(item: Item, attempt: number): boolean {
  return item.status === 'sending' && item.attempt === attempt && item.submittedAt === null
}

async function handedOver(
  platform: Platform,
  vendor: RegisteredMailVendor,
  item: Item,
): Promise<Submission | VendorFailure | 'unknown'> {
  const reference = submissionReference(item)
  return (await vendor.findByReference(platform, item, reference)) ?? (await vendor.submit(platform, item, reference))
}

function isPassing({ details }: VendorFailure): boolean {
  return details !== undefined && 'retryable' in details && details.retryable === true
}
