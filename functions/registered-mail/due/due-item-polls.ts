import { logError } from '../../../shared/platform/log.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { fromItem, toItem } from '../../../shared/store/collection.ts'
import { commit } from '../../../shared/store/commit.ts'
import type { DueHandler } from '../../../shared/store/due.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItem } from '../../../shared/store/table.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { nextVendorPollAt } from '../../../shared/store/vendor-connections.ts'
import type { ItemRef } from '../model/item.ts'
import { itemPollKey, itemPolls, itemRefOfPoll } from '../model/vendor-poll.ts'

/** Has items read again at their outside vendor, whether or not a webhook came. */
export const dueItemPolls: DueHandler = {
  kind: 'DUE',
  owns: (key) => itemRefOfPoll(key) !== null,
  handle: async (platform, keys) => {
    const refs = keys.flatMap((key) => itemRefOfPoll(key) ?? [])
    const outcomes = await Promise.allSettled(refs.map((ref) => poll(platform, ref)))
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') await logError('something due could not be done', outcome.reason)
    return outcomes.filter(({ status }) => status === 'fulfilled').length
  },
}

async function poll(platform: Platform, ref: ItemRef): Promise<void> {
  const item = await getItem(platform.table, itemPollKey(ref))
  if (!item) return
  const found = fromItem(itemPolls, item)
  const { orgId, livemode } = found
  const nowMs = platform.clock()
  if (Date.parse(found.dueAt) > nowMs) return
  const work = new UnitOfWork({ ...platform, author: systemAuthor(ref.mailId) })
  const Item = toItem(itemPolls, { ...found, dueAt: nextVendorPollAt(found, nowMs) })
  work.write((TableName) => ({ Put: { TableName, Item, ConditionExpression: 'attribute_exists(PK)' } }), 'stale')
  work.enqueue({ type: 'registered_mail.vendor_due', data: { ...ref } }, { orgId, livemode })
  await commit(platform.table, work)
}
