import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attemptDelaysSec, maxAttempts } from '../../events/delivery-schedule.ts'
import { busSources } from '../../events/internal.ts'
import {
  type Delivery,
  deliveries,
  deliveryIdOf,
  readDelivery,
  retryDelaysSec,
} from '../../functions/webhooks/model/delivery.ts'
import { readSubscription } from '../../functions/webhooks/model/webhook.ts'
import { newTrace } from '../../infra/local/trace.ts'
import { changeGrant } from '../../shared/auth/grants/standing-grant.ts'
import { timestamp } from '../../shared/platform/clock.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { type Manager, managerOf } from '../support/api-keys.ts'
import { installedPartner } from '../support/applications.ts'
import { demand } from '../support/client.ts'
import { partnerHook } from '../support/partner-webhooks.ts'
import { committedHere, table } from '../support/tenant.ts'
import { until } from '../support/until.ts'
import { eventIn, hookFor, onHook, type Receiver, receiver } from '../support/webhooks.ts'
import { type BackgroundJobs, backgroundJobsOf } from './support/background-jobs.ts'
import { type DrivenCloud, startDrivenCloud } from './support/driven-cloud.ts'
import { fail, makePrompt, newEvents, onBus } from './support/events-on-their-way.ts'
import { queued, readerOf } from './support/queued.ts'
import { type TenantWorld, tenantWorld } from './support/tenant-world.ts'

let driven: DrivenCloud
let jobs: BackgroundJobs
let at: Receiver

beforeAll(async () => {
  driven = await startDrivenCloud()
  jobs = backgroundJobsOf(driven)
  at = await receiver()
})
afterAll(async () => {
  at.close()
  await driven.close()
})

/** An event for a new subscription, whose first attempt is made. */
async function home(): Promise<{ world: TenantWorld; manager: Manager; hook: { id: string; secret: string } }> {
  const world = await tenantWorld(driven, jobs)
  const manager = await managerOf(world.tenant)
  const hook = await hookFor(manager, `${at.url}/${crypto.randomUUID()}`)
  const [event] = newEvents(world.tenant, 1)
  if (!event) throw new Error('there is no event')
  expect(await jobs.giveBatch(readerOf(jobs, 'webhook-fanout'), [onBus(event)])).toEqual([true])
  // A new subscription is moved to the queue of slow ones.
  await attemptQueued(await deliveryIn(world), 'webhook-delivery')
  await attemptQueued(await deliveryIn(world))
  return { world, manager, hook }
}

async function attemptQueued({ id, attemptCount }: Delivery, queue = 'webhook-slow-delivery'): Promise<void> {
  const { mapping, bodies } = await queued(driven, jobs, queue)
  const [message] = bodies.filter((body) => body.includes(id) && body.includes(`"attempt":${attemptCount + 1}`))
  if (!message) throw new Error('nobody asks for an attempt')
  expect(await jobs.giveBatch(mapping, [message])).toEqual([true])
}

const deliveryIn = async (world: TenantWorld): Promise<Delivery> => {
  const [delivery] = recordsOf(deliveries, await world.items())
  if (!delivery) throw new Error('there is no delivery')
  return delivery
}

const afterAttempts = (world: TenantWorld, count: number) =>
  until(`attempt ${count}`, async () => {
    const delivery = await deliveryIn(world)
    return delivery.attemptCount === count ? delivery : null
  })

/** The one wait that is under way, in seconds. */
const waitSec = async () =>
  await until('a wait', async () => {
    const [ms] = driven.waits.asked()
    return ms === undefined ? null : ms / 1000
  })

