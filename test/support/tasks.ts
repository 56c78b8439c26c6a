import { busSources } from '../../events/internal.ts'
import { remindersDue } from '../../functions/tasks/model/reminders.ts'
import { put } from '../../infra/local/tenant.ts'
import { type Answer, call, demand } from './client.ts'
import { type BusEvent, busEventsWith } from './inspection.ts'
import { type Tenant, table } from './tenant.ts'
import { until } from './until.ts'

type Home = Pick<Tenant, 'entity' | 'token'>

export const tasksPath = '/v1/tasks'

/** The path of a task, or of something below it. */
export function taskPath(id: string, rest = ''): string {
  return `${tasksPath}/${id}${rest}`
}

export function occurrencePath(id: string, occurrenceAt: string): string {
  return taskPath(id, `/occurrences/${encodeURIComponent(occurrenceAt)}`)
}

/** A Monday at nine in Paris, in winter. */
export const firstMonday = '2035-01-08T08:00:00.000Z'

/** Weeks after that, as long as it is winter. */
export function mondayAfter(weeks: number): string {
  return new Date(Date.parse(firstMonday) + weeks * 7 * 86_400_000).toISOString()
}

export const weekly = { recurrence: { rule: 'FREQ=WEEKLY' } }

export function taskInput({ entity }: Pick<Tenant, 'entity'>, fields: object = {}): object {
  return { entityId: entity.id, title: 'Call the tenant', startAt: firstMonday, ...fields }
}

export async function postTask(of: Home, fields: object = {}): Promise<Answer> {
  return await call('POST', tasksPath, { token: of.token, json: taskInput(of, fields) })
}

/** A task that is there. */
export async function taskOf(of: Home, fields: object = {}) {
  const answer = await postTask(of, fields)
  demand(answer, 201)
  return answer.body
}

export async function readTask(of: { token: string }, id: string): Promise<Answer> {
  return await call('GET', taskPath(id), { token: of.token })
}

export async function patchTask(of: { token: string }, id: string, json: object): Promise<Answer> {
  return await call('PATCH', taskPath(id), { token: of.token, json })
}

/** Completes, reopens, skips or cancels. */
export async function act(of: { token: string }, id: string, action: string, occurrenceAt?: string): Promise<Answer> {
  const json = occurrenceAt === undefined ? {} : { occurrenceAt }
  return await call('POST', taskPath(id, `/${action}`), { token: of.token, json })
}

export async function moveOccurrence(of: { token: string }, id: string, at: string, json: object): Promise<Answer> {
  return await call('PATCH', occurrencePath(id, at), { token: of.token, json })
}

/** What an action comes to that has to work. */
export async function done(answer: Promise<Answer>) {
  const { body, ...rest } = await answer
  demand({ body, ...rest }, 200)
  return body
}

export async function listTasks(of: Home, filters: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const query = new URLSearchParams({ entityId: of.entity.id, ...filters })
  return await call('GET', `${tasksPath}?${query}`, { token: of.token })
}

/** The titles that a list finds, over all of its pages. */
export async function titlesFound(of: Home, filters: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const titles: string[] = []
  for (let pageToken: string | null = null; ; ) {
    const answer: Answer = await listTasks(of, { ...filters, ...(pageToken && { pageToken }) })
    demand(answer, 200)
    titles.push(...answer.body.results.map(({ title }: { title: string }) => title))
    if (!answer.body.nextPageToken) return titles
    pageToken = String(answer.body.nextPageToken)
  }
}

export async function occurrencesOf(of: Home, filters: Readonly<Record<string, string>>): Promise<Answer> {
  const query = new URLSearchParams({ entityId: of.entity.id, ...filters })
  return await call('GET', `${tasksPath}/occurrences?${query}`, { token: of.token })
}

/** What subscribers are told of a task, once that is as much as was expected. */
export async function eventsOfTask(id: string, count: number): Promise<BusEvent[]> {
  return await until(`${count} events of task ${id}`, async () => {
    const events = (await busEventsWith('taskId', id)).filter(({ source }) => source === busSources.public)
    return events.length >= count && events
  })
}

const dayMs = 86_400_000

/** A task that starts in ten days, with a reminder that is not due yet. Once it is due, the sweep of any test may send it. */
export async function taskWithReminder(of: Home, fields: object = {}) {
  const startAt = new Date(Date.now() + 10 * dayMs).toISOString()
  const reminders = [{ minutesBefore: 11 * 24 * 60, channel: 'email' }]
  return await taskOf(of, { startAt, reminders, ...fields })
}

/** The same task, whose reminder is due. */
export async function taskToRemindOf(of: Home, fields: object = {}) {
  const task = await taskWithReminder(of, fields)
  await makeReminderDue(task.id)
  return task
}

/** As if the reminders of the last two days had not been sent yet. */
export async function makeReminderDue(taskId: string): Promise<void> {
  await put(table(), remindersDue, {
    taskId,
    orgId: '',
    dueAt: new Date(Date.now() - 2 * dayMs).toISOString(),
    version: 1,
  })
}

/** A calendar feed of a person, with its address. */
export async function feedOf(token: string, entityId?: string) {
  const answer = await call('POST', '/v1/me/calendar-feeds', { token, json: { entityId: entityId ?? null } })
  demand(answer, 201)
  return answer.body
}

/** Lets the requests of an entity create tasks when somebody declines or they expire. */
export async function letCreateTasks({ entity, token }: Home, assignee = 'creator'): Promise<void> {
  const on = { enabled: true, assignee }
  const automaticTasks = {
    signature_declined: on,
    signature_expired: on,
    registered_mail_failed: on,
    registered_mail_neglected: on,
    recipient_update_requested: on,
  }
  const json = { tasks: { automaticTasks } }
  demand(await call('PATCH', `/v1/nodes/${entity.id}/settings`, { token, json }), 200)
}
