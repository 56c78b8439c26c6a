import { describe, expect, it } from 'vitest'
import { reminderDueKey } from '../../../functions/tasks/model/reminders.ts'
import { getItem } from '../../../shared/store/table.ts'
import { testEmailKey } from '../../../shared/store/test-emails.ts'
import { call, demand } from '../../support/client.ts'
import { messagesTo } from '../../support/emails.ts'
import { runSweep } from '../../support/inspection.ts'
import { inboxOf } from '../../support/mail.ts'
import {
  act,
  done,
  eventsOfTask,
  makeReminderDue,
  moveOccurrence,
  taskOf,
  taskPath,
  taskToRemindOf,
  taskWithReminder,
} from '../../support/tasks.ts'
import { leave, personOf, type Tenant, table, tenant } from '../../support/tenant.ts'

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

async function dueOf(taskId: string): Promise<string | null> {
  const item = await getItem(table(), reminderDueKey(taskId))
  return item ? String(item.GSI2SK) : null
}

async function remindersTold(taskId: string): Promise<number> {
  return (await eventsOfTask(taskId, 1)).filter(({ type }) => type === 'task.reminder').length
}

async function activityOf({ token }: Pick<Tenant, 'token'>, id: string): Promise<string[]> {
  const { body } = await call('GET', taskPath(id, '/activity'), { token })
  return body.results.map(({ type }: { type: string }) => type)
}

describe.concurrent('a reminder', () => {
  it('is due before the start, after moves too, and never of what is over', async () => {
    const of = await tenant()
    const startAt = inDays(10)
    const { id } = await taskOf(of, { startAt, reminders: [{ minutesBefore: 60, channel: 'in_app' }] })
    const hourBefore = (at: string) => new Date(Date.parse(at) - 3_600_000).toISOString()
    expect(await dueOf(id)).toBe(hourBefore(startAt))
    const later = inDays(12)
    await done(moveOccurrence(of, id, startAt, { startAt: later }))
    expect(await dueOf(id)).toBe(hourBefore(later))
    await done(act(of, id, 'complete'))
    expect(await dueOf(id)).toBeNull()
    await done(act(of, id, 'reopen'))
    expect(await dueOf(id)).toBe(hourBefore(later))
    await done(act(of, id, 'cancel'))
    expect(await dueOf(id)).toBeNull()
  })

  it('is sent once, as an event and as an e-mail in the language of the assignee', async () => {
    const of = await tenant()
    const { account, token } = await personOf(of, 'member')
    demand(await call('PATCH', '/v1/me', { token, json: { locale: 'fr' } }), 200)
    const { id } = await taskToRemindOf(of, { title: 'Appeler', assigneeId: account.id, timezone: 'Asia/Kolkata' })
    await runSweep()
    await makeReminderDue(id)
    await runSweep()
    const [message] = await messagesTo(account.email ?? '', 1)
    expect(message?.subject).toBe('[TEST] Rappel : Appeler')
    expect(message?.text).toContain('Asia/Kolkata')
    expect(message?.text).toContain(`/console#/o/${of.org.id}/tasks/${id}`)
    expect(await remindersTold(id)).toBe(1)
    expect(await activityOf(of, id)).toEqual(['created', 'reminded'])
    const counted = await getItem(table(), testEmailKey(of.org.id, Date.now()))
    expect(counted?.sent).toBe(1)
    expect(await inboxOf(account.email ?? '')).toHaveLength(1)
    expect(await dueOf(id)).toBeNull()
  })

  it('of a private task is mailed to its creator, and told to nobody', async () => {
    const of = await tenant()
    const { account, token } = await personOf(of, 'member')
    const { id } = await taskToRemindOf({ ...of, token }, { isPrivate: true })
    await runSweep()
    await messagesTo(account.email ?? '', 1)
    expect(await eventsOfTask(id, 0)).toEqual([])
  })

  it('goes to the creator when the assignee has left, and has the title and the assignee of the occurrence', async () => {
    const of = await tenant()
    const [creator, assignee] = [await personOf(of, 'member'), await personOf(of, 'member')]
    const asCreator = { ...of, token: creator.token }
    const startAt = inDays(10)
    const { id } = await taskWithReminder(asCreator, { startAt, recurrence: { rule: 'FREQ=WEEKLY' } })
    await done(moveOccurrence(asCreator, id, startAt, { title: 'Call Ms Doe', assigneeId: assignee.account.id }))
    await leave(assignee.account.id)
    await makeReminderDue(id)
    await runSweep()
    const [message] = await messagesTo(creator.account.email ?? '', 1)
    expect(message?.subject).toContain('Call Ms Doe')
    const [told] = (await eventsOfTask(id, 2)).filter(({ type }) => type === 'task.reminder')
    expect(told?.detail.data).toMatchObject({ title: 'Call Ms Doe', assigneeId: assignee.account.id })
  })

  it('is not sent of an occurrence that was completed, skipped or canceled', async () => {
    const of = await tenant()
    const [startAt, rule] = [inDays(10), 'FREQ=WEEKLY']
    const { id } = await taskWithReminder(of, { recurrence: { rule }, startAt })
    await done(act(of, id, 'skip', startAt))
    await makeReminderDue(id)
    const { id: canceled } = await taskWithReminder(of)
    await done(act(of, canceled, 'cancel'))
    await makeReminderDue(canceled)
    await runSweep()
    expect(await activityOf(of, id)).toEqual(['created', 'skipped'])
    expect(await activityOf(of, canceled)).toEqual(['created', 'canceled'])
    expect(await dueOf(canceled)).toBeNull()
  })

  it('that a stall made late is sent while its occurrence lies ahead, the last one of several', async () => {
    const of = await tenant()
    const reminders = [10.5, 11, 11.5].map((days) => ({ minutesBefore: days * 24 * 60, channel: 'in_app' }))
    const { id } = await taskToRemindOf(of, { reminders })
    const { id: over } = await taskOf(of, { startAt: inDays(-1), reminders: [{ minutesBefore: 0, channel: 'in_app' }] })
    await makeReminderDue(over)
    await runSweep()
    expect(await activityOf(of, id)).toEqual(['created', 'reminded'])
    expect(await activityOf(of, over)).toEqual(['created'])
  })
})
