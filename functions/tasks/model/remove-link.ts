import { isRefusal } from '../../../shared/errors/refusal.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { fromItem, recordsOf } from '../../../shared/store/collection.ts'
import { commitWithRetry } from '../../../shared/store/commit-with-retry.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItem, oldestBetween } from '../../../shared/store/table.ts'
import { type ListEntry, linkedTo, listEntries, writeEntries } from './list-entries.ts'
import { taskKey, tasks } from './task.ts'

const [atOnce, maxTries] = [50, 5]

/** Removes the links of tasks to a resource that was deleted. Repeating it changes nothing. */
export async function removeLinks(platform: Platform, resourceId: string): Promise<void> {
  for (;;) {
    const items = await oldestBetween(platform.table, linkedTo(resourceId), { from: ' ', to: '~' }, atOnce)
    if (items.length === 0) return
    for (const entry of recordsOf(listEntries, items)) await removeLink(platform, resourceId, entry)
  }
}

async function removeLink(platform: Platform, resourceId: string, entry: ListEntry): Promise<void> {
  const author = systemAuthor(resourceId)
  const outcome = await commitWithRetry({ ...platform, author, maxTries, signal: null }, async (work) => {
    const item = await getItem(platform.table, taskKey(entry.taskId))
    const task = item && fromItem(tasks, item)
    // The task may have been deleted, or have lost the link, since the entry was read.
    if (!task?.links.some(({ id }) => id === resourceId)) return work.removePart(listEntries.key(entry))
    const links = task.links.filter(({ id }) => id !== resourceId)
    const after = { ...task, links, version: task.version + 1 }
    work.update(tasks, task, after)
    writeEntries(work, task, after)
  })
  if (isRefusal(outcome)) throw new Error(`the link of the task ${entry.taskId} stays: ${outcome.refused}`)
}
