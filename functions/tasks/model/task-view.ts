import * as v from 'valibot'
import { creatorSchema } from '../../../shared/auth/creator.ts'
import type { personSchema } from '../../../shared/auth/person.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { contactIdsFor } from './linked-contacts.ts'
import { type LinkView, linkView } from './linked-resources.ts'
import { type OccurrenceState, occurrenceStatuses } from './states.ts'
import { priorities, type Task, taskSchema } from './task.ts'
import { isOver, isOverdue, nextInstance } from './task-order.ts'

const ownFields = v.omit(taskSchema, [
  'providerId',
  'livemode',
  'contacts',
  'links',
  'endedAt',
  'firstOpenAt',
  'moves',
  'timeOfDayMs',
  'ruleSince',
  'stateMonths',
])

const shown = {
  ...ownFields.entries,
  assigneeId: v.nullable(v.string()),
  contactIds: v.array(uuid),
  nextOccurrenceAt: v.nullable(v.string()),
  nextStartAt: v.nullable(v.string()),
  overdue: v.boolean(),
}

/** A task as lists return it: linked resources by type and id. */
export const listedTaskView = v.pipe(v.object({ ...shown, links: taskSchema.entries.links }), v.title('ListedTask'))

/** A task as the API returns it. */
export const taskView = v.pipe(v.object({ ...shown, links: v.array(linkView) }), v.title('Task'))

/** Who reads, and when. */
export interface Viewer {
  readonly principalId: string
  readonly nowMs: number
}

export function toListedTask(task: Task, viewer: Viewer): v.InferOutput<typeof listedTaskView> {
  return { ...shownOf(task, viewer), links: task.links }
}

export function toTask(task: Task, links: readonly LinkView[], viewer: Viewer): v.InferOutput<typeof taskView> {
  return { ...shownOf(task, viewer), links: [...links] }
}

function shownOf(task: Task, { principalId, nowMs }: Viewer) {
  const {
    providerId: _provider,
    livemode: _livemode,
    contacts: _contacts,
    links: _links,
    endedAt: _endedAt,
    firstOpenAt: _firstOpenAt,
    moves: _moves,
    timeOfDayMs: _timeOfDayMs,
    ruleSince: _ruleSince,
    stateMonths: _stateMonths,
    ...own
  } = task
  const next = nextInstance(task)
  return {
    ...own,
    assigneeId: task.assignee?.id ?? null,
    contactIds: contactIdsFor(task, principalId),
    nextOccurrenceAt: next?.occurrenceAt ?? null,
    nextStartAt: next?.startAt ?? null,
    overdue: isOverdue(task, nowMs),
  }
}

export const occurrenceView = v.pipe(
  v.object({
    taskId: uuid,
    entityId: uuid,
    /** The original start, which names the occurrence for good. */
    occurrenceAt: v.string(),
    startAt: v.string(),
    title: v.string(),
    priority: v.picklist(priorities),
    assigneeId: v.nullable(v.string()),
    contactIds: v.array(uuid),
    status: v.picklist(occurrenceStatuses),
    overdue: v.boolean(),
    completedAt: v.nullable(v.string()),
    completedBy: v.nullable(creatorSchema),
    moved: v.boolean(),
  }),
  v.title('TaskOccurrence'),
)
export type OccurrenceView = v.InferOutput<typeof occurrenceView>

export function toOccurrence(task: Task, state: OccurrenceState, { principalId, nowMs }: Viewer): OccurrenceView {
  const startAt = state.startAt ?? state.at
  return {
    taskId: task.id,
    entityId: task.entityId,
    occurrenceAt: state.at,
    startAt,
    title: state.title ?? task.title,
    priority: task.priority,
    assigneeId: assigneeOf(task, state)?.id ?? null,
    contactIds: contactIdsFor(task, principalId),
    status: state.status,
    overdue: state.status === 'pending' && task.status !== 'canceled' && isOver(task, startAt, nowMs),
    completedAt: state.completedAt,
    completedBy: state.completedBy,
    moved: state.startAt !== null,
  }
}

/** Who is to do an occurrence. */
export function assigneeOf(
  { assignee }: Task,
  { assigned }: OccurrenceState,
): v.InferOutput<typeof personSchema> | null {
  return assigned ? assigned.to : assignee
}
