import * as v from 'valibot'
import { growing } from '../../../shared/platform/growing.ts'
import { actorTypes } from '../../../shared/store/audit.ts'
import { type Collection, recordsOf } from '../../../shared/store/collection.ts'
import { lastOfPartition, type Table } from '../../../shared/store/table.ts'
import { taskPartition } from './task.ts'

export const activityTypes = [
  'created',
  'changed',
  'split',
  'completed',
  'reopened',
  'skipped',
  'moved',
  'canceled',
  'reminded',
] as const
export type ActivityType = (typeof activityTypes)[number]

const actorSchema = v.object({
  type: growing(actorTypes),
  id: v.nullable(v.string()),
  name: v.string(),
  /** The person whom an application acted for. */
  onBehalfOf: v.optional(v.object({ userId: v.string(), name: v.string() })),
})

export const activityView = v.pipe(
  v.object({
    id: v.string(),
    at: v.string(),
    type: growing(activityTypes),
    actor: actorSchema,
    detail: v.nullable(v.record(v.string(), v.unknown())),
    ip: v.nullable(v.string()),
  }),
  v.title('TaskActivity'),
)

/** Something that happened to a task. */
const activitySchema = v.object({ taskId: v.string(), ...activityView.entries })
type Activity = v.InferOutput<typeof activitySchema>

/** The entry before it has its place. */
export interface Doer {
  readonly actor: Activity['actor']
  readonly ip: string | null
}

const entryStart = 'ACTIVITY#'

export const activities: Collection<Activity> = {
  name: 'task_activity',
  schema: activitySchema,
  key: ({ taskId, id }) => ({ PK: taskPartition(taskId), SK: `${entryStart}${id}` }),
  toldByKey: ({ PK, SK }) => ({ taskId: PK.slice(taskPartition('').length), id: SK.slice(entryStart.length) }),
}

export const maxActivity = 1_000

/** The latest entries of a task, oldest first. */
export async function latestActivity(table: Table, taskId: string): Promise<Activity[]> {
  return recordsOf(activities, await lastOfPartition(table, taskPartition(taskId), entryStart, maxActivity))
}
