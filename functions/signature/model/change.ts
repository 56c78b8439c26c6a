import type { PublicEvent } from '../../../events/envelope.ts'
import type { InternalEvent } from '../../../events/internal.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { emptyChain } from '../../../shared/platform/hash-chain.ts'
import { countTestEmails } from '../../../shared/store/test-emails.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { commitSteps, commitStepsOf } from './commit-steps.ts'
import { emailsOf } from './emails-due.ts'
import { nextDueAt } from './reminders.ts'
import { eventPlaceOf, type RequestRecord, requests } from './request.ts'
import { firstLook, retentionLooks } from './retention.ts'
import { linked, ownPartsOf, type StepDraft } from './step.ts'
import { followVendor } from './vendor-poll.ts'

/** What a rule makes of a request: its next state, what is written down about it, and who is told. */
export interface Change {
  readonly after: Omit<RequestRecord, 'chain' | 'opening' | 'version' | 'updatedAt'>
  readonly steps: readonly StepDraft[]
  readonly events: readonly PublicEvent[]
  readonly jobs: readonly InternalEvent[]
}

interface Moment {
  readonly nowMs: number
  readonly ids: () => string
  /** A job or a signer acts, not a caller of the API: the e-mails of a test organization are counted, but not refused. */
  readonly isBackground?: true
}

/**
 * When a change of a request is recorded: never before the previous one, though the clock of this machine may be behind the one that
 * recorded it.
 */
export function recordedAtMs({ updatedAt }: Pick<RequestRecord, 'updatedAt'>, nowMs: number): number {
  return Math.max(nowMs, Date.parse(updatedAt))
}

/** Writes a change of an existing request, and gives the record as it will stand. */
export function applyChange(work: UnitOfWork, before: RequestRecord, change: Change, asked: Moment): RequestRecord {
  const moment = { ...asked, nowMs: recordedAtMs(before, asked.nowMs) }
  const { steps, chain } = linkedSteps(before.chain, change, moment)
  const next = stateAfter(change, { chain, opening: before.opening, version: before.version + 1 }, moment)
  const [first, ...others] = steps
  if (first) work.putPart(commitSteps, commitStepsOf([first, ...others]))
  work.update(requests, before, next)
  if (before.endedAt === null && next.endedAt !== null) work.putPart(retentionLooks, firstLook(next, moment.nowMs))
  followVendor(work, before, next)
  publishChange(work, change, next, moment)
  return next
}

/** Writes a new request, created at this moment. */
export function applyCreation(work: UnitOfWork, change: Change, moment: Moment): RequestRecord {
  const { steps, chain } = linkedSteps(emptyChain, change, moment)
  const created = stateAfter(change, { chain, opening: ownPartsOf(steps), version: 1 }, moment)
  work.create(requests, created)
  followVendor(work, null, created)
  publishChange(work, change, created, moment)
  return created
}

function linkedSteps(chain: RequestRecord['chain'], { after, steps }: Change, { nowMs, ids }: Moment) {
  return linked(chain, steps, { requestId: after.id, at: timestamp(nowMs), ids })
}

function stateAfter(
  { after }: Change,
  counted: Pick<RequestRecord, 'chain' | 'opening' | 'version'>,
  { nowMs }: Moment,
): RequestRecord {
  const dueAt = after.status === 'pending_signature' ? nextDueAt(after, nowMs) : after.dueAt
  return { ...after, ...counted, dueAt, updatedAt: timestamp(nowMs) }
}

function publishChange(work: UnitOfWork, { events, jobs }: Change, record: RequestRecord, moment: Moment): void {
  for (const event of events) work.emit(event, eventPlaceOf(record))
  for (const job of jobs) work.enqueue(job, eventPlaceOf(record))
  const isBackground = moment.isBackground === true
  const emails = record.livemode ? 0 : jobs.reduce((sum, job) => sum + emailsOf(job, record, isBackground), 0)
  const { orgId: testOrgId } = record
  if (emails > 0) countTestEmails(work, { testOrgId, emails, isAskedFor: !isBackground })
}
