import type { InternalEvent } from '../../../events/internal.ts'
import type { Creator } from '../../../shared/auth/creator.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import type { Item, RecipientUpdate, TimelineEntry } from './item.ts'
import { type Cause, changed, type ItemChange, itemEventData, stepOf, withNotice } from './item-transitions.ts'

export type UpdatedFields = Pick<RecipientUpdate, 'firstName' | 'lastName' | 'company' | 'email'>

/** An item stores all of its corrections. */
const mostUpdates = 50

/** A recipient asked for a correction. Null: the item is final, was not accepted yet, or has too many corrections. */
export function updateRequested(
  item: Item,
  { id, ...fields }: { readonly id: string } & UpdatedFields,
  cause: Cause,
): ItemChange | null {
  const { status, recipientUpdates } = item
  if ((status !== 'sent' && status !== 'deposited') || recipientUpdates.length >= mostUpdates) return null
  const requestedAt = timestamp(cause.nowMs)
  const update = { id, status: 'pending' as const, requestedAt, ...fields, answeredAt: null, answeredBy: null }
  return {
    after: { ...item, recipientUpdates: [...item.recipientUpdates, update] },
    steps: [stepOf('recipient_update_requested', cause, { updateId: id, ...fields })],
    events: [
      {
        type: 'registered_mail.recipient_update_requested',
        data: { ...itemEventData(item), status, updateId: id },
      },
    ],
    jobs: [],
  }
}

interface Answer {
  readonly accept: boolean
  readonly by: Creator
  /** When the vendor sent a new notice, if it did at once. */
  readonly notifiedAt: string | null
  readonly jobs: readonly InternalEvent[]
}

/** The sender answers a correction. What it replaces stays in the timeline. */
export function updateAnswered(item: Item, update: RecipientUpdate, answer: Answer, cause: Cause): ItemChange {
  const { accept, by, notifiedAt, jobs } = answer
  const at = timestamp(cause.nowMs)
  const status = accept ? ('accepted' as const) : ('rejected' as const)
  const answered = {
    ...item,
    recipientUpdates: withUpdate(item, { ...update, status, answeredAt: at, answeredBy: by }),
  }
  const told = { updateId: update.id, accept, ...(notifiedAt !== null && { notifiedAt }) }
  const steps = [stepOf('recipient_update_answered', cause, told)]
  if (!accept) return { after: answered, steps, events: [], jobs }
  const { firstName, lastName, company, email } = item
  const isNoticeDue = update.email !== null && notifiedAt === null
  const entry: TimelineEntry = {
    status: item.status,
    at,
    source: 'api',
    detail: {
      recipientUpdateId: update.id,
      before: { firstName, lastName, company, email },
      ...(isNoticeDue && { previousNotice: item.notifiedAt, previousDeadline: item.acceptanceDeadline }),
    },
  }
  const corrected = {
    ...answered,
    firstName: update.firstName ?? firstName,
    lastName: update.lastName ?? lastName,
    company: update.company ?? company,
    email: update.email ?? email,
    // Nobody is neglected or reminded at an address that was not notified: no period runs until the new notice went out.
    ...(isNoticeDue && { notifiedAt: null, acceptanceDeadline: null, remindersSent: 0 }),
    timeline: [...item.timeline, entry],
  }
  const after = notifiedAt === null ? corrected : withNotice(corrected, notifiedAt, 'vendor')
  return { after, steps, events: [], jobs: [...jobs, changed(item)] }
}

function withUpdate({ recipientUpdates }: Item, changed: RecipientUpdate): RecipientUpdate[] {
  return recipientUpdates.map((update) => (update.id === changed.id ? changed : update))
}
