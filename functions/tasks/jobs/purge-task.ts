import { oldestBetween, removeItems, type Table } from '../../../shared/store/table.ts'
import { taskPartition } from '../model/task.ts'

const atOnce = 500

/** Removes the states, the activity and the sent reminders of a deleted task. */
export async function purgeTask(table: Table, taskId: string): Promise<void> {
  for (;;) {
    const items = await oldestBetween(table, taskPartition(taskId), { from: ' ', to: '~' }, atOnce)
    if (items.length === 0) return
    await removeItems(
      table,
      items.map(({ PK, SK }) => ({ PK: String(PK), SK: String(SK) })),
    )
  }
}
