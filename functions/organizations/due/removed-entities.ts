import { logError } from '../../../shared/platform/log.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { commit } from '../../../shared/store/commit.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItem, type Key } from '../../../shared/store/table.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { deleteTasks } from '../../tasks/model/emptied-tasks.ts'
import { holdingOf } from '../model/tree/entity-holding.ts'
import { isLastLook, noteEmpty, putBack, removedEntities } from '../model/tree/removed-entity.ts'

const tasksAtOnce = 100

/**
 * Brings back entities in which something was made at the very moment at which they were deleted, and forgets the others at the
 * last look. One that cannot be seen to holds up no other, and stays due. Gives how many were looked at.
 */
export async function seeToRemoved(platform: Platform, keys: readonly Key[]): Promise<number> {
  const outcomes = await Promise.allSettled(keys.map((key) => seeTo(platform, key)))
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') await logError('a deleted entity cannot be checked', outcome.reason)
  return outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length
}

/** Whether it was looked at; it is not yet due, or was seen to meanwhile, otherwise. */
async function seeTo(platform: Platform, key: Key): Promise<boolean> {
  const { table, clock } = platform
  const item = await getItem(table, key)
  const removed = item && fromItem(removedEntities, item)
  if (!removed || Date.parse(removed.dueAt) > clock()) return false
  const { holding } = await holdingOf(table, removed.entity.id)
  const work = new UnitOfWork({ ...platform, author: systemAuthor(removed.entity.id) })
  if (holding) putBack(work, removed)
  else {
    // Private tasks of people who left do not keep an entity: they go with it.
    if (isLastLook(removed)) while ((await deleteTasks(table, removed.entity.id, tasksAtOnce)) > 0);
    noteEmpty(work, removed, clock())
  }
  return (await commit(table, work)) === 'committed'
}
