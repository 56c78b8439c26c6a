import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { checkFiles } from '../../../infra/checks/evidence/check-files.ts'
import { holds } from '../../../infra/checks/evidence/report.ts'
import { dayMs, hourMs, timestamp } from '../../../shared/platform/clock.ts'
import { testEmailKey } from '../../../shared/store/test-emails.ts'
import { call, demand, download } from '../../support/client.ts'
import { messagesTo, nativeDraft, recipient } from '../../support/emails.ts'
import { auditLogOf } from '../../support/inspection.ts'
import { inboxOf } from '../../support/mail.ts'
import { expectRefused } from '../../support/refused.ts'
import { depositedTo, readMail } from '../../support/registered-mails.ts'
import { completed, create, pathOf, read } from '../../support/signature.ts'
import { personAt } from '../../support/structure.ts'
import { eventsOfTask, readTask, taskOf } from '../../support/tasks.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import {
  getTestMode,
  type LiveHome,
  liveWithTestMode,
  resetTestMode,
  settledMs,
  steps,
  testModePath,
  untilLookedThrough,
} from '../../support/test-mode.ts'
import { until } from '../../support/until.ts'
import { deliveriesIn, hookFor, receiver } from '../../support/webhooks.ts'

const inDays = (days: number) => timestamp(Date.now() + days * dayMs)

async function advance(live: LiveHome, advanceTo: string) {
  return await call('POST', testModePath(live, '/clock'), { token: live.owner.token, json: { advanceTo } })
}

async function clockOf({ token }: Pick<Tenant, 'token'>) {
  const answer = await call('GET', '/v1/test/clock', { token })
  demand(answer, 200)
  return answer.body
}

/** As if nearly all e-mails of the day had been sent. */
async function put99({ org }: Pick<Tenant, 'org'>): Promise<void> {
  const Item = { ...testEmailKey(org.id, Date.now()), type: 'test_emails', sent: 99 }
  await table().client.send(new PutCommand({ TableName: table().name, Item }))
}

/** The warnings of a purge in the mailbox of an owner. */
async function warningsTo({ owner }: LiveHome) {
  const messages = await inboxOf(owner.account.email ?? '')
  return messages.filter(({ subject }) => subject.includes('Files will be deleted'))
}

/** Moves the clock of a test organization, and waits until it has arrived. */
async function arrived(live: LiveHome, test: Tenant, days: number) {
  const advanceTo = inDays(days)
  const answer = await advance(live, advanceTo)
  demand(answer, 200)
  expect(answer.body.advancingTo).toBe(advanceTo)
  return await until('the clock', async () => {
    const clock = await clockOf(test)
    return clock.advancingTo === null && clock
  })
}

