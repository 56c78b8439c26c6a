import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { call, demand } from '../../support/client.ts'
import { messagesTo } from '../../support/emails.ts'
import { runSweep } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import { feedOf, moveOccurrence, postTask, taskOf, taskToRemindOf } from '../../support/tasks.ts'
import { personOf } from '../../support/tenant.ts'
import { liveWithTestMode } from '../../support/test-mode.ts'

async function titlesInFeed(url: string): Promise<string[]> {
  const { pathname } = new URL(url)
  const answer = await call('GET', pathname.slice(pathname.indexOf('/calendar/')))
  demand(answer, 200)
  const parsed = new ICAL.Component(ICAL.parse(answer.text))
  return parsed.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component).summary)
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
    expect(await titlesInFeed(url)).toEqual(['Call the tenant'])
    const { url: ofEntity } = await feedOf(live.owner.token, test.entity.id)
    expect(await titlesInFeed(ofEntity)).toEqual(['Call the tenant'])
  })
})
