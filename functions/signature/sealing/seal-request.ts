import { UnusableSealCertificate } from '../../../shared/pdf/sealing/unusable-seal-certificate.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { logError } from '../../../shared/platform/log.ts'
import type { StoredFile } from '../../../shared/store/documents.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { changeInJob, requestForJob } from '../model/change-in-job.ts'
import { renewalDueAt } from '../model/renewal-transitions.ts'
import { awaitsSeal, sealed, sealFailed } from '../model/seal-transitions.ts'
import { type Cause, system } from '../model/transitions.ts'
import { AlteredPicture } from './altered-picture.ts'
import { UnauthenticActs } from './unauthentic-acts.ts'

/** What the metric filter of the failed seals' alarm looks for: the tries are used up, or the next would do no better. */
export const sealFailedMessage = 'SealFailed'
/** The same, at the first try already: until somebody imports a certificate, nothing can be sealed. */
export const certificateUnusableMessage = 'SealCertificateUnusable'

/**
 * Seals the document of a completed request. A message that comes twice finds the request sealed; two runs at once both
 * seal, one of them commits, and the other drops what it made. A failure is noted with the time of the next try.
 */
export async function sealRequest(platform: Platform, requestId: string): Promise<void> {
  // Everything that sealing needs (PDF, S3, KMS) is loaded while the request is read.
  const [request, { makeFiles, dropFiles }] = await Promise.all([
    requestForJob(platform, requestId),
    import('./make-files.ts'),
  ])
  if (!request || !awaitsSeal(request.record)) return
  let made: Awaited<ReturnType<typeof makeFiles>>
  try {
    made = await makeFiles(platform, request)
  } catch (error) {
    await noteFailure(platform, requestId, error)
    return
  }
  const nowMs = platform.clock()
  const availableAt = timestamp(nowMs)
  const { sealRun, extension } = made
  const fileOf = ({ sha256, size }: StoredFile) => ({ sha256, size, availableAt })
  const files = {
    sealRun,
    level: extension.level,
    signed: fileOf(made.signed),
    evidence: fileOf(made.evidence),
    renewalDueAt: renewalDueAt(extension, nowMs),
  }
  const done = await changeInJob(platform, requestId, (record, nowMs) =>
    awaitsSeal(record) ? sealed(record, files, causeAt(nowMs)) : null,
  )
  if (!done) await dropFiles(made)
}

async function noteFailure(platform: Platform, requestId: string, error: unknown): Promise<void> {
  const isLasting = error instanceof AlteredPicture || error instanceof UnauthenticActs
  const noted = await changeInJob(platform, requestId, (record, nowMs) =>
    awaitsSeal(record) ? sealFailed(record, causeAt(nowMs), { isLasting }) : null,
  )
  await logError(messageOf(error, noted?.document.sealStatus === 'failed'), error, { requestId })
}

/** What the log calls a failure: operators are alarmed by two of these messages. */
export function messageOf(error: unknown, hasFailed: boolean): string {
  if (hasFailed) return sealFailedMessage
  return error instanceof UnusableSealCertificate ? certificateUnusableMessage : 'a seal did not come about'
}

function causeAt(nowMs: number): Cause {
  return { nowMs, actor: system, ip: null, userAgent: null }
}