describe('a delivery that nobody takes', () => {
  test('is attempted nine times by the schedule, to the second, and is dead then', async () => {
    at.answer(500)
    const before = at.received.length
    const { world, hook } = await home()
    const { id, budget } = await afterAttempts(world, 1)
    const delays = retryDelaysSec({ id, budget })
    for (const [index, delaySec] of delays.entries()) {
      expect(await waitSec()).toBe(delaySec)
      const { nextAttemptAt, attempts } = await deliveryIn(world)
      const last = attempts.at(-1)
      if (!last) throw new Error('no attempt was noted')
      // An attempt is noted when it ends, some milliseconds after its start.
      const lateMs = Date.parse(nextAttemptAt ?? '') - Date.parse(last.at) - 1000 * delaySec
      expect(lateMs).toBeGreaterThanOrEqual(0)
      expect(lateMs).toBeLessThan(11_000)
      driven.clock.advance(1000 * delaySec - 30_000 * Number(delaySec > 60))
      if (delaySec > 60) {
        expect(driven.waits.end()).toBe(0)
        driven.clock.advance(30_000)
      }
      expect(driven.waits.end()).toBe(1)
      await afterAttempts(world, index + 2)
    }
    const posts = at.received.slice(before)
    expect(posts).toHaveLength(maxAttempts)
    expect(new Set(posts.map(({ body }) => body.toString())).size).toBe(1)
    for (const posted of posts) expect(eventIn(posted, hook.secret)).toMatchObject({ type: 'signature.signed' })
    expect(await deliveryIn(world)).toMatchObject({ status: 'dead', nextAttemptAt: null, attemptCount: maxAttempts })
    expect(driven.waits.asked()).toEqual([])
    for (const [index, delaySec] of delays.entries()) {
      const least = attemptDelaysSec[index + 1] ?? 0
      expect(delaySec).toBeGreaterThanOrEqual(least)
      expect(delaySec).toBeLessThanOrEqual(1.1 * least)
    }
  })

  test('is taken up by the sweep where its execution is lost, and goes on in its order', async () => {
    at.answer(500)
    const { world } = await home()
    await afterAttempts(world, 1)
    const lost = driven.waits.asked()
    // Half an hour in which no wait ends.
    driven.clock.advance(1_800_000)
    expect(await jobs.run('sealpost-due-sweep')).toBe(true)
    at.answer(200)
    const { mapping, bodies } = await queued(driven, jobs, 'webhook-delivery')
    const { id } = await deliveryIn(world)
    const [message] = bodies.filter((body) => body.includes(id) && body.includes('"attempt":2'))
    if (!message) throw new Error('the sweep asked for nothing')
    expect(await jobs.giveBatch(mapping, [message])).toEqual([true])
    await attemptQueued(await deliveryIn(world))
    expect(await deliveryIn(world)).toMatchObject({ status: 'succeeded', attemptCount: 2 })
    // The execution was not lost after all: it finds the attempt made.
    const posts = at.received.length
    expect(driven.waits.end()).toBe(lost.length)
    await until('the end of the execution', async () => driven.waits.asked().length === 0)
    expect(at.received.length).toBe(posts)
    expect(await deliveryIn(world)).toMatchObject({ status: 'succeeded', attemptCount: 2 })
  })
})

