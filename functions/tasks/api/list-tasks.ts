import * as v from 'valibot'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { pageOf, pageRequest, untilFound } from '../../../shared/http/page.ts'
import { reply } from '../../../shared/http/reply.ts'
import { isTwinId } from '../../../shared/store/twin-ids.ts'
import { candidatesFor, foundTasks } from '../model/find-tasks.ts'
import { taskListQuery } from '../model/list-query.ts'
import { listedTaskView, toListedTask } from '../model/task-view.ts'

export const listTasks = operation({
  id: 'listTasks',
  method: 'GET',
  path: '/v1/tasks',
  tag: 'Tasks',
  summary: 'List and search tasks',
  description:
    'Lists the tasks of one entity, or of all entities where you may use tasks, by the start of their next occurrence; completed and canceled tasks come last. With `sort=updated`, the most recently changed come first. A filtered page can be short, and even empty after 1,000 entries that do not match; continue until the answer has no nextPageToken.',
  access: { to: 'entities', permission: 'tasks.use', feature: 'tasks' },
  query: taskListQuery,
  responses: { 200: v.object({ results: v.array(listedTaskView), nextPageToken: v.optional(v.string()) }) },
  errors: ['invalid_input', 'invalid_page_token'],
  async preload({ table, query, principalId, nowMs }) {
    const page = await pageRequest('listTasks', query, principalId, nowMs)
    if (isRefusal(page)) return page
    // What is overdue follows the clock of a test organization, which is not known yet.
    const isTimed = query.overdue !== undefined && isTwinId(query.entityId ?? '')
    if (query.entityId === undefined || isTimed) return { page, ofEntity: null }
    const search = { filters: query, entityIds: [query.entityId], principalId, nowMs }
    return { page, ofEntity: await candidatesFor(table, search, page) }
  },
  async handle({ accesses, query, principal, clock, table, preloaded }) {
    if (isRefusal(preloaded)) return preloaded
    const { page, ofEntity } = preloaded
    const nowMs = clock()
    const entityIds = accesses.map(({ entityId }) => entityId)
    const search = { filters: query, entityIds, principalId: principal.id, nowMs }
    const first = foundTasks(ofEntity ?? (await candidatesFor(table, search, page)), search, page)
    const found = await untilFound(first, async (after) => {
      const next = { ...page, after }
      return foundTasks(await candidatesFor(table, search, next), search, next)
    })
    return reply(
      200,
      await pageOf(found, page, nowMs, (task) => toListedTask(task, { principalId: principal.id, nowMs })),
    )
  },
})
