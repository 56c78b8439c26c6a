import { describe, expect, it } from 'vitest'
import { changeTask } from '../../../functions/tasks/model/change-task.ts'
import { reminderDueKey } from '../../../functions/tasks/model/reminders.ts'
import { minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { noTable, taskWith } from './task-with.ts'

const task = { ...taskWith({}), reminders: [{ id: systemIds(), minutesBefore: 60, channel: 'in_app' as const }] }
const dueMs = Date.parse(task.startAt) - 60 * minuteMs

/** Whether a change of the title at a moment writes when the next reminder fires. */
function writesDueAt(nowMs: number): boolean {
  const work = new UnitOfWork({ table: noTable, clock: () => nowMs, ids: systemIds, author: systemAuthor(task.id) })
  const due = { taskId: task.id, orgId: task.orgId, dueAt: timestamp(dueMs), version: 1 }
  const actor = { type: 'system' as const, id: null, name: 'Test' }
  changeTask(work, task, { ...task, title: 'New' }, { nowMs, type: 'changed', actor, ip: null, due })
  const { SK } = reminderDueKey(task.id)
  return work.writes.some(({ item }) => item.Put?.Item?.SK === SK)
}

describe('a change that leaves the next reminder of a task as it is', () => {
  it('writes it anew once a sweep may be sending it, so that the sweep looks at the changed task', () => {
    expect(writesDueAt(dueMs - 1)).toBe(false)
    expect(writesDueAt(dueMs)).toBe(true)
  })
})