describe('a delivery that is brought forward while its execution waits', () => {
  /** Of events of a prompt subscription; a test event never waits for it to be enabled. */
  async function failedOnce() {
    at.answer(500)
    const world = await tenantWorld(driven, jobs)
    const manager = await managerOf(world.tenant)
    const hook = await hookFor(manager, `${at.url}/${crypto.randomUUID()}`)
    await makePrompt(world.tenant, hook.id)
    const [event] = newEvents(world.tenant, 1)
    if (!event) throw new Error('there is no event')
    expect(await jobs.giveBatch(readerOf(jobs, 'webhook-fanout'), [onBus(event)])).toEqual([true])
    await attemptNext(1)
    const current = async () => {
      const delivery = await readDelivery(table(), hook.id, deliveryIdOf(event.id, hook.id))
      if (!delivery) throw new Error('there is no delivery')
      return delivery
    }
    /** Makes the attempt that the queue asks for. */
    async function attemptNext(number: number) {
      const { mapping, bodies } = await queued(driven, jobs, 'webhook-delivery')
      const own = bodies.filter((body) => body.includes(hook.id) && body.includes(`"attempt":${number}`))
      expect(await jobs.giveBatch(mapping, own.slice(-1))).toEqual([true])
    }
    /** Has its next attempt succeed, so that nothing waits any more. */
    async function takeAtLast() {
      at.answer(200)
      driven.clock.advance(Math.max(...driven.waits.asked()))
      driven.waits.end()
      await until('the end of all waits', async () => {
        return (await current()).status === 'succeeded' && driven.waits.asked().length === 0
      })
    }
    return { world, manager, hook, current, attemptNext, takeAtLast }
  }

  test('is attempted at once when its subscription is enabled, and then by one execution alone, in the time of the table', async () => {
    const { world, manager, hook, current, attemptNext, takeAtLast } = await failedOnce()
    const [firstWait] = driven.waits.asked()
    for (const action of ['/disable', '/enable']) demand(await onHook(manager, 'POST', hook.id, action), 200)
    await world.settle()
    const brought = await current()
    expect(brought).toMatchObject({ status: 'retrying', attemptCount: 1, resumptions: 1 })
    await attemptNext(2)
    expect(await current()).toMatchObject({ attemptCount: 2 })
    const posts = at.received.length
    expect(driven.waits.asked()).toHaveLength(2)
    // The execution of before comes to its time, and ends without a word.
    driven.clock.advance(firstWait ?? 0)
    expect(driven.waits.end()).toBe(1)
    const delaySec = await waitSec()
    expect(delaySec).toBe(retryDelaysSec(brought)[1])
    await until('the end of the execution', async () => driven.waits.asked().length === 1)
    expect(at.received.length).toBe(posts)
    driven.clock.advance(1000 * delaySec)
    expect(driven.waits.end()).toBe(1)
    await until('attempt 3', async () => (await current()).attemptCount === 3)
    expect(at.received.length).toBe(posts + 1)
    expect(await until('one wait', async () => driven.waits.asked().length || null)).toBe(1)
    await takeAtLast()
  })

  test('keeps its time when it has failed since the enabling, however often the message comes', async () => {
    const { world, manager, hook, current, attemptNext, takeAtLast } = await failedOnce()
    for (const action of ['/disable', '/enable']) demand(await onHook(manager, 'POST', hook.id, action), 200)
    const messages = await world.relay()
    const resuming = messages.filter(({ event }) => event['detail-type'] === 'webhook.resume_due')
    expect(resuming).toHaveLength(2)
    for (const message of resuming) await world.deliver(message)
    await attemptNext(2)
    const failed = await current()
    expect(failed).toMatchObject({ attemptCount: 2, resumptions: 1 })
    for (const message of resuming) await world.deliver(message)
    expect(await current()).toEqual(failed)
    await takeAtLast()
  })
})

describe('a delivery to a partner application', () => {
  test('that failed is canceled, and not posted again, once the organization has ended the grant', async () => {
    at.answer(500)
    const world = await tenantWorld(driven, jobs)
    const { clientId, grant } = await installedPartner(world.tenant, { scopes: ['events:read'] })
    const hook = await partnerHook({ clientId }, `${at.url}/${crypto.randomUUID()}`)
    const [event] = newEvents(world.tenant, 1)
    if (!event) throw new Error('there is no event')
    expect(await jobs.giveBatch(readerOf(jobs, 'webhook-fanout'), [onBus(event)])).toEqual([true])
    for (const queue of ['webhook-delivery', 'webhook-slow-delivery']) {
      const { mapping, bodies } = await queued(driven, jobs, queue)
      const own = bodies.filter((body) => body.includes(hook.id))
      expect(await jobs.giveBatch(mapping, own)).toEqual([true])
    }
    const current = () => readDelivery(table(), hook.id, deliveryIdOf(event.id, hook.id))
    expect(await current()).toMatchObject({ status: 'retrying', attemptCount: 1 })
    const posts = at.received.length

    const ended = { status: 'revoked' as const, revokedAt: timestamp(Date.now()), version: grant.version + 1 }
    await committedHere((work) => changeGrant(work, grant, { ...grant, ...ended }))
    driven.clock.advance(1000 * (await waitSec()))
    expect(driven.waits.end()).toBe(1)
    await until('the end of the delivery', async () => (await current())?.status === 'canceled')
    expect(at.received.length).toBe(posts)
    expect(await current()).toMatchObject({ attemptCount: 1, nextAttemptAt: null })
  })
})