describe.concurrent('the clock of a test organization', () => {
  it('plays reminders and the expiry of a request in order, each at its time', async () => {
    const { live, test } = await liveWithTestMode()
    const person = recipient()
    const draft = nativeDraft({
      signers: [person],
      expiresInDays: 7,
      reminders: { enabled: true, everyDays: 3, max: 5 },
    })
    const { id, expiresAt } = await create(test, draft)
    await messagesTo(person.email, 1)

    const { now } = await arrived(live, test, 30)
    expect(Date.parse(now)).toBeGreaterThanOrEqual(Date.parse(expiresAt))

    expect((await read(test, id)).status).toBe('expired')
    // An e-mail has a moment to be written before the clock moves on. On a busy machine a reminder comes too late for that, and
    // is not sent for a request that has expired.
    const { body } = await call('GET', `/v1/signature-requests/${id}/activity`, { token: test.token })
    const daysOf = (wanted: string) =>
      body.results.flatMap(({ type, at }: { type: string; at: string }) =>
        type === wanted ? Math.round((Date.parse(at) - Date.now()) / dayMs) : [],
      )
    expect(daysOf('reminded').toSorted()).toEqual([3, 6])
    expect(daysOf('expired')).toEqual([7])
  })

  it('brings the warning of a purge 14 days before the files go', async () => {
    const { live, test } = await liveWithTestMode()
    const json = { signature: { purgeAfterDays: 30 } }
    demand(await call('PATCH', `/v1/nodes/${test.entity.id}/settings`, { token: test.token, json }), 200)
    // A machine made the request: its administrators are warned.
    const { id } = await completed(test)
    const documentOf = async () => (await read(test, id)).document
    await arrived(live, test, 15)
    expect(await documentOf()).toMatchObject({ state: 'available' })
    expect(await warningsTo(live)).toHaveLength(0)

    await arrived(live, test, 17)
    await until('the warning', async () => (await warningsTo(live)).length === 1)
    expect(await documentOf()).toMatchObject({ state: 'available', purgeAt: expect.any(String) })

    await arrived(live, test, 29)
    expect((await documentOf()).state).toBe('available')
    await arrived(live, test, 31)
    expect((await documentOf()).state).toBe('purged')
    expect(await warningsTo(live)).toHaveLength(1)
  })

  it('goes on from where it arrived, and back to the real time with a reset', async () => {
    const { live, test } = await liveWithTestMode()
    await arrived(live, test, 10)
    const { createdAt, expiresAt } = await create(test, { expiresInDays: 5 })
    expect(Math.round((Date.parse(createdAt) - Date.now()) / dayMs)).toBe(10)
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / dayMs)).toBe(15)
    // The seal has the real time, and what happened has that of the clock. Both is valid.
    const { id } = await completed(test)
    const { bytes } = await download(`${pathOf(id)}/document?variant=evidence`, test.token)
    expect(holds(await checkFiles({ name: 'evidence.pdf', bytes }))).toBe(true)
    const { body } = await getTestMode(live)
    expect(body.clock.advancingTo).toBeNull()
    expect(Math.round((Date.parse(body.clock.now) - Date.now()) / dayMs)).toBe(10)

    demand(await resetTestMode(live), 202)
    await untilLookedThrough(live)
    await steps(live, settledMs)
    expect(Math.abs(Date.parse((await clockOf(test)).now) - Date.now())).toBeLessThan(hourMs)
  })

  it('gives no quota of another month', async () => {
    const { live, test } = await liveWithTestMode()
    await create(test, {})
    const quotaOf = async () => {
      const path = `/v1/signature-requests/options?entityId=${test.entity.id}`
      const { body } = await call('GET', path, { token: test.token })
      return body.quota
    }
    const before = await quotaOf()
    expect(before).toMatchObject({ used: 1, resetsAt: expect.any(String) })

    await arrived(live, test, 40)
    expect(await quotaOf()).toEqual(before)
    await create(test, {})
    expect(await quotaOf()).toEqual({ ...before, used: 2, remaining: before.remaining - 1 })
  })

  it('ends the period of a registered mail, and makes tasks overdue and reminds of them', async () => {
    const { live, test } = await liveWithTestMode()
    const mail = await depositedTo(test)
    const reminders = [{ minutesBefore: 60, channel: 'in_app' }]
    const task = await taskOf(test, { startAt: inDays(20), reminders })

    await arrived(live, test, 25)

    const { body } = await readMail(test, mail.id)
    const [item] = body.items
    expect(item.status).toBe('neglected')
    expect(Date.parse(item.endedAt ?? item.neglectedAt ?? body.updatedAt)).toBeGreaterThan(
      Date.parse(item.acceptanceDeadline),
    )
    expect((await readTask(test, task.id)).body.overdue).toBe(true)
    const told = await eventsOfTask(task.id, 2)
    expect(told.map(({ type }) => type).toSorted()).toEqual(['task.created', 'task.reminder'])

    // A mail that is sent now is noticed now.
    const [later] = (await readMail(test, (await depositedTo(test)).id)).body.items
    expect(later).toMatchObject({ status: 'deposited', notifiedAt: expect.any(String) })
    expect(later.notifiedAt > inDays(24)).toBe(true)
    expect(later.acceptanceDeadline > inDays(25 + 14)).toBe(true)
  })

  it('has webhooks try again what they would have tried by then', async () => {
    const { live, test } = await liveWithTestMode()
    const hook = await receiver()
    hook.answer(500)
    const manager = { org: test.org, token: live.owner.token }
    const { id } = await hookFor(manager, hook.url, { events: ['signature.created'] })
    await create(test)
    await deliveriesIn(manager, id, 'retrying')
    const before = hook.received.length
    hook.answer(200)

    await arrived(live, test, 1)

    await deliveriesIn(manager, id, 'succeeded')
    expect(hook.received.length).toBeGreaterThan(before)
    hook.close()
  })

  it('moves no other clock: not the live one, and not that of another organization', async () => {
    const [{ live, test }, other] = await Promise.all([liveWithTestMode(), liveWithTestMode()])
    await arrived(live, test, 40)
    const { createdAt } = await create(other.test)
    expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(hourMs)
    const task = await taskOf(live, { startAt: inDays(20) })
    expect(task.overdue).toBe(false)
    expect(Math.abs(Date.parse((await clockOf(other.test)).now) - Date.now())).toBeLessThan(hourMs)
    expectRefused(await advance({ ...live, owner: other.live.owner }, inDays(50)), 'organization_not_found')
    const query = `/v1/test/clock?orgId=${test.org.id}`
    expectRefused(await call('GET', query, { token: other.test.token }), 'organization_not_found')
  })

  it('does not get around the cap of e-mails: it stops on its way, and cannot be moved any more', async () => {
    const { live, test } = await liveWithTestMode()
    const reminders = { enabled: true, everyDays: 1, max: 10 }
    const person = recipient()
    await create(test, nativeDraft({ signers: [person], expiresInDays: 30, reminders }))
    // Reminders follow the invitation.
    await messagesTo(person.email, 1)
    await put99(test)
    const advanceTo = inDays(20)
    demand(await advance(live, advanceTo), 200)
    const { now } = await until('the end', async () => {
      const clock = await clockOf(test)
      return clock.advancingTo === null && clock
    })
    expect(Date.parse(now)).toBeLessThan(Date.now() + 5 * dayMs)
    expectRefused(await advance(live, advanceTo), 'test_mode_daily_email_cap')
    const options = { token: test.token, json: { advanceTo } }
    expectRefused(await call('POST', '/v1/test/clock', options), 'test_mode_daily_email_cap')
    expect((await getTestMode(live)).body.emails.sentToday).toBe(100)
  })

  it('moves forward only, at most a year ahead, and only in test organizations', async () => {
    const { live, test } = await liveWithTestMode()
    const json = { advanceTo: inDays(3) }
    demand(await call('POST', '/v1/test/clock', { token: test.token, json }), 200)
    for (const days of [-1, 2, 400]) expectRefused(await advance(live, inDays(days)), 'invalid_input')
    expectRefused(await advance(live, 'tomorrow'), 'invalid_request')
    const key = await tenant({ livemode: true })
    for (const method of ['GET', 'POST'])
      expectRefused(
        await call(method, '/v1/test/clock', { token: key.token, ...(method === 'POST' && { json }) }),
        'test_mode_disabled',
      )
    expectRefused(await advance({ ...live, org: test.org }, inDays(4)), 'test_mode_not_available')
    const viewer = await personAt(live, live.org, 'viewer')
    const asked = { token: viewer.token, json }
    expectRefused(await call('POST', `/v1/test/clock?orgId=${test.org.id}`, asked), 'forbidden')
    expectRefused(await advance(live, inDays(-1)), 'invalid_input')
    const log = await auditLogOf(test.org.id)
    expect(log.filter(({ action }) => action === 'test_mode.clock_advanced')).toHaveLength(1)
  })
})
