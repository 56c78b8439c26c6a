import type { Ask, Scenario, Scenarios } from '../../matrices/scenarios/scenario.ts'
import { call } from '../../support/client.ts'
import { contactOf } from '../../support/contacts.ts'
import { create } from '../../support/signature.ts'
import {
  act,
  done,
  feedOf,
  firstMonday,
  mondayAfter,
  moveOccurrence,
  occurrencePath,
  taskInput,
  taskOf,
  taskPath,
  tasksPath,
  weekly,
} from '../../support/tasks.ts'
import { personOf, type Tenant } from '../../support/tenant.ts'

const reminders = [{ minutesBefore: 30, channel: 'email' }]

function creation(fields: object): Scenario {
  return async (of) => ({ path: tasksPath, options: { token: of.token, json: taskInput(of, fields) } })
}

/** A task that links a contact and a request. */
const linking: Scenario = async (of) => {
  const [contact, request] = [await contactOf(of), await create(of, { draft: true })]
  const links = [{ type: 'signature_request', id: request.id }]
  return { path: tasksPath, options: { token: of.token, json: taskInput(of, { contactIds: [contact.id], links }) } }
}

/** Something that is done to a task. */
function onTask(rest: string, json?: unknown, fields: object = {}): Scenario {
  return async (of) => asking(of, taskPath((await taskOf(of, fields)).id, rest), json)
}

function asking({ token }: Tenant, path: string, json?: unknown): Ask {
  return { path, options: { token, ...(json === undefined ? {} : { json }) } }
}

/** A weekly task of which some instances were done. */
async function begun(of: Tenant): Promise<string> {
  const { id } = await taskOf(of, { ...weekly, reminders })
  await done(act(of, id, 'complete', firstMonday))
  await done(moveOccurrence(of, id, mondayAfter(2), { startAt: mondayAfter(2.5) }))
  return id
}

function onBegun(rest: string, json?: unknown): Scenario {
  return async (of) => asking(of, taskPath(await begun(of), rest), json)
}

function listing(filters: Readonly<Record<string, string>>, path = tasksPath): Scenario {
  return async (of) => {
    await begun(of)
    await taskOf(of, { title: 'Once', isPrivate: true })
    const query = new URLSearchParams({ entityId: of.entity.id, ...filters })
    return { path: `${path}?${query}`, options: { token: of.token } }
  }
}

const linked: Scenario = async (of) => {
  const request = await create(of, { draft: true })
  const { id } = await taskOf(of, { links: [{ type: 'signature_request', id: request.id }] })
  return asking(of, taskPath(id))
}

const move: Scenario = async (of) => {
  const { id } = await taskOf(of, { ...weekly, reminders })
  return asking(of, occurrencePath(id, firstMonday), { startAt: mondayAfter(0.5), title: 'Later' })
}

const feedsPath = '/v1/me/calendar-feeds'

/** Something that a person does with their calendar feeds. */
function onFeeds(json?: unknown): Scenario {
  return async (of) => {
    const { token } = await personOf(of, 'admin')
    return asking({ ...of, token }, feedsPath, json)
  }
}

const deletedFeed: Scenario = async (of) => {
  const { token } = await personOf(of, 'admin')
  const { feed } = await feedOf(token, of.entity.id)
  return asking({ ...of, token }, `${feedsPath}/${feed.id}`)
}

const readFeed: Scenario = async (of) => {
  const { token } = await personOf(of, 'admin')
  const { url } = await feedOf(token, of.entity.id)
  const { pathname } = new URL(url)
  // The first use is noted, later ones of the same hour are not.
  await call('GET', pathname.slice(pathname.indexOf('/calendar/')))
  return { path: pathname.slice(pathname.indexOf('/calendar/')), options: {} }
}

/** Of what people do with their calendar feeds, and of reading one. */
const feedScenarios: Readonly<Record<string, Scenarios>> = {
  createCalendarFeed: { 'of all entities': onFeeds({}) },
  listCalendarFeeds: { 'of a person': onFeeds() },
  deleteCalendarFeed: { 'of a person': deletedFeed },
  getCalendar: { 'of an entity': readFeed },
}

/** Like most callers, this one has asked the function for something before, so that it knows where the caller works. */
function askedBefore(scenarios: Scenarios): Scenarios {
  return Object.fromEntries(
    Object.entries(scenarios).map(([variant, scenario]): [string, Scenario] => [
      variant,
      async (of) => ({ after: `${tasksPath}?entityId=${of.entity.id}`, ...(await scenario(of)) }),
    ]),
  )
}

const ofTasks: Readonly<Record<string, Scenarios>> = {
  createTask: {
    once: creation({}),
    'every week, with a reminder': creation({ ...weekly, reminders }),
    'a private one': creation({ isPrivate: true }),
    'with a contact and a link': linking,
  },
  listTasks: {
    'by their next occurrence': listing({}),
    'of an assignee': listing({ assigneeId: 'me' }),
    'by the last change': listing({ sort: 'updated' }),
  },
  listTaskOccurrences: {
    'of a month': listing({ from: firstMonday, to: mondayAfter(4) }, `${tasksPath}/occurrences`),
  },
  getTaskOptions: { 'of an entity': listing({}, `${tasksPath}/options`) },
  getTask: { once: onTask(''), 'with a link': linked },
  updateTask: {
    'its title': onTask('', { title: 'Write to the tenant' }),
    'its rule': onBegun('', { recurrence: { rule: 'FREQ=WEEKLY;INTERVAL=2' } }),
    'from an occurrence on': onBegun('', { applyFrom: mondayAfter(2), title: 'Write to the tenant' }),
    'made private': onTask('', { isPrivate: true }),
  },
  deleteTask: { once: onTask(''), 'with occurrences that were done': onBegun('') },
  completeTask: {
    once: onTask('/complete', {}),
    'an occurrence': onBegun('/complete', { occurrenceAt: mondayAfter(1) }),
    'one that was done': onBegun('/complete', { occurrenceAt: firstMonday }),
  },
  reopenTask: { 'an occurrence': onBegun('/reopen', { occurrenceAt: firstMonday }) },
  skipTaskOccurrence: { 'an occurrence': onBegun('/skip', { occurrenceAt: mondayAfter(1) }) },
  cancelTask: { once: onTask('/cancel'), 'a series': onBegun('/cancel') },
  moveTaskOccurrence: { 'the first': move },
  listTaskActivity: { 'of a series': onBegun('/activity') },
}

/** Of each operation on tasks and calendar feeds, by its id. */
export const taskScenarios: Readonly<Record<string, Scenarios>> = {
  ...feedScenarios,
  ...Object.fromEntries(Object.entries(ofTasks).map(([id, scenarios]) => [id, askedBefore(scenarios)])),
}
