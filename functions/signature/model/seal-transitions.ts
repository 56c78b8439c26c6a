import { hourMs, minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import type { Change } from './change.ts'
import { sealedKeys } from './document-keys.ts'
import { emailsDue } from './emails-due.ts'
import type { RequestRecord } from './request.ts'
import { type Cause, requestData, sealGraceMs, step } from './transitions.ts'

/** The wait after each failed seal. After the last one the seal is `failed` and tried again now and then. */
export const sealRetryDelaysMs = [10_000, minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs]
const failedRetryMs = 15 * minuteMs

type Document = RequestRecord['document']
type ProducedFile = NonNullable<Document['evidence']>

export interface SealedFiles {
  readonly sealRun: string
  readonly level: NonNullable<Document['sealLevel']>
  readonly signed: ProducedFile
  readonly evidence: ProducedFile
  /** When the seal is to be extended; null: never. */
  readonly renewalDueAt: string | null
}

/** Whether the request is completed and not sealed yet. */
export function awaitsSeal(record: RequestRecord): boolean {
  return record.status === 'completed' && record.document.sealStatus !== 'sealed'
}

/** The sealed document and its evidence are stored. Only now `signature.completed` is published. */
export function sealed(record: RequestRecord, files: SealedFiles, cause: Cause): Change {
  const { sealRun, signed, evidence, level, renewalDueAt } = files
  const done = {
    sealStatus: 'sealed' as const,
    sealLevel: level,
    sealFailures: 0,
    sealRun,
    evidence,
    signed: { ...signed, renewals: [] },
  }
  const keys = sealedKeys(record, sealRun)
  return {
    after: { ...record, document: { ...record.document, ...done }, dueAt: renewalDueAt },
    steps: [step('sealed', cause, { level, signedSha256: signed.sha256, evidenceSha256: evidence.sha256 })],
    events: [{ type: 'signature.completed', data: requestData(record) }],
    jobs: [
      { type: 'document.stored', data: { key: keys.signed } },
      { type: 'document.stored', data: { key: keys.evidence } },
      ...emailsDue(record, 'completed', record.signers),
    ],
  }
}

/**
 * Sealing failed: sets the next try, and whether operators must be alarmed. They are alarmed at once if the
 * failure is permanent.
 */
export function sealFailed(record: RequestRecord, cause: Cause, { isLasting = false } = {}): Change {
  const failures = record.document.sealFailures + 1
  const delayMs = isLasting ? undefined : sealRetryDelaysMs[failures - 1]
  const sealStatus = delayMs === undefined ? ('failed' as const) : ('pending' as const)
  const document = { ...record.document, sealStatus, sealFailures: failures }
  const dueAt = timestamp(cause.nowMs + (delayMs ?? failedRetryMs))
  return {
    after: { ...record, document, dueAt },
    steps: [step('seal_failed', cause, { failures })],
    events: [],
    jobs: [],
  }
}

/** Enqueues the seal again. If a person asked, the tries start over. */
export function sealAsked(record: RequestRecord, cause: Cause, by: 'person' | 'sweep'): Change {
  const dueAt = timestamp(cause.nowMs + sealGraceMs)
  const again = { ...record.document, sealStatus: 'pending' as const, sealFailures: 0 }
  return {
    after: { ...record, document: by === 'person' ? again : record.document, dueAt },
    steps: by === 'person' ? [step('reseal_requested', cause)] : [],
    events: [],
    jobs: [{ type: 'signature.seal_due', data: { requestId: record.id } }],
  }
}
