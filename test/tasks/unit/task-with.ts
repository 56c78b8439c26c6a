import { firstInstance } from '../../../functions/tasks/model/series.ts'
import type { Task } from '../../../functions/tasks/model/task.ts'
import { tableFrom } from '../../../shared/store/table.ts'

/** A table that nobody may ask. */
export const noTable = tableFrom('none')

interface Options {
  readonly startAt?: string
  readonly count?: number
  readonly rule?: string
}

const startOf2035 = '2035-01-01T08:00:00.000Z'

/** A weekly task in Paris, unless something else is said. */
export function taskWith({ startAt = startOf2035, count = 8, rule = `FREQ=WEEKLY;COUNT=${count}` }: Options): Task {
  const fields = { startAt, timezone: 'Europe/Paris', recurrence: { rule, exceptions: [] }, timeOfDayMs: null }
  return {
    id: '01980f3e-2c41-7d8a-b6f0-3a5c7e9d1b20',
    orgId: '01980f3e-2c41-7d8a-b6f0-3a5c7e9d1b21',
    entityId: '01980f3e-2c41-7d8a-b6f0-3a5c7e9d1b22',
    providerId: '01980f3e-2c41-7d8a-b6f0-3a5c7e9d1b23',
    livemode: false,
    title: 'Call',
    description: null,
    priority: 'normal',
    allDay: false,
    durationMinutes: null,
    reminders: [],
    assignee: null,
    contacts: [],
    links: [],
    isPrivate: false,
    clientReference: null,
    status: 'open',
    completedAt: null,
    completedBy: null,
    endedAt: null,
    source: 'user',
    createdBy: { type: 'api_key', id: 'key', name: 'Key' },
    createdAt: startOf2035,
    updatedAt: startOf2035,
    firstOpenAt: firstInstance(fields),
    moves: [],
    ruleSince: startOf2035,
    stateMonths: null,
    version: 1,
    ...fields,
  }
}
