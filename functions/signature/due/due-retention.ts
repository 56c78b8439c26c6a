import { isRefusal } from '../../../shared/errors/refusal.ts'
import { logError } from '../../../shared/platform/log.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { toItem } from '../../../shared/store/collection.ts'
import { commit } from '../../../shared/store/commit.ts'
import type { DueHandler } from '../../../shared/store/due.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { settingsAmong } from '../../../shared/store/settings.ts'
import { settingsKeys } from '../../../shared/store/settings-keys.ts'
import { deleteItems, getItems } from '../../../shared/store/table.ts'
import { timeIn } from '../../../shared/store/test-mode.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { auditOf } from '../api/audit.ts'
import { applyChange, recordedAtMs } from '../model/change.ts'
import { requestForJob } from '../model/change-in-job.ts'
import type { RequestRecord } from '../model/request.ts'
import { requestIdOfLook, retentionLookKey, retentionLooks } from '../model/retention.ts'
import { retentionLook } from '../model/retention-transitions.ts'
import { system } from '../model/transitions.ts'

/** Archives, warns of purges and purges, by the settings of the entity as they are now. */
export const dueRetention: DueHandler = {
  kind: 'RETENTION',
  owns: (key) => requestIdOfLook(key) !== null,
  handle: async (platform, keys) => {
    const ids = keys.flatMap((key) => requestIdOfLook(key) ?? [])
    const outcomes = await Promise.allSettled(ids.map((id) => lookAt(platform, id)))
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') await logError('something due could not be done', outcome.reason)
    return outcomes.filter(({ status }) => status === 'fulfilled').length
  },
}

/** A request that changed meanwhile stays due: the next sweep decides again. */
async function lookAt(platform: Platform, requestId: string): Promise<void> {
  const request = await requestForJob(platform, requestId)
  if (!request) return await deleteItems(platform.table, [retentionLookKey(requestId)])
  const { record } = request
  const { signature } = settingsAmong(await getItems(platform.table, settingsKeys(record)))(record)
  const nowMs = recordedAtMs(record, await timeIn(platform, record.orgId))
  const { change, nextAt } = retentionLook(record, signature, { nowMs, actor: system, ip: null, userAgent: null })
  const work = new UnitOfWork({ ...platform, author: systemAuthor(requestId) })
  if (change) {
    const next = applyChange(work, record, change, { nowMs, ids: platform.ids, isBackground: true })
    auditPurge(work, record, next)
  }
  if (nextAt === null) work.removePart(retentionLookKey(requestId))
  else {
    const Item = toItem(retentionLooks, { requestId, orgId: record.orgId, dueAt: nextAt })
    // The request may be deleted at this moment, with all of its items.
    work.write((TableName) => ({ Put: { TableName, Item, ConditionExpression: 'attribute_exists(PK)' } }), 'stale')
  }
  const committed = await commit(platform.table, work)
  if (isRefusal(committed)) throw new Error(`a look at the retention was refused: ${committed.refused}`)
}

function auditPurge(work: UnitOfWork, before: RequestRecord, after: RequestRecord): void {
  const purgedAt = after.retention?.purgedAt
  if (!purgedAt || before.retention?.purgedAt === purgedAt) return
  const changes = [{ field: 'document.state', from: before.retention?.state ?? 'available', to: 'purged' }]
  work.audit(auditOf(after, 'signature_request.document_purged', changes))
}
