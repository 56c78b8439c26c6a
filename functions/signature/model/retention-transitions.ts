import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import type { Settings } from '../../../shared/store/settings-fields.ts'
import type { Change } from './change.ts'
import { emailsDue } from './emails-due.ts'
import type { RequestRecord, Retention } from './request.ts'
import { nothingPlanned } from './retention.ts'
import { awaitsSeal } from './seal-transitions.ts'
import type { StepDraft } from './step.ts'
import { type Cause, requestData, step } from './transitions.ts'

/** The creator is warned so long before a purge; the administrators, where a machine or somebody who left made the request. */
export const purgeWarningMs = 14 * dayMs
/** Restored files stay for so long before they are archived again. */
export const restoredForMs = 30 * dayMs
/** Settings may change at any time. They are looked at again at the latest after so long. */
const lookEveryMs = 30 * dayMs

type RetentionSettings = Pick<Settings['signature'], 'archiveAfterDays' | 'purgeAfterDays'>

/** What a look at an ended request comes to. */
interface Look {
  readonly change: Change | null
  /** When to look again; null: never. */
  readonly nextAt: string | null
}

/** Archives, warns, purges, or only plans. A purge never comes without a warning 14 days before, whatever the settings were. */
export function retentionLook(record: RequestRecord, settings: RetentionSettings, cause: Cause): Look {
  const { nowMs } = cause
  const retention = record.retention ?? nothingPlanned
  if (record.endedAt === null || retention.state === 'purged') return { change: null, nextAt: null }
  // The files of a document that waits for its seal are still needed.
  if (awaitsSeal(record)) return { change: null, nextAt: timestamp(nowMs + dayMs) }
  const planned = { ...retention, ...purgePlan({ ...retention, endedAt: record.endedAt }, settings, nowMs) }
  if (isPurgeDue(planned, nowMs)) return { change: purged(record, planned, cause), nextAt: null }
  const archiveMs = archiveTimeMs({ ...planned, endedAt: record.endedAt }, settings)
  const isArchiveDue = archiveMs !== null && archiveMs <= nowMs
  const next = isArchiveDue ? archivedNow(planned, nowMs) : planned
  return {
    change: isSame(retention, next) ? null : changed(record, { before: retention, after: next }, cause),
    nextAt: timestamp(nextLookMs(next, isArchiveDue ? null : archiveMs, nowMs)),
  }
}

type Ended<T> = T & { readonly endedAt: string }

function purgePlan(
  { endedAt, purgeWarnedAt }: Ended<Retention>,
  { purgeAfterDays }: RetentionSettings,
  nowMs: number,
): Pick<Retention, 'purgeAt' | 'purgeWarnedAt'> {
  if (purgeAfterDays === null) return { purgeAt: null, purgeWarnedAt: null }
  const wantedMs = Date.parse(endedAt) + purgeAfterDays * dayMs
  // Also where a purge that people were warned of was put off since: they are warned again.
  if (wantedMs - purgeWarningMs > nowMs) return { purgeAt: timestamp(wantedMs), purgeWarnedAt: null }
  const warnedAt = purgeWarnedAt ?? timestamp(nowMs)
  return { purgeAt: timestamp(Math.max(wantedMs, Date.parse(warnedAt) + purgeWarningMs)), purgeWarnedAt: warnedAt }
}

function isPurgeDue({ purgeAt, purgeWarnedAt }: Retention, nowMs: number): boolean {
  return purgeAt !== null && purgeWarnedAt !== null && Date.parse(purgeAt) <= nowMs
}

/** When the files are to be archived, in milliseconds; null: never, or they are already. */
function archiveTimeMs(
  { endedAt, state, restoredUntil }: Ended<Retention>,
  { archiveAfterDays }: RetentionSettings,
): number | null {
  if (archiveAfterDays === null || state !== 'available') return null
  const afterEndMs = Date.parse(endedAt) + archiveAfterDays * dayMs
  return restoredUntil === null ? afterEndMs : Math.max(afterEndMs, Date.parse(restoredUntil))
}

function archivedNow(retention: Retention, nowMs: number): Retention {
  return {
    ...retention,
    state: 'archived',
    archivedAt: timestamp(nowMs),
    restoreRequestedAt: null,
    restoredUntil: null,
  }
}

function nextLookMs({ purgeAt, purgeWarnedAt }: Retention, archiveMs: number | null, nowMs: number): number {
  const purgeMs = purgeAt === null ? Infinity : Date.parse(purgeAt) - (purgeWarnedAt === null ? purgeWarningMs : 0)
  return Math.min(nowMs + lookEveryMs, archiveMs ?? Infinity, purgeMs)
}

function isSame(before: Retention, after: Retention): boolean {
  return JSON.stringify(before) === JSON.stringify(after)
}

interface Before {
  readonly before: Retention
  readonly after: Retention
}

/** Archives, warns of a purge, or notes when one is planned. */
function changed(record: RequestRecord, { before, after }: Before, cause: Cause): Change {
  const isArchived = before.state !== after.state
  const isWarning = before.purgeWarnedAt === null && after.purgeWarnedAt !== null
  const steps: StepDraft[] = [
    ...(isArchived ? [step('archived', cause)] : []),
    ...(isWarning ? [step('purge_scheduled', cause, { purgeAt: after.purgeAt })] : []),
  ]
  return {
    after: { ...record, retention: after },
    steps,
    events: [],
    jobs: [...(isArchived ? [storageDue(record)] : []), ...(isWarning ? emailsDue(record, 'purging', []) : [])],
  }
}

/** The files are deleted, and the seal is renewed no more. The record, its hashes and its chain of steps stay. */
function purged(record: RequestRecord, retention: Retention, cause: Cause): Change {
  const { id: documentId, sha256, signed, evidence } = record.document
  const gone = { ...retention, state: 'purged' as const, restoreRequestedAt: null, restoredUntil: null }
  const hashes = { sha256, signedSha256: signed?.sha256 ?? null, evidenceSha256: evidence?.sha256 ?? null }
  return {
    after: { ...record, retention: { ...gone, purgedAt: timestamp(cause.nowMs) }, dueAt: null },
    steps: [step('purged', cause, { documentId, ...hashes })],
    events: [{ type: 'document.purged', data: { ...requestData(record), entityId: record.entityId, documentId } }],
    jobs: [storageDue(record)],
  }
}

/** Somebody needs archived files. Null: nothing has to be done for it. */
export function restoreRequested(record: RequestRecord, cause: Cause): Change | null {
  const { retention } = record
  if (retention?.state !== 'archived' || retention.restoreRequestedAt !== null) return null
  return {
    after: { ...record, retention: { ...retention, restoreRequestedAt: timestamp(cause.nowMs) } },
    steps: [step('restore_requested', cause)],
    events: [],
    jobs: [storageDue(record)],
  }
}

/** The files are back. Null: nobody waits for them (any more). */
export function restored(record: RequestRecord, cause: Cause): Change | null {
  const { retention } = record
  if (retention?.state !== 'archived' || retention.restoreRequestedAt === null) return null
  const restoredUntil = timestamp(cause.nowMs + restoredForMs)
  return {
    after: { ...record, retention: { ...retention, state: 'available', restoreRequestedAt: null, restoredUntil } },
    steps: [step('restored', cause, { restoredUntil })],
    events: [],
    jobs: [],
  }
}

const storageDue = ({ id }: RequestRecord) => ({ type: 'signature.storage_due' as const, data: { requestId: id } })
