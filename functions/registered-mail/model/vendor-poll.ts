import * as v from 'valibot'
import { systemClock, timestamp, timestampSchema } from '../../../shared/platform/clock.ts'
import type { Collection } from '../../../shared/store/collection.ts'
import { dueKeys } from '../../../shared/store/due.ts'
import type { Key } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { nextVendorPollAt, runningAtVendor } from '../../../shared/store/vendor-connections.ts'
import { isExternal } from '../vendors/external-vendors.ts'
import type { Item, ItemRef } from './item.ts'
import { mailPartition } from './mail.ts'

const pollSchema = v.object({
  mailId: v.string(),
  itemId: v.string(),
  orgId: v.string(),
  livemode: v.boolean(),
  vendor: v.string(),
  /** When the item was to be handed over. */
  since: timestampSchema,
  dueAt: timestampSchema,
})
export type ItemPoll = v.InferOutput<typeof pollSchema>

const sortKeyStart = 'VENDORPOLL#'

/** One beside each item that an outside vendor has or gets, until nothing more is to be heard of it there. It is due by the real time. */
export const itemPolls: Collection<ItemPoll> = {
  name: 'registered_mail_vendor_poll',
  schema: pollSchema,
  key: itemPollKey,
  indexKeys: ({ itemId, orgId, vendor, dueAt }) => ({
    GSI1PK: runningAtVendor(orgId, vendor),
    GSI1SK: itemId,
    ...dueKeys(itemId, dueAt),
  }),
}

export function itemPollKey({ mailId, itemId }: ItemRef): Key {
  return { PK: mailPartition(mailId), SK: `${sortKeyStart}${itemId}` }
}

/** The item of a poll; null if the key belongs to something else. */
export function itemRefOfPoll({ PK, SK }: Key): ItemRef | null {
  if (!PK.startsWith(mailPartition('')) || !SK.startsWith(sortKeyStart)) return null
  return { mailId: PK.slice(mailPartition('').length), itemId: SK.slice(sortKeyStart.length) }
}

/** Writes the first poll of an item with the change that has it handed to an outside vendor. */
export function followVendor(work: UnitOfWork, item: Item): void {
  const { mailId, id: itemId, orgId, livemode, vendor, status, submittedAt } = item
  if (!isExternal(vendor) || status !== 'sending' || submittedAt !== null) return
  // The clock of a test organization may be ahead of the vendor's.
  const nowMs = systemClock()
  const since = timestamp(nowMs)
  work.putPart(itemPolls, { mailId, itemId, orgId, livemode, vendor, since, dueAt: nextVendorPollAt({ since }, nowMs) })
}
