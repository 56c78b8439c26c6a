import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { shownLinks } from '../model/linked-resources.ts'
import { namedTasks } from '../model/task.ts'
import { taskView, toTask } from '../model/task-view.ts'

export const getTask = operation({
  id: 'getTask',
  method: 'GET',
  path: '/v1/tasks/{taskId}',
  tag: 'Tasks',
  summary: 'Get a task',
  access: { to: 'resource', resource: namedTasks, permission: 'tasks.use', feature: 'tasks' },
  responses: { 200: taskView },
  errors: [],
  async handle({ resource: { task }, principal, table, clock }) {
    const nowMs = clock()
    const links = await shownLinks(table, task, { principal, nowMs })
    return reply(200, toTask(task, links, { principalId: principal.id, nowMs }), etagOf(task))
  },
})
