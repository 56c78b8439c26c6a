import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { changeTask, dataOf, type Written } from './change-task.ts'
import type { OccurrenceChange, Situation } from './occurrence-changes.ts'
import { placeOfTask, type Task } from './task.ts'

/** Writes what becomes of one instance, with its task. Returns the task as it stands then. */
export async function changeOccurrence(
  work: UnitOfWork,
  { task, states, nowMs, by }: Situation,
  { after, state, isSame }: OccurrenceChange,
  written: Omit<Written, 'nowMs' | 'detail'>,
): Promise<Task> {
  if (isSame) return task
  const current = changeTask(work, task, after, { ...written, nowMs, detail: { occurrenceAt: state.at } })
  await states.write(work, [state])
  if (written.type === 'completed' && !task.isPrivate) {
    const data = { ...dataOf(task, state), occurrenceAt: state.at, completedBy: by.id }
    work.emit({ type: 'task.completed', data }, placeOfTask(task))
  }
  return current
}
