import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { changeTask } from '../model/change-task.ts'
import { shownLinks } from '../model/linked-resources.ts'
import { namedTasks } from '../model/task.ts'
import { taskView, toTask } from '../model/task-view.ts'
import { doerOf, dueIn, readBeside } from './task-context.ts'

export const cancelTask = operation({
  id: 'cancelTask',
  method: 'POST',
  path: '/v1/tasks/{taskId}/cancel',
  tag: 'Tasks',
  summary: 'Cancel an open task',
  description:
    'Keeps what was done. Nothing more of the task is due afterwards. Canceling twice returns the same answer.',
  access: {
    to: 'resource',
    resource: namedTasks,
    permission: 'tasks.use',
    feature: 'tasks',
    onOthers: 'tasks.manage',
  },
  changesItsResource: true,
  responses: { 200: taskView },
  errors: ['invalid_occurrence'],
  preload: ({ readItems, path }) => readBeside(readItems, path.taskId),
  async handle({ resource: { task }, preloaded, principal, origin, table, work, clock }) {
    const nowMs = clock()
    if (task.status === 'completed') return refuse('invalid_occurrence', 'This task was completed. Reopen it first.')
    const canceled = { ...task, status: 'canceled' as const, endedAt: timestamp(nowMs) }
    const written = {
      ...doerOf({ principal, origin }, task.orgId),
      nowMs,
      type: 'canceled' as const,
      due: dueIn(preloaded),
    }
    const current = task.status === 'canceled' ? task : changeTask(work, task, canceled, written)
    const links = await shownLinks(table, current, { principal, nowMs })
    return reply(200, toTask(current, links, { principalId: principal.id, nowMs }), etagOf(current))
  },
})
