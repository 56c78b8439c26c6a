import * as v from 'valibot'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { instant, nullsAbsent } from '../../../shared/http/values.ts'
import { changeOccurrence } from '../model/change-occurrence.ts'
import { completed } from '../model/occurrence-changes.ts'
import { namedTasks } from '../model/task.ts'
import { occurrenceView, toOccurrence } from '../model/task-view.ts'
import { doerOf, dueIn, readOccurrence, situationOf } from './task-context.ts'

export const completeTask = operation({
  id: 'completeTask',
  method: 'POST',
  path: '/v1/tasks/{taskId}/complete',
  tag: 'Tasks',
  summary: 'Complete a task, or one of its occurrences',
  description:
    'Recurring tasks need occurrenceAt, the original start of the occurrence. Completing twice returns the same answer and publishes one event.',
  access: {
    to: 'resource',
    resource: namedTasks,
    permission: 'tasks.use',
    feature: 'tasks',
    onOthers: 'tasks.manage',
    hasParts: true,
  },
  changesItsResource: true,
  body: json(nullsAbsent({ occurrenceAt: v.optional(instant) })),
  responses: { 200: occurrenceView },
  errors: ['invalid_occurrence', 'invalid_input'],
  preload: ({ readItems, path: { taskId }, body: { occurrenceAt }, principalId }) =>
    readOccurrence(readItems, { taskId, occurrenceAt, principalId }),
  async handle({ resource, body, preloaded, principal, origin, table, work, clock }) {
    const nowMs = clock()
    const situation = situationOf(resource, { principal, origin, table, nowMs }, preloaded.items)
    const change = await completed(situation, body.occurrenceAt)
    if (isRefusal(change)) return change
    const written = {
      ...doerOf({ principal, origin }, resource.orgId),
      type: 'completed' as const,
      due: dueIn(preloaded.items),
    }
    const current = await changeOccurrence(work, situation, change, written)
    return reply(200, toOccurrence(current, change.state, { principalId: principal.id, nowMs }), etagOf(current))
  },
})
