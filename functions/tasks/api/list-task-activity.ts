import * as v from 'valibot'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { activityView, latestActivity, maxActivity } from '../model/activity.ts'
import { namedTasks } from '../model/task.ts'

export const listTaskActivity = operation({
  id: 'listTaskActivity',
  method: 'GET',
  path: '/v1/tasks/{taskId}/activity',
  tag: 'Tasks',
  summary: 'List the activity of a task',
  description: `Returns the latest ${maxActivity} entries at once, oldest first.`,
  access: { to: 'resource', resource: namedTasks, permission: 'tasks.use', feature: 'tasks' },
  responses: { 200: v.object({ results: v.array(activityView) }) },
  errors: [],
  preload: ({ table, path }) => latestActivity(table, path.taskId),
  async handle({ preloaded }) {
    return reply(200, {
      results: preloaded.map(({ id, at, type, actor, detail, ip }) => ({ id, at, type, actor, detail, ip })),
    })
  },
})
