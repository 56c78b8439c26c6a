import { folded } from '../../../shared/platform/folded-text.ts'
import { contactIdsFor } from './linked-contacts.ts'
import type { TaskFilters } from './list-query.ts'
import { isVisible, type Task } from './task.ts'
import { isOverdue, nextInstance } from './task-order.ts'

/** A search for tasks by somebody at a moment. */
export interface TaskSearch {
  readonly filters: TaskFilters
  readonly entityIds: readonly string[]
  readonly principalId: string
  readonly nowMs: number
}

/** The person whose tasks are asked for; undefined: everybody's. */
export function assigneeAsked({ filters: { assigneeId }, principalId }: TaskSearch): string | undefined {
  return assigneeId === 'me' ? principalId : assigneeId
}

/** Whether a task is among those that are asked for. */
export function matches(task: Task, search: TaskSearch): boolean {
  const { filters, entityIds, principalId, nowMs } = search
  const { status, contactId, linkId, overdue, q } = filters
  const assigneeId = assigneeAsked(search)
  return (
    entityIds.includes(task.entityId) &&
    isVisible(task, principalId) &&
    (status === undefined || status.includes(task.status)) &&
    (assigneeId === undefined || task.assignee?.id === assigneeId) &&
    (contactId === undefined || contactIdsFor(task, principalId).includes(contactId)) &&
    (linkId === undefined || task.links.some(({ id }) => id === linkId)) &&
    (overdue === undefined || isOverdue(task, nowMs) === overdue) &&
    isBetween(task, filters) &&
    (q === undefined || hasWords(task, q))
  )
}

function isBetween(task: Task, { from, to }: TaskFilters): boolean {
  if (from === undefined && to === undefined) return true
  const next = nextInstance(task)
  return next !== null && (from === undefined || next.startAt >= from) && (to === undefined || next.startAt < to)
}

const wordsOf = (text: string) =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

function hasWords({ title, description, clientReference }: Task, q: string): boolean {
  const words = wordsOf([title, description, clientReference].join(' '))
  const asked = wordsOf(q)
  // A search for signs alone finds nothing: every task would match no word.
  return asked.length > 0 && asked.every((start) => words.some((word) => word.startsWith(start)))
}
