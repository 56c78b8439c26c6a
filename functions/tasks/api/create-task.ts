import { creatorIn } from '../../../shared/auth/creator.ts'
import { readAccount } from '../../../shared/auth/principal.ts'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { addTask } from '../model/change-task.ts'
import { shownLinks } from '../model/linked-resources.ts'
import { firstInstance } from '../model/series.ts'
import type { Task } from '../model/task.ts'
import { taskInput } from '../model/task-input.ts'
import { contentCodes, judgedContent, nothingSet } from '../model/task-rules.ts'
import { taskView, toTask } from '../model/task-view.ts'
import { doerOf, keysOfSent, sizeRefusal } from './task-context.ts'

export const createTask = operation({
  id: 'createTask',
  method: 'POST',
  path: '/v1/tasks',
  tag: 'Tasks',
  summary: 'Create a task, once or repeated',
  description:
    'A recurring task repeats at the same local time of its time zone. Where clocks skip that time, it starts later by the gap; where they show it twice, at the first of the two.',
  access: { to: 'entity', named: 'body', permission: 'tasks.use', feature: 'tasks', needsSettings: true },
  body: json(taskInput),
  responses: { 201: taskView },
  errors: contentCodes,
  async preload({ table, readItems, body }) {
    const { assigneeId } = body
    const [items, account] = await Promise.all([
      readItems(keysOfSent(body)),
      assigneeId ? readAccount(table, assigneeId) : [],
    ])
    return { items, account }
  },
  async handle({ entity, settings, body, preloaded, principal, origin, table, work, clock, ids }) {
    const { entityId: _, ...sent } = body
    const nowMs = clock()
    const { orgId, providerId, livemode } = entity
    const timeZone = settings.general.timezone
    const before = { ...nothingSet, title: sent.title, startAt: sent.startAt, timezone: timeZone, timeOfDayMs: null }
    const place = { orgId, entityId: entity.id }
    const proposal = {
      table,
      before,
      sent,
      place,
      principal,
      timeZone,
      features: settings.features,
      ...preloaded,
      newId: () => ids(nowMs),
    }
    const judged = await judgedContent(proposal)
    if (isRefusal(judged)) return judged
    const { content, contacts } = judged
    const createdBy = creatorIn(principal, orgId)
    const task: Task = {
      id: ids(nowMs),
      ...place,
      providerId,
      livemode,
      ...content,
      status: 'open',
      completedAt: null,
      completedBy: null,
      endedAt: null,
      source: createdBy.type === 'user' ? 'user' : 'integration',
      createdBy,
      createdAt: timestamp(nowMs),
      updatedAt: timestamp(nowMs),
      firstOpenAt: firstInstance({ ...content, timeOfDayMs: null }),
      moves: [],
      timeOfDayMs: null,
      ruleSince: timestamp(nowMs),
      stateMonths: null,
      version: 1,
    }
    addTask(work, task, { ...doerOf({ principal, origin }, orgId), nowMs, contacts })
    const tooLarge = sizeRefusal(work)
    if (tooLarge) return tooLarge
    const links = await shownLinks(table, task, { principal, nowMs })
    const headers = { ...etagOf(task), Location: `/v1/tasks/${task.id}` }
    return reply(201, toTask(task, links, { principalId: principal.id, nowMs }), headers)
  },
})
