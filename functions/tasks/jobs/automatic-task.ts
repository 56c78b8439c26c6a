import type { Envelope } from '../../../events/envelope.ts'
import { readAccount } from '../../../shared/auth/principal.ts'
import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { localeOf } from '../../../shared/platform/locale.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { commitWithRetry } from '../../../shared/store/commit-with-retry.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { settingsAmong } from '../../../shared/store/settings.ts'
import { settingsKeys } from '../../../shared/store/settings-keys.ts'
import { getItems, type Table } from '../../../shared/store/table.ts'
import { timeIn } from '../../../shared/store/test-mode.ts'
import { type Contact, contactKey, contacts } from '../../contacts/model/contact.ts'
import { assigneeIn } from '../model/assignee.ts'
import { automaticMarks } from '../model/automatic-mark.ts'
import { addTask } from '../model/change-task.ts'
import { linkedContact } from '../model/linked-contacts.ts'
import type { Task } from '../model/task.ts'
import { nothingSet } from '../model/task-rules.ts'
import { type AutomaticResource, type Cause, causeIn } from './automatic-cause.ts'
import { titles } from './messages/automatic.ts'

const maxTries = 5
const alreadyThere = refuse('already_exists', 'The task of this resource was created before.')

/** Creates the task that an event asks for: one for each resource and rule, however often the event comes. */
export async function createAutomaticTask(platform: Platform, event: Envelope): Promise<void> {
  const cause = causeIn(event)
  if (!cause) return
  const { rule, resourceId } = cause
  const author = systemAuthor(resourceId)
  const outcome = await commitWithRetry({ ...platform, author, maxTries, signal: null }, async (work) => {
    const planned = await plannedTask(platform, cause, event.createdAt)
    if (!planned) return
    const { task, linked } = planned
    const testOrgId = task.livemode ? null : task.orgId
    work.create(automaticMarks, { resourceId, rule, taskId: task.id, testOrgId }, alreadyThere)
    const actor = { type: 'system' as const, id: null, name: 'Sealpost' }
    addTask(work, task, { actor, ip: null, nowMs: Date.parse(task.createdAt), contacts: linked, detail: { rule } })
  })
  if (isRefusal(outcome) && outcome.refused !== alreadyThere.refused)
    throw new Error(`the task of ${resourceId} could not be created: ${outcome.refused}`)
}

interface Planned {
  readonly task: Task
  readonly linked: ReadonlyMap<string, Contact>
}

/** Null: the entity wants no such task, or the resource is gone. */
async function plannedTask(
  { table, clock, ids }: Platform,
  { rule, read }: Cause,
  at: string,
): Promise<Planned | null> {
  const resource = await read(table)
  if (!resource) return null
  const { orgId, entityId, providerId, livemode, createdBy, link } = resource
  const settings = settingsAmong(await getItems(table, settingsKeys(resource)))(resource)
  const { enabled, assignee: asked } = settings.tasks.automaticTasks[rule]
  if (!enabled || !settings.features.tasks) return null
  const [assignee, linked] = await Promise.all([assigneeFor(table, resource, asked), contactsOf(table, resource)])
  const locale = localeOf(assignee?.locale ?? 'fr')
  const nowMs = await timeIn({ table, clock }, orgId)
  const now = timestamp(nowMs)
  // Events have the real time, and a test organization may be ahead of it.
  const startAt = timestamp(Date.parse(at) + nowMs - clock())
  const task: Task = {
    ...nothingSet,
    id: ids(clock()),
    orgId,
    entityId,
    providerId,
    livemode,
    title: titles[locale][rule],
    // For the whole day, so that it is not overdue at once.
    startAt,
    allDay: true,
    timezone: settings.general.timezone,
    assignee: assignee && {
      id: assignee.id,
      email: assignee.email,
      firstName: assignee.firstName,
      lastName: assignee.lastName,
    },
    contacts: [...linked.values()].map(linkedContact),
    links: [link],
    status: 'open',
    completedAt: null,
    completedBy: null,
    endedAt: null,
    source: 'automatic',
    createdBy,
    createdAt: now,
    updatedAt: now,
    firstOpenAt: startAt,
    moves: [],
    timeOfDayMs: null,
    ruleSince: now,
    stateMonths: null,
    version: 1,
  }
  return { task, linked }
}

/** Who is to do it, if they can use tasks there; nobody otherwise. */
async function assigneeFor(table: Table, resource: AutomaticResource, asked: string) {
  const { createdBy } = resource
  const id = asked === 'creator' ? (createdBy.type === 'user' ? createdBy.id : null) : asked
  return id === null ? null : await assigneeIn(table, await readAccount(table, id), resource)
}

async function contactsOf(
  table: Table,
  { contactIds, entityId }: AutomaticResource,
): Promise<ReadonlyMap<string, Contact>> {
  const found = recordsOf(contacts, await getItems(table, contactIds.map(contactKey)))
  return new Map(found.filter((contact) => contact.entityId === entityId).map((contact) => [contact.id, contact]))
}
