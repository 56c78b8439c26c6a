import type { PublicEvent } from '../../../events/envelope.ts'
import type { InternalEvent } from '../../../events/internal.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { handoverOf } from '../vendors/external-vendors.ts'
import { acceptanceDeadline } from './acceptance-deadline.ts'
import type { Item, ProofKind, TimelineEntry } from './item.ts'
import type { FinalStatus, ItemStatus } from './item-status.ts'
import type { StepActor } from './step-actor.ts'
import type { StepDraft } from './steps.ts'

/** Who does something to an item, when and from where. */
export interface Cause {
  readonly nowMs: number
  readonly actor: StepActor
  readonly ip: string | null
  readonly userAgent: string | null
}

/** The next state of an item, its evidence, and who is told. */
export interface ItemChange {
  readonly after: Item
  readonly steps: readonly StepDraft[]
  readonly events: readonly PublicEvent[]
  readonly jobs: readonly InternalEvent[]
}

export type ReportedStatus = 'sent' | 'deposited' | FinalStatus

/** Progress as a vendor, the page, the sweep or a simulation reports it. */
export interface Report {
  readonly to: ReportedStatus
  /** When it happened. */
  readonly at: string
  readonly source: TimelineEntry['source']
  readonly detail?: Readonly<Record<string, unknown>>
  /** When the notice went out, for reports of `sent`. Default: when the item was deposited. */
  readonly notifiedAt?: string
  /** Why the item failed or bounced. */
  readonly failure?: { readonly code: string; readonly message: string }
  readonly vendorItemId?: string
}

/** From where each status is reached. */
const origins: Readonly<Record<ReportedStatus, readonly ItemStatus[]>> = {
  sent: ['sending'],
  deposited: ['sent'],
  delivered: ['deposited'],
  refused: ['deposited'],
  neglected: ['deposited'],
  bounced: ['sent', 'deposited'],
  failed: ['sending', 'sent'],
}

/** Whether an item can take this status next, without another one between. */
export function isNext(status: ItemStatus, to: ReportedStatus): boolean {
  return origins[to].includes(status)
}

/** The statuses that an item passes on its way; null: it cannot get there any more. */
function pathTo(status: ItemStatus, to: ReportedStatus): ReportedStatus[] | null {
  if (isNext(status, to)) return [to]
  const next = status === 'sending' ? 'sent' : status === 'sent' ? 'deposited' : null
  const rest = next && pathTo(next, to)
  return next && rest && [next, ...rest]
}

/**
 * Moves an item forward. A report can skip statuses, because an earlier report may be lost: the item passes them all. Reports that
 * come late, twice or contradict a final status change nothing: null.
 */
export function reported(item: Item, report: Report, cause: Cause): ItemChange | null {
  const path = pathTo(item.status, report.to)
  if (!path) return null
  let after = item
  for (const to of path) after = movedTo(after, to, report)
  return {
    after,
    steps: path.map((type) => stepOf(type, cause, detailOf(type, report))),
    events: path.flatMap((to) => eventsOf(item, to)),
    jobs: [...path.flatMap((to) => proofsDueAt(item, to)), changed(item)],
  }
}

/** The detail of a step. It has the time of the notice if that differs from the time of the report. */
function detailOf(type: ReportedStatus, { at, source, notifiedAt, detail }: Report) {
  const notice = type === 'sent' && notifiedAt !== undefined && notifiedAt !== at ? { notifiedAt } : {}
  return { reportedAt: at, source, ...notice, ...detail }
}

/** Applies reports in their order; null: none changes anything. */
export function reportedAll(item: Item, reports: readonly Report[], cause: Cause): ItemChange | null {
  let whole: ItemChange | null = null
  for (const report of reports) {
    const change = reported(whole?.after ?? item, report, cause)
    if (change) whole = whole ? followedBy(whole, change) : change
  }
  return whole
}

/** Two changes of one write: the state of the second, and what both say. */
function followedBy(first: ItemChange, second: ItemChange): ItemChange {
  return {
    after: second.after,
    steps: [...first.steps, ...second.steps],
    events: [...first.events, ...second.events],
    jobs: [...first.jobs, ...second.jobs],
  }
}

