import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { entriesOf, listEntries } from '../../functions/tasks/model/list-entries.ts'
import { type Task, tasks } from '../../functions/tasks/model/task.ts'
import { dayMs, minuteMs, timestamp } from '../../shared/platform/clock.ts'
import { derivedUuidV7 } from '../../shared/platform/ids.ts'
import { inParallel } from '../../shared/platform/in-parallel.ts'
import { toItem } from '../../shared/store/collection.ts'
import type { Table } from '../../shared/store/table.ts'
import type { Tenant } from '../support/tenant.ts'
import { taskWith } from '../tasks/unit/task-with.ts'

export interface SeededTasks {
  readonly tenant: Tenant
  readonly startMs: number
}

/** A word that one task in twenty has. */
export const oftenWord = 'lease'

/** The tasks start a minute after each other. */
export function startAtOf({ startMs }: SeededTasks, place: number): string {
  return timestamp(startMs + place * minuteMs)
}

/** A task has three items, and a transaction takes a hundred. */
const batchSize = 33
const batchesAtOnce = 4

/** Puts tasks into the table that start as late as their places say: a list that grows by later ones shows the same first pages. */
export async function seedTasks(table: Table, list: SeededTasks, from: number, to: number): Promise<void> {
  const batches = Array.from({ length: Math.ceil((to - from) / batchSize) }, (_, index) => from + index * batchSize)
  await inParallel(batches, batchesAtOnce, async (start) => {
    const places = Array.from({ length: Math.min(batchSize, to - start) }, (_, index) => start + index)
    const items = places
      .map((place) => taskAt(list, place))
      .flatMap((task) => [toItem(tasks, task), ...entriesOf(task).map((entry) => toItem(listEntries, entry))])
    const TransactItems = items.map((Item) => ({ Put: { TableName: table.name, Item } }))
    await table.client.send(new TransactWriteCommand({ TransactItems }))
  })
}

/** One in four is assigned to the key that asks; one in a hundred is daily. */
function taskAt(list: SeededTasks, place: number): Task {
  const { org, entity, key } = list.tenant
  const startAt = startAtOf(list, place)
  const model = taskWith({ startAt })
  const isDaily = place === 50
  return {
    ...model,
    id: derivedUuidV7(list.startMs + place, `task ${place}`),
    orgId: org.id,
    entityId: entity.id,
    providerId: org.providerId,
    title: `Task ${place % 20 === 1 ? oftenWord : 'of services'} ${place}`,
    recurrence: isDaily ? { rule: 'FREQ=DAILY', exceptions: [] } : null,
    firstOpenAt: startAt,
    // A task that was changed later starts earlier, so that the latest changes are the same in each list.
    updatedAt: timestamp(list.startMs - 100 * dayMs - place * minuteMs),
    assignee: place % 4 === 0 ? { id: key.clientId, email: null, firstName: 'Jane', lastName: 'Doe' } : null,
    createdBy: { type: 'api_key', id: 'another', name: 'Key' },
  }
}
