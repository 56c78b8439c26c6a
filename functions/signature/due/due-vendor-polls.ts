import { logError } from '../../../shared/platform/log.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { fromItem, toItem } from '../../../shared/store/collection.ts'
import { commit } from '../../../shared/store/commit.ts'
import type { DueHandler } from '../../../shared/store/due.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { deleteItems, getItem } from '../../../shared/store/table.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { nextVendorPollAt } from '../../../shared/store/vendor-connections.ts'
import { requestForJob } from '../model/change-in-job.ts'
import { eventPlaceOf } from '../model/request.ts'
import { requestIdOfPoll, vendorPollKey, vendorPolls } from '../model/vendor-poll.ts'

/** Has requests read again at their vendor, whether or not a webhook came. */
export const dueVendorPolls: DueHandler = {
  kind: 'DUE',
  owns: (key) => requestIdOfPoll(key) !== null,
  handle: async (platform, keys) => {
    const ids = keys.flatMap((key) => requestIdOfPoll(key) ?? [])
    const outcomes = await Promise.allSettled(ids.map((id) => poll(platform, id)))
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') await logError('something due could not be done', outcome.reason)
    return outcomes.filter(({ status }) => status === 'fulfilled').length
  },
}

async function poll(platform: Platform, requestId: string): Promise<void> {
  const [request, item] = await Promise.all([
    requestForJob(platform, requestId),
    getItem(platform.table, vendorPollKey(requestId)),
  ])
  if (!item) return
  if (!request) return await deleteItems(platform.table, [vendorPollKey(requestId)])
  const found = fromItem(vendorPolls, item)
  const nowMs = platform.clock()
  if (Date.parse(found.dueAt) > nowMs) return
  const work = new UnitOfWork({ ...platform, author: systemAuthor(requestId) })
  const Item = toItem(vendorPolls, { ...found, dueAt: nextVendorPollAt(found, nowMs) })
  work.write((TableName) => ({ Put: { TableName, Item, ConditionExpression: 'attribute_exists(PK)' } }), 'stale')
  work.enqueue({ type: 'signature.vendor_due', data: { requestId } }, eventPlaceOf(request.record))
  await commit(platform.table, work)
}
