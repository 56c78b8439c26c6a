import { hourMs, minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import type { Change } from './change.ts'
import { sealedKeys } from './document-keys.ts'
import { emailsDue } from './emails-due.ts'
import type { RequestRecord } from './request.ts'
import { type Cause, requestData, sealGraceMs, step } from './transitions.ts'

/** How long a seal waits after each failure; after the last one it is `failed`, and tried again now and then. */
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

/** Completed and not sealed yet: what the sealing job has to do something about. */
export function awaitsSeal(record: RequestRecord): boolean {
  return record.status === 'completed' && record.document.sealStatus !== 'sealed'
}

/** The sealed document and its evidence are stored: only now subscribers are told that the request is completed. */
export function sealed(record: RequestRecord, files: SealedFiles, cause: Cause): Change {
  const { sealRun, signed, evidence, level, renewalDueAt } = files
  const done = {
    sealStatus: 'sealed' as const,
    sealLevel: level,
    sealFailures: 0,
    ...{ sealRun, evidence, signed: { ...signed, renewals: [] } },
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
 * Sealing went wrong: when it is tried again, and whether operators have to look at it. They have to at once where the
 * failure is lasting.
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

/** Asks for the seal again: from the start where a person asked, else as the next try that is due. */
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
