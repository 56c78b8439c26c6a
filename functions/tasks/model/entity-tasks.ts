import { oldestBetween, queryIndex, type Table } from '../../../shared/store/table.ts'
import { privateTasksOf, sharedTasks } from './task-lists.ts'

/** Whether an entity has any task, shared or private. */
export async function hasTasks(table: Table, entityId: string): Promise<boolean> {
  const [shared, own] = await Promise.all([
    queryIndex(table, { index: 'GSI1', partition: sharedTasks(entityId), limit: 1 }),
    oldestBetween(table, privateTasksOf(entityId), { from: ' ', to: '~' }, 1),
  ])
  return shared.length + own.length > 0
}
