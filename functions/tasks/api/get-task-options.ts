import * as v from 'valibot'
import { personSchema } from '../../../shared/auth/person.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { automaticTasksSchema } from '../../../shared/store/settings-fields.ts'
import { possibleAssignees } from '../model/possible-assignees.ts'

const optionsView = v.pipe(
  v.object({
    entityId: uuid,
    enabled: v.boolean(),
    defaultTimezone: v.string(),
    assignees: v.array(personSchema),
    automaticTasks: automaticTasksSchema,
  }),
  v.title('TaskOptions'),
)

export const getTaskOptions = operation({
  id: 'getTaskOptions',
  method: 'GET',
  path: '/v1/tasks/options',
  tag: 'Tasks',
  summary: 'Get the task options of an entity',
  description: 'If the tasks feature is off, the answer has `enabled: false`.',
  access: { to: 'entity', named: 'query', permission: 'tasks.use', feature: null, needsSettings: true },
  query: v.object({ entityId: uuid }),
  responses: { 200: optionsView },
  errors: [],
  async handle({ entity, settings, table }) {
    return reply(200, {
      entityId: entity.id,
      enabled: settings.features.tasks,
      defaultTimezone: settings.general.timezone,
      automaticTasks: settings.tasks.automaticTasks,
      assignees: await possibleAssignees(table, { orgId: entity.orgId, entityId: entity.id }),
    })
  },
})
