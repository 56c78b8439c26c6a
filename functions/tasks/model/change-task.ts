import { timestamp } from '../../../shared/platform/clock.ts'
import type { AuditEntry } from '../../../shared/store/audit.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import type { Contact } from '../../contacts/model/contact.ts'
import { linkContacts } from '../../contacts/model/contact-links.ts'
import { type ActivityType, activities, type Doer } from './activity.ts'
import { writeEntries } from './list-entries.ts'
import { nextFiringFrom, type ReminderDue, reminderDueKey, remindersDue } from './reminders.ts'
import type { OccurrenceState } from './states.ts'
import { placeOfTask, type Task, type TaskContent, taskContentSchema, tasks } from './task.ts'
import { readersOf } from './task-lists.ts'
import { assigneeOf } from './task-view.ts'

/** What is written about a change besides the task itself. */
export interface Written extends Doer {
  readonly nowMs: number
  readonly type: Exclude<ActivityType, 'created' | 'reminded'>
  readonly detail?: Readonly<Record<string, unknown>> | undefined
  /** When the next reminder fires, as it was read with the task. */
  readonly due: ReminderDue | null
  /** The contacts that were not linked before. */
  readonly contacts?: ReadonlyMap<string, Contact>
}

type New = Omit<Written, 'due' | 'type'>

/** Writes a new task with its listings, links and next reminder, and publishes it. */
export function addTask(work: UnitOfWork, task: Task, written: New): void {
  work.create(tasks, task)
  writeEntries(work, null, task)
  linkTask(work, null, task, written.contacts)
  remindOf(work, task, null, written.nowMs)
  note(work, task, { ...written, type: 'created' })
  tell(work, task, 'task.created')
  work.audit(auditOfTask(task, 'task.created'))
}

/** Writes the next state of a task. Its version and time of change are set here. */
export function changeTask(work: UnitOfWork, before: Task, changed: Task, written: Written): Task {
  const after = { ...changed, updatedAt: timestamp(written.nowMs), version: before.version + 1 }
  work.update(tasks, before, after)
  writeEntries(work, before, after)
  linkTask(work, before, after, written.contacts)
  remindOf(work, after, written.due, written.nowMs)
  note(work, after, written)
  tellOfChange(work, before, after, written)
  work.audit(
    auditOfTask(after, `task.${written.type === 'split' ? 'changed' : written.type}`, changesBetween(before, after)),
  )
  return after
}

/** Removes a task. A job removes what its partition still holds. */
export function removeTask(work: UnitOfWork, task: Task): void {
  work.remove(tasks, task)
  writeEntries(work, task, null)
  linkTask(work, task, null)
  work.removePart(reminderDueKey(task.id))
  work.enqueue({ type: 'task.gone', data: { taskId: task.id } }, task)
  tell(work, task, 'task.deleted')
  work.audit(auditOfTask(task, 'task.deleted'))
}

/** Who sees the references of a task to contacts. */
export function seenBy(before: Task | null, after: Task | null) {
  return { seenBefore: before && readersOf(before), seenAfter: after && readersOf(after) }
}

function linkTask(
  work: UnitOfWork,
  before: Task | null,
  after: Task | null,
  known: ReadonlyMap<string, Contact> = new Map(),
): void {
  const targetId = after?.id ?? before?.id ?? ''
  const idsOf = (task: Task | null) => (task?.contacts ?? []).map(({ id }) => id)
  linkContacts(
    work,
    { type: 'task', targetId },
    { before: idsOf(before), after: idsOf(after), ...seenBy(before, after) },
    known,
  )
}

/** Reminders whose time is over before anybody asked for them are not sent; one that is just about to be sent is not lost. */
function remindOf(work: UnitOfWork, task: Task, due: ReminderDue | null, nowMs: number): void {
  const fromMs = due ? Math.min(Date.parse(due.dueAt), nowMs) : nowMs
  const dueAt = nextFiringFrom(task, fromMs)
  // A sweep at this moment may go on from the task as it was. It looks again at what is written anew.
  const isBeingSent = due !== null && Date.parse(due.dueAt) <= nowMs
  if (dueAt === (due?.dueAt ?? null) && !isBeingSent) return
  if (dueAt === null) work.removePart(reminderDueKey(task.id))
  else work.putPart(remindersDue, { taskId: task.id, orgId: task.orgId, dueAt, version: (due?.version ?? 0) + 1 })
}

export function note(
  work: UnitOfWork,
  { id: taskId }: Pick<Task, 'id'>,
  { type, actor, ip, detail }: Doer & { readonly type: ActivityType; readonly detail?: Written['detail'] },
): void {
  work.putPart(activities, { taskId, ...work.moment(), type, actor, ip, detail: detail ?? null })
}

/** Making a task private deletes it for subscribers; sharing it creates it. Reopening is not told. */
function tellOfChange(work: UnitOfWork, before: Task, after: Task, { type }: Written): void {
  if (before.isPrivate !== after.isPrivate) {
    tell(work, before, 'task.deleted')
    tell(work, after, 'task.created')
    return
  }
  if (type !== 'completed' && type !== 'reopened') tell(work, after, 'task.updated')
}

/** Private tasks publish no events. */
function tell(work: UnitOfWork, task: Task, type: 'task.created' | 'task.updated' | 'task.deleted'): void {
  if (!task.isPrivate) work.emit({ type, data: { ...dataOf(task), startAt: task.startAt } }, placeOfTask(task))
}

/** What every event of a task names; one of an occurrence has its title and its assignee. */
export function dataOf(task: Task, state?: OccurrenceState) {
  const { id: taskId, entityId, clientReference } = task
  const assignee = state ? assigneeOf(task, state) : task.assignee
  return {
    taskId,
    title: state?.title ?? task.title,
    entityId,
    assigneeId: assignee?.id ?? null,
    ...(clientReference !== null && { clientReference }),
  }
}

type TaskAction = Extract<AuditEntry['action'], `task.${string}`>

/** Private tasks are in the audit log too: it has ids and the names of changed fields, never their values. */
function auditOfTask(task: Task, action: TaskAction, changes: AuditEntry['changes'] = []): AuditEntry {
  const { id, orgId, livemode, entityId } = task
  return { orgId, livemode, action, target: { type: 'task', id, label: null }, nodeId: entityId, changes }
}

const contentFields = Object.keys(taskContentSchema.entries).filter(isContentField)

function isContentField(name: string): name is keyof TaskContent {
  return Object.hasOwn(taskContentSchema.entries, name)
}

/** The fields that differ between two states. */
export function changedFields(before: TaskContent, after: TaskContent): (keyof TaskContent)[] {
  return contentFields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}

function changesBetween(before: Task, after: Task): AuditEntry['changes'] {
  const changes = changedFields(before, after).map((field) => ({ field, from: '•••', to: '•••' }))
  return before.status === after.status
    ? changes
    : [...changes, { field: 'status', from: before.status, to: after.status }]
}
