import { dayMs, hourMs, minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import type { Change } from './change.ts'
import { sealedKeys } from './document-keys.ts'
import type { RequestRecord } from './request.ts'
import { type Cause, sealGraceMs, step } from './transitions.ts'

/** The wait after each failed extension of a seal. After the last one operators are alarmed and it is tried daily. */
export const renewalRetryDelaysMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 12 * hourMs]
const dailyMs = dayMs
/** A seal is renewed this long before its newest timestamp expires. */
const renewalLeadMs = 90 * dayMs

type Level = NonNullable<RequestRecord['document']['sealLevel']>

/** The result of an extension of a seal. */
export interface Extension {
  readonly level: Level
  /** When the certificate of the newest document timestamp expires, in milliseconds; null without such a timestamp. */
  readonly provableUntilMs: number | null
  /** Whether a part of the extension failed. */
  readonly hasFailed: boolean
}

/** Whether the seal will need another extension. */
export function awaitsRenewal({ status, document, dueAt }: RequestRecord): boolean {
  return status === 'completed' && document.sealStatus === 'sealed' && dueAt !== null
}

/**
 * When a seal is to be extended next: soon where that has just failed, else before its newest timestamp ends, and halfway
 * where that is near. Null: never.
 */
export function renewalDueAt({ provableUntilMs, hasFailed }: Extension, nowMs: number): string | null {
  if (hasFailed) return timestamp(nowMs + (renewalRetryDelaysMs[0] ?? dailyMs))
  if (provableUntilMs === null) return null
  const leadMs = Math.min(renewalLeadMs, (provableUntilMs - nowMs) / 2)
  return timestamp(Math.max(nowMs + dailyMs, Math.floor(provableUntilMs - leadMs)))
}

/** Enqueues the extension that is due. */
export function renewalAsked(record: RequestRecord, cause: Cause): Change {
  const renewal = record.document.signed?.renewals.length ?? 0
  return {
    after: { ...record, dueAt: timestamp(cause.nowMs + sealGraceMs) },
    steps: [],
    events: [],
    jobs: [{ type: 'signature.renewal_due', data: { requestId: record.id, renewal } }],
  }
}

/** Whether the extension with this number, counted from 0, is still missing. */
export function isRenewalDue(record: RequestRecord, renewal: number): boolean {
  return awaitsRenewal(record) && record.document.signed?.renewals.length === renewal
}

/** The extended document is stored. Earlier releases stay. */
export function renewed(
  record: RequestRecord,
  { file, ...extension }: Extension & { file: { run: string; sha256: string; size: number } },
  cause: Cause,
): Change {
  const { signed } = record.document
  if (!signed) throw new Error('the document is not sealed')
  const { run, sha256, size } = file
  const renewals = [...signed.renewals, { run, sha256, size, at: timestamp(cause.nowMs) }]
  const { level, hasFailed } = extension
  const document = {
    ...record.document,
    sealLevel: level,
    sealFailures: hasFailed ? 1 : 0,
    signed: { ...signed, renewals },
  }
  return {
    after: { ...record, document, dueAt: renewalDueAt(extension, cause.nowMs) },
    steps: [step('renewed', cause, { level, signedSha256: sha256 })],
    events: [],
    jobs: [
      { type: 'document.stored', data: { key: sealedKeys(record, run).signed } },
      // The new file follows the archived ones.
      ...(record.retention?.state === 'archived'
        ? [{ type: 'signature.storage_due' as const, data: { requestId: record.id } }]
        : []),
    ],
  }
}

/** No authority can confirm the seal, so it is never extended. */
export function renewalEnded(record: RequestRecord): Change {
  return { after: { ...record, dueAt: null }, steps: [], events: [], jobs: [] }
}

/** The extension failed: sets the next try. Daily tries are not written to the chain. */
export function renewalFailed(record: RequestRecord, cause: Cause): Change {
  const failures = record.document.sealFailures + 1
  const delayMs = renewalRetryDelaysMs[failures - 1]
  return {
    after: {
      ...record,
      document: { ...record.document, sealFailures: failures },
      dueAt: timestamp(cause.nowMs + (delayMs ?? dailyMs)),
    },
    steps: failures <= renewalRetryDelaysMs.length + 1 ? [step('renewal_failed', cause, { failures })] : [],
    events: [],
    jobs: [],
  }
}

/** Whether operators must be alarmed. */
export function isRenewalOverdue({ document }: Pick<RequestRecord, 'document'>): boolean {
  return document.sealFailures > renewalRetryDelaysMs.length
}
