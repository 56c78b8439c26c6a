import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import type { Change } from './change.ts'
import { emailsDue } from './emails-due.ts'
import type { RequestRecord, Signer } from './request.ts'
import { type Cause, pending, signerData, signerStep, signersDue } from './transitions.ts'

type Reminding = Pick<RequestRecord, 'reminders' | 'deliveryMode' | 'expiresAt' | 'signingOrder' | 'signers'>

/** Signers who were asked and can be reminded: it is their turn, and they have not signed. */
export function remindable(record: Pick<RequestRecord, 'signingOrder' | 'signers'>): Signer[] {
  return signersDue(record).filter(({ status }) => status === 'notified' || status === 'opened')
}

/** When the sweep has to look at a pending request: at its expiry, or at the next automatic reminder before that. */
export function nextDueAt(record: Reminding): string {
  const times = [Date.parse(record.expiresAt), ...remindable(record).map((signer) => nextReminderMs(record, signer))]
  return timestamp(Math.min(...times))
}

/** The automatic reminder of a signer, in milliseconds since the epoch; infinite where there is none (any more). */
function nextReminderMs({ reminders, deliveryMode }: Reminding, signer: Signer): number {
  const { enabled, max, firstAfterDays, everyDays } = reminders
  const lastAt = signer.lastRemindedAt ?? signer.notifiedAt
  if (!enabled || deliveryMode === 'none' || signer.reminderCount >= max || lastAt === null) return Infinity
  return Date.parse(lastAt) + (signer.lastRemindedAt === null ? firstAfterDays : everyDays) * dayMs
}

/** The automatic reminders that are due now; null when there is none. */
export function remindersDue(record: RequestRecord, cause: Cause): Change | null {
  const due = remindable(record).filter((signer) => nextReminderMs(record, signer) <= cause.nowMs)
  return due.length > 0 ? reminded(record, due, cause) : null
}

/** These signers, who can be reminded, are reminded now. Null where the request waits for nobody any more. */
export function reminded(record: RequestRecord, reminding: readonly Signer[], cause: Cause): Change | null {
  if (!pending(record, cause.nowMs)) return null
  const at = timestamp(cause.nowMs)
  const signers = record.signers.map((signer) =>
    reminding.some(({ id }) => id === signer.id)
      ? { ...signer, lastRemindedAt: at, reminderCount: signer.reminderCount + 1 }
      : signer,
  )
  return {
    after: { ...record, signers },
    steps: reminding.map((signer) => signerStep('reminded', cause, signer)),
    events: reminding.map((signer) => ({ type: 'signature.reminded' as const, data: signerData(record, signer) })),
    jobs: emailsDue(record, 'reminder', reminding),
  }
}
