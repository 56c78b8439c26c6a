import * as v from 'valibot'
import { readAccount } from '../../../shared/auth/principal.ts'
import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { instant, line } from '../../../shared/http/values.ts'
import { changeOccurrence } from '../model/change-occurrence.ts'
import { moved } from '../model/occurrence-changes.ts'
import { startBounds } from '../model/series.ts'
import { isVisible, namedTasks } from '../model/task.ts'
import { namedAssignee } from '../model/task-rules.ts'
import { occurrenceView, toOccurrence } from '../model/task-view.ts'
import { doerOf, dueIn, readOccurrence, situationOf } from './task-context.ts'

export const moveTaskOccurrence = operation({
  id: 'moveTaskOccurrence',
  method: 'PATCH',
  path: '/v1/tasks/{taskId}/occurrences/{occurrenceAt}',
  tag: 'Tasks',
  summary: 'Move one occurrence of a task, or change its title or assignee',
  description:
    'The path has the original start of the occurrence, URL-encoded; it stays its name after the move. Reminders follow the new start.',
  access: {
    to: 'resource',
    resource: namedTasks,
    permission: 'tasks.use',
    feature: 'tasks',
    onOthers: 'tasks.manage',
    hasParts: true,
  },
  body: json(
    v.object({
      startAt: v.optional(instant),
      title: v.optional(line(200)),
      assigneeId: v.nullish(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(64))),
      version: v.optional(v.number()),
    }),
  ),
  responses: { 200: occurrenceView },
  errors: ['invalid_input', 'invalid_occurrence', 'invalid_assignee'],
  async preload({ table, readItems, path, body, principalId }) {
    const at = instantIn(path.occurrenceAt)
    const [beside, account] = await Promise.all([
      readOccurrence(readItems, { taskId: path.taskId, occurrenceAt: at ?? undefined, principalId }),
      body.assigneeId ? readAccount(table, body.assigneeId) : [],
    ])
    return { at, ...beside, account }
  },
  async handle({ resource, body, preloaded, principal, origin, table, work, clock }) {
    const { at, items, account } = preloaded
    const nowMs = clock()
    if (at === null)
      return refuse('invalid_occurrence', 'The path has no instant. URL-encode it: 2026-01-31T12%3A00%3A00Z.')
    const { startAt, title, assigneeId } = body
    if (startAt !== undefined && (startAt < startBounds.min || startAt > startBounds.max))
      return refuse('invalid_input', 'startAt must lie between the years 1970 and 2199.')
    const situation = situationOf(resource, { principal, origin, table, nowMs }, items)
    const assignee =
      typeof assigneeId === 'string' ? await namedAssignee({ table, account, place: resource }) : assigneeId
    if (isRefusal(assignee)) return assignee
    if (assignee && !isVisible(resource.task, assignee.id))
      return refuse('invalid_input', 'assigneeId of a private task can only be its creator or its assignee.')
    const change = await moved(situation, at, { startAt, title, assignee })
    if (isRefusal(change)) return change
    const written = { ...doerOf({ principal, origin }, resource.orgId), type: 'moved' as const, due: dueIn(items) }
    const current = await changeOccurrence(work, situation, change, written)
    return reply(200, toOccurrence(current, change.state, { principalId: principal.id, nowMs }), etagOf(current))
  },
})

/** The gateway passes path parameters as they were sent. */
function instantIn(parameter: string): string | null {
  const read = v.safeParse(instant, decoded(parameter))
  return read.success ? read.output : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
