import * as v from 'valibot'
import { creatorSchema } from '../../../shared/auth/creator.ts'
import { personSchema } from '../../../shared/auth/person.ts'
import type { Owned, ResourceKind } from '../../../shared/http/authorization/access.ts'
import { timestampSchema } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { type Collection, recordsOf } from '../../../shared/store/collection.ts'
import type { EventPlace } from '../../../shared/store/outbox-entry.ts'
import { assignedListOf, listOf } from './task-lists.ts'
import { taskOrder } from './task-order.ts'

const time = timestampSchema

export const priorities = ['low', 'normal', 'high'] as const
export const taskStatuses = ['open', 'completed', 'canceled'] as const
export const reminderChannels = ['email', 'in_app'] as const
export const linkTypes = ['signature_request', 'registered_mail'] as const
export const taskSources = ['user', 'integration', 'automatic'] as const

export const reminderSchema = v.object({
  id: uuid,
  minutesBefore: v.number(),
  channel: v.picklist(reminderChannels),
})
export type Reminder = v.InferOutput<typeof reminderSchema>

export const taskLinkSchema = v.object({ type: v.picklist(linkTypes), id: uuid })
export type TaskLink = v.InferOutput<typeof taskLinkSchema>

/** A linked contact, and who alone sees its id if the contact is private. */
const linkedContactSchema = v.object({ id: uuid, keptBy: v.nullable(v.string()) })
export type LinkedContact = v.InferOutput<typeof linkedContactSchema>

/** What its users wrote. */
export const taskContentSchema = v.object({
  title: v.string(),
  description: v.nullable(v.string()),
  priority: v.picklist(priorities),
  startAt: time,
  allDay: v.boolean(),
  durationMinutes: v.nullable(v.number()),
  timezone: v.string(),
  recurrence: v.nullable(v.object({ rule: v.string(), exceptions: v.array(time) })),
  reminders: v.array(reminderSchema),
  assignee: v.nullable(personSchema),
  contacts: v.array(linkedContactSchema),
  links: v.array(taskLinkSchema),
  isPrivate: v.boolean(),
  clientReference: v.nullable(v.string()),
})
export type TaskContent = v.InferOutput<typeof taskContentSchema>

/** A task as stored. What was done with its instances is in state items, a month each. */
export const taskSchema = v.object({
  id: uuid,
  orgId: uuid,
  entityId: uuid,
  providerId: uuid,
  livemode: v.boolean(),
  ...taskContentSchema.entries,
  status: v.picklist(taskStatuses),
  completedAt: v.nullable(time),
  completedBy: v.nullable(creatorSchema),
  /** When it was completed or canceled. */
  endedAt: v.nullable(time),
  source: v.picklist(taskSources),
  createdBy: creatorSchema,
  createdAt: time,
  updatedAt: time,
  /** The first instance that is neither completed, skipped nor moved; null: there is none. All before it are. */
  firstOpenAt: v.nullable(time),
  /** Instances that take place at another time. */
  moves: v.array(v.object({ occurrenceAt: time, startAt: time, isDone: v.boolean() })),
  /** The local time of a series that was split at an instance whose own local time the clocks skipped. */
  timeOfDayMs: v.nullable(v.number()),
  /** States of instances since then count only while the rule still has these instances. */
  ruleSince: time,
  /** The first and the last month with states of instances: `2026-03`. */
  stateMonths: v.nullable(v.object({ first: v.string(), last: v.string() })),
  version: v.number(),
})
export type Task = v.InferOutput<typeof taskSchema>

const partitionStart = 'TASK#'
const recordSortKey = 'TASK'

export function taskPartition(id: string): string {
  return `${partitionStart}${id}`
}

export function taskKey(id: string) {
  return { PK: taskPartition(id), SK: recordSortKey }
}

/** The id of the task whose partition this is; null for another partition. */
export function taskIdOf({ PK }: { readonly PK: string }): string | null {
  return PK.startsWith(partitionStart) ? PK.slice(partitionStart.length) : null
}

export const tasks: Collection<Task> = {
  name: 'task',
  schema: taskSchema,
  isListedTwice: true,
  key: ({ id }) => taskKey(id),
  toldByKey: ({ PK }) => ({ id: PK.slice(partitionStart.length) }),
  indexKeys: (task) => {
    const [order, assigned] = [taskOrder(task), assignedListOf(task)]
    return {
      GSI1PK: listOf(task),
      GSI1SK: order,
      ...(assigned !== null && { GSI2PK: assigned, GSI2SK: order }),
    }
  },
}

/** A task as the resource of a path. */
export interface NamedTask extends Owned {
  readonly task: Task
}

/** Whether somebody created a task or is assigned to it: they see it if it is private, and need a lower permission. */
export function isOwnTask({ createdBy, assignee }: Task, principalId: string): boolean {
  return createdBy.id === principalId || assignee?.id === principalId
}

/** Whether a principal who may use the tasks of the entity sees this one. */
export function isVisible(task: Task, principalId: string): boolean {
  return !task.isPrivate || isOwnTask(task, principalId)
}

export const namedTasks = {
  name: 'task',
  parameter: 'taskId',
  notFound: 'task_not_found',
  visibleWith: 'tasks.use',
  partition: (id: string) => ({ partition: taskPartition(id), startingWith: recordSortKey, isOneItem: true }),
  decode: (items): NamedTask | null => {
    const [task] = recordsOf(tasks, items)
    if (!task) return null
    const { orgId, entityId, version } = task
    return { orgId, entityId, version, task }
  },
  isHiddenFrom: ({ task }, principalId) => !isVisible(task, principalId),
  isOwn: ({ task }, principalId) => isOwnTask(task, principalId),
} as const satisfies ResourceKind<NamedTask>

/** The place of a task's events. */
export function placeOfTask({ providerId, orgId, livemode, entityId }: Task): EventPlace {
  return { providerId, orgId, livemode, nodeId: entityId, ancestorIds: [orgId] }
}
