import * as v from 'valibot'
import { readAccount } from '../../../shared/auth/principal.ts'
import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { withContent } from '../model/change-schedule.ts'
import { changedFields, changeTask } from '../model/change-task.ts'
import { shownLinks } from '../model/linked-resources.ts'
import { isInstance, latestBefore } from '../model/series.ts'
import { isOwnTask, namedTasks, type Task } from '../model/task.ts'
import { taskPatch } from '../model/task-input.ts'
import { contentCodes, judgedContent } from '../model/task-rules.ts'
import { taskView, toTask } from '../model/task-view.ts'
import { splitTask } from './split-series.ts'
import { doerOf, dueIn, keysOfSent, readBeside, situationOf, sizeRefusal } from './task-context.ts'

const changedTaskView = v.pipe(
  v.object({
    ...taskView.pipe[0].entries,
    splitInto: v.pipe(v.nullable(v.string()), v.description('The id of the task as which the series goes on.')),
  }),
  v.title('ChangedTask'),
)

export const updateTask = operation({
  id: 'updateTask',
  method: 'PATCH',
  path: '/v1/tasks/{taskId}',
  tag: 'Tasks',
  summary: 'Change a task, or its occurrences from one on',
  description:
    'Fields that you leave out keep their value; null clears them. After a change of the recurrence, the time zone or the start, completed occurrences stay, by their original start, and other changes of future occurrences that the series does not have any more are dropped. With `applyFrom`, the change holds from that occurrence on: the series ends before it and goes on as another task, `splitInto`. A start and a rule that you send as they are do not change then: the new task has the occurrences that are left. Another start must lie after the occurrence before `applyFrom`.',
  access: {
    to: 'resource',
    resource: namedTasks,
    permission: 'tasks.use',
    feature: 'tasks',
    needsSettings: true,
    onOthers: 'tasks.manage',
  },
  body: json(taskPatch),
  responses: { 200: changedTaskView },
  errors: [...contentCodes, 'invalid_occurrence', 'forbidden'],
  async preload({ table, readItems, path, body }) {
    const { assigneeId } = body
    const [beside, items, account] = await Promise.all([
      readBeside(readItems, path.taskId, body.applyFrom),
      readItems(keysOfSent(body)),
      assigneeId ? readAccount(table, assigneeId) : [],
    ])
    return { beside, items, account }
  },
  async handle({ resource, settings, body, preloaded, principal, origin, table, work, clock, ids }) {
    const { task } = resource
    const { entityId, applyFrom, version: _, ...sent } = body
    const nowMs = clock()
    if ((entityId?.toLowerCase() ?? task.entityId) !== task.entityId)
      return refuse('invalid_input', 'entityId of a task cannot change. Create another task instead.')
    if (sent.isPrivate !== undefined && sent.isPrivate !== task.isPrivate && !isOwnTask(task, principal.id))
      return refuse('forbidden', 'Only the creator and the assignee of a task can make it private or shared.')
    const { beside, items, account } = preloaded
    const situation = situationOf(resource, { principal, origin, table, nowMs }, beside)
    const doer = doerOf({ principal, origin }, task.orgId)
    const { features, general } = settings
    const proposal = {
      table,
      sent,
      place: resource,
      principal,
      timeZone: general.timezone,
      features,
      items,
      account,
      newId: () => ids(nowMs),
    }
    const answer = async (current: Task, splitInto: string | null) => {
      const links = await shownLinks(table, current, { principal, nowMs })
      return reply(200, { ...toTask(current, links, { principalId: principal.id, nowMs }), splitInto }, etagOf(current))
    }
    if (applyFrom !== undefined) {
      if (task.status === 'canceled' || !task.recurrence || !isInstance(task, applyFrom, nowMs))
        return refuse('invalid_occurrence', 'applyFrom is not the original start of an occurrence of this task.')
      if (latestBefore(task, applyFrom) !== null) {
        const written = { ...doer, nowMs, due: dueIn(beside) }
        const result = await splitTask({ work, situation, proposal, written, from: applyFrom, id: ids(nowMs) })
        return isRefusal(result) ? result : (sizeRefusal(work) ?? (await answer(result.ended, result.continued.id)))
      }
    }
    const judged = await judgedContent({ ...proposal, before: task })
    if (isRefusal(judged)) return judged
    const { after, changed } = await withContent(situation, judged.content)
    const fields = changedFields(task, after)
    // A repeated PATCH finds everything as it asks for: nothing happens twice.
    if (fields.length === 0) return await answer(task, null)
    const written = { ...doer, nowMs, type: 'changed' as const, due: dueIn(beside), contacts: judged.contacts }
    const current = changeTask(work, task, after, { ...written, detail: { fields } })
    await situation.states.write(work, changed)
    return sizeRefusal(work) ?? (await answer(current, null))
  },
})
