import { timestamp } from '../../shared/clock.ts'
import { optionalEnvironment } from '../../shared/environment.ts'
import { jobLogger } from '../../shared/job.ts'
import { renderEvidence } from '../../shared/pdf/evidence.ts'
import { sealPdf } from '../../shared/pdf/seal.ts'
import { stampPdf } from '../../shared/pdf/stamp.ts'
import type { Platform } from '../../shared/platform.ts'
import { chainOf } from '../../shared/signature/activity.ts'
import { changeInJob, requestForJob } from '../../shared/signature/change-in-job.ts'
import type { SignatureRequest } from '../../shared/signature/request.ts'
import { awaitsSeal, sealed, sealFailed } from '../../shared/signature/seal-transitions.ts'
import { type Cause, system } from '../../shared/signature/transitions.ts'
import { dropDocument, putDocument, readDocument, type StoredFile, sha256Of } from '../../shared/store/documents.ts'
import { evidenceOf } from './evidence-of.ts'
import { sealIdentity } from './seal-identity.ts'
import { stampsOf, watermarkOf } from './stamps-of.ts'

/** What the metric filter of the failed seals' alarm looks for. */
export const sealFailedMessage = 'SealFailed'

/**
 * Seals the document of a completed request. A message that comes twice finds the request sealed; two runs at once both
 * seal, one of them commits, and the other drops what it made. A failure is noted with the time of the next try.
 */
export async function sealRequest(platform: Platform, requestId: string): Promise<void> {
  const request = await requestForJob(platform, requestId)
  if (!request || !awaitsSeal(request.record)) return
  let made: Awaited<ReturnType<typeof makeFiles>>
  try {
    made = await makeFiles(platform, request)
  } catch (error) {
    await noteFailure(platform, requestId, error)
    return
  }
  const availableAt = timestamp(platform.clock())
  const files = {
    signed: { ...made.signed, availableAt },
    evidence: { ...made.evidence, availableAt },
    level: made.level,
  }
  const done = await changeInJob(platform, requestId, (record) =>
    awaitsSeal(record) ? sealed(record, files, causeNow(platform)) : null,
  )
  if (!done) await Promise.all([dropDocument(made.signed.key), dropDocument(made.evidence.key)])
}

async function noteFailure(platform: Platform, requestId: string, error: unknown): Promise<void> {
  const noted = await changeInJob(platform, requestId, (record) =>
    awaitsSeal(record) ? sealFailed(record, causeNow(platform)) : null,
  )
  const message = noted?.document.sealStatus === 'failed' ? sealFailedMessage : 'a seal did not come about'
  jobLogger().error(message, { requestId, error: error instanceof Error ? error : String(error) })
}

function causeNow(platform: Platform): Cause {
  return { nowMs: platform.clock(), actor: system, ip: null, userAgent: null }
}

interface MadeFiles {
  readonly signed: StoredFile
  readonly evidence: StoredFile
  readonly level: 'B-B' | 'B-T'
}

async function makeFiles(platform: Platform, request: SignatureRequest): Promise<MadeFiles> {
  const { record } = request
  const { livemode, orgId, document, title } = record
  const [original, chain, identity] = await Promise.all([
    readDocument(document.originalKey),
    chainOf(platform.table, record.id),
    sealIdentity(platform, livemode),
  ])
  // The evidence names the hash of what was signed: nothing else may be sealed under it.
  if (sha256Of(original) !== document.sha256) throw new Error('the stored original is not the document that was signed')
  const stamped = await stampPdf(original, stampsOf(request), { title, watermark: watermarkOf(record) })
  const url = optionalEnvironment('TIMESTAMP_AUTHORITY_URL')
  const seal = (bytes: Uint8Array, reason: string) =>
    sealPdf(bytes, {
      ...identity,
      reason,
      signedAt: new Date(platform.clock()),
      timestampAuthority: url ? { url } : null,
    })
  const signed = await seal(stamped.bytes, 'Every signer has signed')
  // A key of its own for each try: runs at the same time never write over each other.
  const stem = `sealed/${orgId}/${document.id}/${platform.ids()}`
  const stored = await putDocument(`${stem}-signed.pdf`, signed.bytes)
  const evidence = await evidenceOf(platform, record, chain, { ...stored, level: signed.level })
  const sealedEvidence = await seal(await renderEvidence(evidence), 'Evidence of the signatures')
  return {
    signed: stored,
    evidence: await putDocument(`${stem}-evidence.pdf`, sealedEvidence.bytes),
    level: signed.level,
  }
}