function movedTo(item: Item, to: ReportedStatus, report: Report): Item {
  const { at, source, detail = null, failure } = report
  const entry: TimelineEntry = { status: to, at, source, detail: detail && { ...detail } }
  const moved = { ...item, status: to, timeline: [...item.timeline, entry] }
  if (to === 'sent')
    return {
      ...moved,
      notifiedAt: report.notifiedAt ?? null,
      vendorItemId: report.vendorItemId ?? item.vendorItemId,
    }
  if (to === 'deposited') {
    const notifiedAt = item.notifiedAt ?? at
    return { ...moved, depositedAt: at, notifiedAt, acceptanceDeadline: acceptanceDeadline(notifiedAt) }
  }
  return {
    ...moved,
    retryable: to === 'failed' && item.status === 'sending',
    failureReason: failure ? { ...failure, at } : null,
    deliveredAt: to === 'delivered' ? at : null,
    endedAt: at,
    recipientUpdates: item.recipientUpdates.map((update) =>
      update.status === 'pending' ? { ...update, status: 'expired' as const } : update,
    ),
  }
}

/** What every event of an item says. */
export function itemEventData({ mailId, id: itemId, mailReference: reference, entityId }: Item) {
  return { mailId, itemId, reference, entityId }
}

/** `registered_mail.delivered` follows when the delivery proof can be downloaded. */
function eventsOf(item: Item, status: ReportedStatus): PublicEvent[] {
  const data = itemEventData(item)
  switch (status) {
    case 'delivered':
      return []
    case 'sent':
      return [{ type: 'registered_mail.sent', data: { ...data, status } }]
    case 'deposited':
      return [{ type: 'registered_mail.deposited', data: { ...data, status } }]
    case 'refused':
      return [{ type: 'registered_mail.refused', data: { ...data, status } }]
    case 'neglected':
      return [{ type: 'registered_mail.neglected', data: { ...data, status } }]
    default:
      return [{ type: 'registered_mail.failed', data: { ...data, status } }]
  }
}

const proofAt: Partial<Record<ReportedStatus, ProofKind>> = {
  sent: 'content',
  deposited: 'deposit',
  delivered: 'delivery',
  refused: 'refusal',
  neglected: 'negligence',
  bounced: 'bounce',
}

function proofsDueAt({ mailId, id: itemId }: Item, status: ReportedStatus): InternalEvent[] {
  const kind = proofAt[status]
  return kind ? [{ type: 'registered_mail.proof_due', data: { mailId, itemId, kind } }] : []
}

/** The mail derives its status from its items. */
export function changed({ mailId }: Item): InternalEvent {
  return { type: 'registered_mail.item_changed', data: { mailId } }
}

/** The vendor took the item over and will report. */
export function submitted(
  item: Item,
  { vendorItemId, jobs }: { readonly vendorItemId: string | null; readonly jobs: readonly InternalEvent[] },
  cause: Cause,
): ItemChange | null {
  if (item.status !== 'sending' || item.submittedAt !== null) return null
  const { attempt, vendor } = item
  return {
    after: { ...item, vendorItemId, submittedAt: timestamp(cause.nowMs) },
    steps: [stepOf('submitted', cause, { vendor, vendorItemId, attempt })],
    events: [],
    jobs,
  }
}

/** A failed item is handed over again. Null: it cannot be retried. */
export function retried(item: Item, cause: Cause): ItemChange | null {
  if (item.status !== 'failed' || !item.retryable) return null
  const [at, attempt] = [timestamp(cause.nowMs), item.attempt + 1]
  return {
    after: {
      ...item,
      status: 'sending',
      retryable: false,
      attempt,
      failureReason: null,
      submittedAt: null,
      vendorItemId: null,
      endedAt: null,
      timeline: [...item.timeline, { status: 'sending', at, source: 'api', detail: { attempt } }],
    },
    steps: [stepOf('retried', cause, { attempt })],
    events: [],
    jobs: [handoverOf({ ...item, attempt }), changed(item)],
  }
}

/** Whether the vendor has accepted an item: before that, there is nothing to read or to correct there. */
export function isAccepted({ status, retryable }: Item): boolean {
  return status !== 'draft' && status !== 'sending' && !(status === 'failed' && retryable)
}

/** A new notice went out after a change of the e-mail: the time to accept starts anew. The old one stays in the timeline. */
export function withNotice(item: Item, notifiedAt: string, source: TimelineEntry['source']): Item {
  const { notifiedAt: previousNotice, acceptanceDeadline: previousDeadline } = item
  const detail = { notifiedAt, previousNotice, previousDeadline }
  return {
    ...item,
    notifiedAt,
    acceptanceDeadline: item.status === 'deposited' ? acceptanceDeadline(notifiedAt) : null,
    timeline: [...item.timeline, { status: item.status, at: notifiedAt, source, detail }],
  }
}

/** A step of an item. */
export function stepOf(type: StepDraft['type'], cause: Cause, detail?: Readonly<Record<string, unknown>>): StepDraft {
  const { actor, ip, userAgent } = cause
  return { type, actor, ip, userAgent, ...(detail && { detail }) }
}
