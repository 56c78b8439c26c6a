import * as v from 'valibot'
import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { commaList, instant } from '../../../shared/http/values.ts'
import { dayMs } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { contactIdsFor } from '../model/linked-contacts.ts'
import { occurrencesIn, tasksIn } from '../model/occurrences.ts'
import { occurrenceStatuses } from '../model/states.ts'
import { assigneeOf, occurrenceView, toOccurrence } from '../model/task-view.ts'

const maxDays = 92
const maxOccurrences = 5_000

export const listTaskOccurrences = operation({
  id: 'listTaskOccurrences',
  method: 'GET',
  path: '/v1/tasks/occurrences',
  tag: 'Tasks',
  summary: 'List the occurrences of tasks in a period',
  description: `Returns all occurrences that start from \`from\` on and before \`to\`, after moves, ordered by their start. The period has at most ${maxDays} days, and the answer at most 5,000 occurrences. Canceled tasks are left out, except for what was done.`,
  access: { to: 'entities', permission: 'tasks.use', feature: 'tasks' },
  query: v.object({
    entityId: v.optional(uuid),
    from: instant,
    to: instant,
    assigneeId: v.optional(
      v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(64), v.description('The id of a person, or `me`.')),
    ),
    contactId: v.optional(uuid),
    status: v.optional(commaList(occurrenceStatuses)),
  }),
  responses: { 200: v.object({ results: v.array(occurrenceView) }) },
  errors: ['invalid_input'],
  async preload({ table, query, principalId }) {
    const { entityId } = query
    if (entityId === undefined || !isAllowed(query)) return null
    return { found: await tasksIn(table, { entityIds: [entityId], principalId }, query) }
  },
  async handle({ accesses, query, principal, clock, table, preloaded }) {
    if (!isAllowed(query))
      return refuse('invalid_input', `to must lie after from, by at most ${maxDays} days. Ask for shorter periods.`)
    const nowMs = clock()
    const { assigneeId, contactId, status } = query
    const entityIds = accesses.map(({ entityId }) => entityId)
    const { found } = preloaded ?? { found: await tasksIn(table, { entityIds, principalId: principal.id }, query) }
    if (!found) return tooMany
    const asked = contactId ? found.filter((task) => contactIdsFor(task, principal.id).includes(contactId)) : found
    const assignee = assigneeId === 'me' ? principal.id : assigneeId
    const occurrences = (await occurrencesIn(table, asked, query))?.filter(
      ({ task, state }) =>
        (task.status !== 'canceled' || state.status !== 'pending') &&
        (assignee === undefined || assigneeOf(task, state)?.id === assignee) &&
        (status === undefined || status.includes(state.status)),
    )
    if (!occurrences || occurrences.length > maxOccurrences) return tooMany
    const viewer = { principalId: principal.id, nowMs }
    return reply(200, { results: occurrences.map(({ task, state }) => toOccurrence(task, state, viewer)) })
  },
})

const tooMany = refuse('invalid_input', 'The period has more than 5,000 occurrences. Ask for a shorter one.')

function isAllowed({ from, to }: { from: string; to: string }): boolean {
  const lengthMs = Date.parse(to) - Date.parse(from)
  return lengthMs > 0 && lengthMs <= maxDays * dayMs
}