describe('deliveries that are taken at once', () => {
  /** A subscription that has just taken a delivery, or failed as often as said before that. */
  async function known(failures = 0) {
    const world = await tenantWorld(driven, jobs)
    const hook = await hookFor(await managerOf(world.tenant), `${at.url}/${crypto.randomUUID()}`)
    await makePrompt(world.tenant, hook.id)
    for (let failure = 0; failure < failures; failure++) await fail(world.tenant, hook.id)
    return { of: world.tenant, hook }
  }

  /** Spreads events that came together, and makes their first attempts under a trace. Gives what these called. */
  async function attemptTogether(of: TenantWorld['tenant'], count: number): Promise<string[]> {
    const events = newEvents(of, count).map(onBus)
    expect(await jobs.giveBatch(readerOf(jobs, 'webhook-fanout'), events)).toEqual(events.map(() => true))
    const { mapping, bodies } = await queued(driven, jobs, 'webhook-delivery')
    const own = bodies.filter((body) => body.includes(of.org.id))
    expect(own).toHaveLength(count)
    const trace = newTrace()
    driven.faults.plan(trace, [])
    expect(await jobs.giveBatch(mapping, own, trace)).toEqual(own.map(() => true))
    const calls = driven.faults.callsOf(trace).map(({ operation }) => operation)
    await driven.faults.forget(trace)
    return calls
  }

  const healthOf = async (of: TenantWorld['tenant'], id: string) =>
    (await readSubscription(table(), { orgId: of.org.id, applicationId: null }, id))?.health

  test('read their subscription once before and once after, write once each, and start nothing', async () => {
    at.answer(200)
    const { of } = await known()
    const calls = await attemptTogether(of, 3)
    expect(calls.toSorted()).toEqual([...Array(5).fill('GetItem'), ...Array(3).fill('PutItem')])
  })

  test('forget the failures before them, and do not wait for one another with that', async () => {
    at.answer(200)
    const { of, hook } = await known(2)
    expect(await healthOf(of, hook.id)).toMatchObject({ consecutiveFailures: 2 })
    const calls = await attemptTogether(of, 3)
    expect(calls).not.toContain('TransactWriteItems')
    expect(await healthOf(of, hook.id)).toMatchObject({ consecutiveFailures: 0 })
  })

  test('wait apart from others again, once their subscription goes to another address', async () => {
    at.answer(200)
    const { of, hook } = await known()
    const moved = `${at.url}/${crypto.randomUUID()}`
    demand(await onHook(await managerOf(of), 'PATCH', hook.id, '', { url: moved }), 200)
    const posts = at.received.length
    const calls = await attemptTogether(of, 1)
    expect(calls).toContain('SendMessageBatch')
    expect(at.received.length).toBe(posts)
    const { mapping, bodies } = await queued(driven, jobs, 'webhook-slow-delivery')
    const own = bodies.filter((body) => body.includes(of.org.id))
    expect(await jobs.giveBatch(mapping, own)).toEqual([true])
    expect(at.received.length).toBe(posts + 1)
    expect(await attemptTogether(of, 1)).not.toContain('SendMessageBatch')
  })

  test('are made though an event that came beside theirs is none', async () => {
    const { of } = await known()
    const bodies = [...newEvents(of, 1).map(onBus), JSON.stringify({ source: busSources.public, detail: {} })]
    expect(await jobs.giveBatch(readerOf(jobs, 'webhook-fanout'), bodies)).toEqual([true, false])
    const made = (await queued(driven, jobs, 'webhook-delivery')).bodies.filter((body) => body.includes(of.org.id))
    expect(made).toHaveLength(1)
  })
})
