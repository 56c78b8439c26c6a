import { creatorIn } from '../../../shared/auth/creator.ts'
import type { Principal } from '../../../shared/auth/principal.ts'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import type { Origin } from '../../../shared/http/operation.ts'
import { actorIn } from '../../../shared/http/run-handler.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { Item, Key, Table } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { contactKey } from '../../contacts/model/contact.ts'
import type { Doer } from '../model/activity.ts'
import { keysOfLinks } from '../model/linked-resources.ts'
import type { Situation } from '../model/occurrence-changes.ts'
import { type ReminderDue, reminderDueKey, remindersDue } from '../model/reminders.ts'
import { monthOf, States, stateMonthKey, stateMonths } from '../model/states.ts'
import type { NamedTask, Task } from '../model/task.ts'
import type { SentFields } from '../model/task-input.ts'

/** Reads what a change of a task decides on besides the task: its next reminder, and the state of one instance. */
export function readBeside(readItems: BatchLoader, taskId: string, occurrenceAt?: string): Promise<Item[]> {
  const ofInstance = occurrenceAt === undefined ? [] : [stateMonthKey(taskId, monthOf(occurrenceAt))]
  return readItems([reminderDueKey(taskId), ...ofInstance])
}

/** The same for a change of one occurrence, which may be assigned to the caller although the task is not. */
export async function readOccurrence(
  readItems: BatchLoader,
  { taskId, occurrenceAt, principalId }: { taskId: string; occurrenceAt: string | undefined; principalId: string },
): Promise<{ readonly items: Item[]; readonly isOwnPart: boolean }> {
  const items = await readBeside(readItems, taskId, occurrenceAt)
  const states = recordsOf(stateMonths, items).flatMap((month) => month.states)
  const state = states.find(({ at }) => at === occurrenceAt)
  return { items, isOwnPart: state?.assigned?.to?.id === principalId }
}

export function dueIn(items: readonly Item[]): ReminderDue | null {
  return recordsOf(remindersDue, items)[0] ?? null
}

/** The contacts and linked resources that are sent. */
export function keysOfSent({ contactIds, links }: SentFields): Key[] {
  return [...(contactIds ?? []).map(contactKey), ...keysOfLinks(links ?? [])]
}

interface Called {
  readonly principal: Principal
  readonly origin: Origin
  readonly table: Table
  readonly nowMs: number
}

/** The caller as the activity shows them. */
export function doerOf({ principal, origin }: Pick<Called, 'principal' | 'origin'>, orgId: string): Doer {
  return { actor: actorIn(principal, orgId), ip: origin.ip }
}

/** A task with the states of its instances, for a change by the caller. */
export function situationOf(
  { task }: NamedTask,
  { principal, table, nowMs }: Called,
  items: readonly Item[],
): Situation {
  return { task, states: statesOf(table, task, items), nowMs, by: creatorIn(principal, task.orgId) }
}

function statesOf(table: Table, task: Task, items: readonly Item[]): States {
  return new States(table, task, items)
}

/** A commit holds a hundred items, and the recorded answer of an Idempotency-Key is one of them. */
const writesAtMost = 99

/** Refuses changes that fit no commit: many contacts and links at once, each with an entry for both readers of a private task. */
export function sizeRefusal(work: UnitOfWork): Refusal<'invalid_input'> | null {
  if (work.writes.length <= writesAtMost) return null
  return refuse('invalid_input', 'Too many contacts and links change at once. Change some of them in a request before.')
}
