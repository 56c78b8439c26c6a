import { logError } from '../../../shared/platform/log.ts'
import type { DueHandler } from '../../../shared/store/due.ts'
import type { Change } from '../model/change.ts'
import { changeInJob } from '../model/change-in-job.ts'
import { remindersDue } from '../model/reminders.ts'
import { awaitsRenewal, renewalAsked } from '../model/renewal-transitions.ts'
import { type RequestRecord, requestIdOf } from '../model/request.ts'
import { awaitsSeal, sealAsked } from '../model/seal-transitions.ts'
import { type Cause, expired, system } from '../model/transitions.ts'
import { expiryAsked, vendorIsAsked } from '../model/vendor-progress.ts'

/** Expires requests, reminds signers, and requests late seals and renewals. */
export const dueRequests: DueHandler = {
  kind: 'DUE',
  owns: (key) => requestIdOf(key) !== null,
  handle: async (platform, keys) => {
    const ids = keys.flatMap((key) => requestIdOf(key) ?? [])
    const outcomes = await Promise.allSettled(ids.map((id) => changeInJob(platform, id, dueChange)))
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') await logError('something due could not be done', outcome.reason)
    return outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length
  },
}

/** Decides on the request as it is now: the index may show an earlier state. */
function dueChange(record: RequestRecord, nowMs: number): Change | null {
  const cause: Cause = { nowMs, actor: system, ip: null, userAgent: null }
  if (record.dueAt === null || Date.parse(record.dueAt) > nowMs) return null
  if (awaitsSeal(record)) return sealAsked(record, cause, 'sweep')
  if (awaitsRenewal(record)) return renewalAsked(record, cause)
  if (vendorIsAsked(record, nowMs)) return expiryAsked(record)
  return expired(record, cause) ?? remindersDue(record, cause)
}
