import { logError } from '../../../shared/platform/log.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { changeInJob, requestForJob } from '../model/change-in-job.ts'
import { isRenewalDue, isRenewalOverdue, renewalEnded, renewalFailed, renewed } from '../model/renewal-transitions.ts'
import { type Cause, system } from '../model/transitions.ts'
import type { MadeRenewal } from './make-renewal.ts'

/** What the metric filter of the alarm looks for. */
export const renewalFailedMessage = 'SealRenewalFailed'

/**
 * Extends the seal of a sealed document, for the Nth time. A message that comes twice finds one more renewal than it asks
 * for; of two runs at once one commits, and the other drops what it made. A failure is noted with the time of the next try.
 */
export async function renewSeal(platform: Platform, requestId: string, renewal: number): Promise<void> {
  const [request, { makeRenewal, dropRenewal }] = await Promise.all([
    requestForJob(platform, requestId),
    import('./make-renewal.ts'),
  ])
  if (!request || !isRenewalDue(request.record, renewal)) return
  let made: MadeRenewal
  try {
    made = await makeRenewal(platform, request.record)
  } catch (error) {
    await noteFailure(platform, { requestId, renewal }, error)
    return
  }
  const { file, fault, level, provableUntilMs } = made
  if (!file && fault) {
    await noteFailure(platform, { requestId, renewal }, fault)
    return
  }
  if (fault) await logError('a seal was extended in part', fault, { requestId })
  const done = await changeInJob(platform, requestId, (record, nowMs) => {
    if (!isRenewalDue(record, renewal)) return null
    if (!file) return renewalEnded(record)
    return renewed(record, { file, level, provableUntilMs, hasFailed: fault !== null }, causeAt(nowMs))
  })
  if (!done) await dropRenewal(made)
}

async function noteFailure(
  platform: Platform,
  { requestId, renewal }: { requestId: string; renewal: number },
  error: unknown,
): Promise<void> {
  const noted = await changeInJob(platform, requestId, (record, nowMs) =>
    isRenewalDue(record, renewal) ? renewalFailed(record, causeAt(nowMs)) : null,
  )
  const message = noted && isRenewalOverdue(noted) ? renewalFailedMessage : 'a seal could not be extended'
  await logError(message, error, { requestId })
}

function causeAt(nowMs: number): Cause {
  return { nowMs, actor: system, ip: null, userAgent: null }
}
