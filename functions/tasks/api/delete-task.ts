import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { removeTask } from '../model/change-task.ts'
import { namedTasks } from '../model/task.ts'

export const deleteTask = operation({
  id: 'deleteTask',
  method: 'DELETE',
  path: '/v1/tasks/{taskId}',
  tag: 'Tasks',
  summary: 'Delete a task',
  description: 'Deletes the task for good, with everything that was done. To keep that, cancel it.',
  access: {
    to: 'resource',
    resource: namedTasks,
    permission: 'tasks.use',
    feature: 'tasks',
    onOthers: 'tasks.manage',
  },
  responses: { 204: null },
  errors: [],
  async handle({ resource: { task }, work }) {
    removeTask(work, task)
    return reply(204, null)
  },
})
