import { membershipsNow } from '../../../shared/auth/memberships-now.ts'
import { profiles, readAccount } from '../../../shared/auth/principal.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { EntityPlace } from '../../../shared/store/entities.ts'
import { getItems, oldestBetween, queryIndex, type Table } from '../../../shared/store/table.ts'
import { listEntries } from './list-entries.ts'
import { taskKey, tasks } from './task.ts'
import { privateTasksOf, readersOf, sharedTasks } from './task-lists.ts'

/**
 * Whether an entity has any task that somebody sees: a shared one, or a private one of somebody who can still use tasks there.
 * Private tasks of people who left would keep the entity for good, since nobody else can delete them.
 */
export async function hasTasks(table: Table, entityId: string): Promise<boolean> {
  const [shared, hasPrivate] = await Promise.all([
    queryIndex(table, { index: 'GSI1', partition: sharedTasks(entityId), limit: 1 }),
    hasPrivateTasks(table, entityId),
  ])
  return shared.length > 0 || hasPrivate
}

const lookedAtOnce = 100

async function hasPrivateTasks(table: Table, entityId: string): Promise<boolean> {
  const left = new Set<string>()
  for (let from = ' '; ; ) {
    const items = await oldestBetween(table, privateTasksOf(entityId), { from, to: '~' }, lookedAtOnce)
    const entries = recordsOf(listEntries, items)
    const last = entries.at(-1)
    if (!last) return false
    const found = await getItems(
      table,
      entries.map(({ taskId }) => taskKey(taskId)),
    )
    for (const task of recordsOf(tasks, found))
      for (const reader of readersOf(task) ?? []) {
        if (left.has(reader)) continue
        if (await canUseTasks(table, reader, task)) return true
        left.add(reader)
      }
    from = `${last.order} `
  }
}

async function canUseTasks(table: Table, accountId: string, { orgId, entityId }: EntityPlace): Promise<boolean> {
  const account = await readAccount(table, accountId)
  const [profile] = recordsOf(profiles, account)
  if (!profile) return false
  const own = await membershipsNow(table, profile, account)
  return own.some(
    (membership) =>
      membership.orgId === orgId &&
      membership.status === 'active' &&
      (membership.entityId === null || membership.entityId === entityId) &&
      membership.permissions.includes('tasks.use'),
  )
}
