import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { put } from '../../../infra/local/tenant.ts'
import { readTestMode, testModes } from '../../../shared/store/test-mode.ts'
import { call, demand } from '../../support/client.ts'
import { messagesTo } from '../../support/emails.ts'
import { runSweep } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import { create, signer } from '../../support/signature.ts'
import {
  feedOf,
  letCreateTasks,
  listTasks,
  moveOccurrence,
  postTask,
  taskOf,
  taskPath,
  taskToRemindOf,
  titlesFound,
} from '../../support/tasks.ts'
import { personOf, table } from '../../support/tenant.ts'
import { type LiveHome, liveWithTestMode } from '../../support/test-mode.ts'
import { until } from '../../support/until.ts'

async function titlesInFeed(url: string): Promise<string[]> {
  const { pathname } = new URL(url)
  const answer = await call('GET', pathname.slice(pathname.indexOf('/calendar/')))
  demand(answer, 200)
  const parsed = new ICAL.Component(ICAL.parse(answer.text))
  return parsed.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component).summary)
}

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

/** Moves the clock of a test organization, and sends nothing on the way. */
async function moveClock({ org }: LiveHome, days: number): Promise<void> {
  const known = await readTestMode(table(), org.id)
  if (!known) throw new Error('there is no test organization')
  // With a new version, the commit of a job that read the old clock fails.
  const version = known.testMode.version + 1
  await put(table(), testModes, { ...known.testMode, version, aheadMs: days * dayMs })
}

describe.concurrent('in the test organization of a live one, a person', () => {
  it('can be assigned tasks and single occurrences, and is among the options', async () => {
    const { live, test } = await liveWithTestMode()
    const { account } = live.owner
    const outsider = await personOf(live, 'viewer')
    const task = await taskOf(test, { assigneeId: account.id })
    expect(task.assignee).toMatchObject({ id: account.id, email: account.email })
    const moved = await moveOccurrence(test, (await taskOf(test)).id, task.startAt, { assigneeId: account.id })
    expect(moved.body).toMatchObject({ assigneeId: account.id })
    const options = await call('GET', `/v1/tasks/options?entityId=${test.entity.id}`, { token: test.token })
    expect(options.body.assignees.map(({ id }: { id: string }) => id)).toEqual([account.id])
    expectRefused(await postTask(test, { assigneeId: outsider.account.id }), 'invalid_assignee')
  })

  it('is mailed reminders', async () => {
    const { live, test } = await liveWithTestMode()
    const { account } = live.owner
    await taskToRemindOf(test, { title: 'Appeler', assigneeId: account.id })
    await runSweep()
    const [message] = await messagesTo(account.email ?? '', 1)
    expect(message?.subject).toContain('Appeler')
  })

  it('reads its tasks in a calendar feed', async () => {
    const { live, test } = await liveWithTestMode()
    const startAt = new Date(Date.now() + 86_400_000).toISOString()
    await taskOf(test, { title: 'Call the tenant', startAt })
    const { url } = await feedOf(live.owner.token)
    expect(await titlesInFeed(url)).toEqual(['[TEST] Call the tenant'])
    const { url: ofEntity } = await feedOf(live.owner.token, test.entity.id)
    expect(await titlesInFeed(ofEntity)).toEqual(['[TEST] Call the tenant'])
  })

  it('is given tasks that create themselves at the time of its clock', async () => {
    const { live, test } = await liveWithTestMode()
    await letCreateTasks(test)
    await moveClock(live, 50)
    await create(test, { signers: [signer('+decline')] })
    const [task] = await until('the task', async () => {
      const { results } = (await listTasks(test)).body
      return results.length > 0 && results
    })
    expect(task).toMatchObject({ overdue: false, startAt: expect.stringMatching(inDays(50).slice(0, 10)) })
  })

  it('has the time of its clock in lists, reminders and feeds', async () => {
    const { live, test } = await liveWithTestMode()
    await moveClock(live, 5)
    const { id } = await taskToRemindOf(test, { title: 'Remind' })
    await runSweep()
    const { at } = await until('the reminder', async () => {
      const { results } = (await call('GET', taskPath(id, '/activity'), { token: test.token })).body
      return results.find(({ type }: { type: string }) => type === 'reminded') ?? false
    })
    expect(at.slice(0, 10)).toBe(inDays(5).slice(0, 10))
    await taskOf(test, { title: 'Overdue', startAt: inDays(2) })
    await taskOf(test, { title: 'Next year', startAt: inDays(380) })
    await moveClock(live, 50)
    expect(await titlesFound(test, { overdue: 'true' })).toEqual(['Overdue', 'Remind'])
    expect(await titlesFound(test, { overdue: 'false' })).toEqual(['Next year'])
    const { url } = await feedOf(live.owner.token, test.entity.id)
    expect(await titlesInFeed(url)).toEqual(['[TEST] Next year'])
    const [feed] = (await call('GET', '/v1/me/calendar-feeds', { token: live.owner.token })).body.results
    expect(Date.parse(feed.lastUsedAt)).toBeLessThanOrEqual(Date.now())
  })
})
