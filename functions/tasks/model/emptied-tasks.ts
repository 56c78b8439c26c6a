import { inParallel } from '../../../shared/platform/in-parallel.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import {
  deleteItems,
  deletePartition,
  getItems,
  oldestBetween,
  queryIndex,
  type Table,
} from '../../../shared/store/table.ts'
import { entriesOf, listEntries } from './list-entries.ts'
import { type Task, taskKey, taskPartition, tasks } from './task.ts'
import { privateTasksOf, sharedTasks } from './task-lists.ts'

const [tasksAtOnce, everything] = [10, 1_000]

/**
 * Deletes tasks of an entity with everything that is stored of them, `limit` of each kind at most. Gives how many it found.
 * It publishes no event. Repeating it changes nothing.
 */
export async function deleteTasks(table: Table, entityId: string, limit: number): Promise<number> {
  const [shared, own] = await Promise.all([
    queryIndex(table, { index: 'GSI1', partition: sharedTasks(entityId), limit }),
    oldestBetween(table, privateTasksOf(entityId), { from: ' ', to: '~' }, limit),
  ])
  const listed = recordsOf(listEntries, own)
  const ids = [...recordsOf(tasks, shared).map(({ id }) => id), ...listed.map(({ taskId }) => taskId)]
  // A listing may lag behind: the tasks themselves tell what they are.
  const found = recordsOf(tasks, await getItems(table, [...new Set(ids)].map(taskKey)))
  await inParallel(found, tasksAtOnce, (task) => deleteTask(table, task))
  const known = new Set(found.map(({ id }) => id))
  const orphans = listed.filter(({ taskId }) => !known.has(taskId))
  await deleteItems(table, orphans.map(listEntries.key))
  return found.length + orphans.length
}

async function deleteTask(table: Table, task: Task): Promise<void> {
  const { id: taskId } = task
  await deleteItems(table, entriesOf(task).map(listEntries.key))
  while ((await deletePartition(table, taskPartition(taskId), everything)) > 0);
}
