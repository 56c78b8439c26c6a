import type { InternalEvent } from '../../../events/internal.ts'
import { dayMs, minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import { isExternal } from '../vendors/external-vendors.ts'
import type { Change } from './change.ts'
import { emailsDue } from './emails-due.ts'
import type { RequestRecord, Signer } from './request.ts'
import { type Cause, isAsked, pending, signerData, signerStep, signersDue } from './transitions.ts'

type Reminding = Pick<RequestRecord, 'vendor' | 'reminders' | 'deliveryMode' | 'expiresAt' | 'signingOrder' | 'signers'>

/** How long a job may take to ask the vendor of a request whose time is over, before the sweep has it asked again. */
const vendorGraceMs = 15 * minuteMs

/** The signers who can be reminded: they were asked, it is their turn, and they have not signed. */
export function remindable(record: Pick<RequestRecord, 'signingOrder' | 'signers'>): Signer[] {
  return signersDue(record).filter(
    (signer) => isAsked(signer) && (signer.status === 'notified' || signer.status === 'opened'),
  )
}

/** When a signer can be reminded by hand again, in milliseconds since the epoch: 24 hours after the last reminder. */
export function remindableAgainMs({ lastRemindedAt }: Pick<Signer, 'lastRemindedAt'>): number {
  return lastRemindedAt === null ? 0 : Date.parse(lastRemindedAt) + dayMs
}

function vendorReminder({ id }: RequestRecord, reminding: readonly Signer[]): InternalEvent {
  const signerIds = reminding.map((signer) => signer.id)
  return { type: 'signature.vendor_reminder_due', data: { requestId: id, signerIds } }
}

/** When the sweep handles a pending request: at the next automatic reminder or at its expiry, whichever is first. */
export function nextDueAt(record: Reminding, nowMs: number): string {
  const expiresAtMs = Date.parse(record.expiresAt)
  if (isExternal(record.vendor) && expiresAtMs <= nowMs)
    return timestamp(Math.min(nowMs + vendorGraceMs, expiresAtMs + dayMs))
  const times = [expiresAtMs, ...remindable(record).map((signer) => nextReminderMs(record, signer))]
  return timestamp(Math.min(...times))
}

/** The next automatic reminder of a signer, in milliseconds since the epoch; infinite if there is none. */
function nextReminderMs({ reminders, deliveryMode }: Reminding, signer: Signer): number {
  const { enabled, max, firstAfterDays, everyDays } = reminders
  const lastAt = signer.lastRemindedAt ?? signer.notifiedAt
  if (!enabled || deliveryMode === 'none' || signer.reminderCount >= max || lastAt === null) return Infinity
  return Date.parse(lastAt) + (signer.lastRemindedAt === null ? firstAfterDays : everyDays) * dayMs
}

/** Sends the automatic reminders that are due now; null if there are none. */
export function remindersDue(record: RequestRecord, cause: Cause): Change | null {
  const due = remindable(record).filter((signer) => nextReminderMs(record, signer) <= cause.nowMs)
  return due.length > 0 ? reminded(record, due, cause) : null
}

/** Reminds these signers now. Null if the request no longer waits for signatures. */
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
    jobs: isExternal(record.vendor) ? [vendorReminder(record, reminding)] : emailsDue(record, 'reminder', reminding),
  }
}
