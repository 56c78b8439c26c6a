import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failuresBeforeDisabling, failuresBeforeWarning } from '../../events/delivery-schedule.ts'
import { attemptGraceMs, type Delivery, deliveries } from '../../functions/webhooks/model/delivery.ts'
import { guard, guardOf, guards, removeGuard } from '../../functions/webhooks/model/delivery-guard.ts'
import { newDelivery } from '../../functions/webhooks/model/delivery-transitions.ts'
import { webhooks } from '../../functions/webhooks/model/webhook.ts'
import { hourMs, minuteMs, timestamp } from '../../shared/platform/clock.ts'
import { inParallel } from '../../shared/platform/in-parallel.ts'
import { fromItem, recordsOf, toItem } from '../../shared/store/collection.ts'
import { dueKeys } from '../../shared/store/due.ts'
import { getItem, putItems } from '../../shared/store/table.ts'
import { jobCases } from '../matrices/scenarios/jobs.ts'
import { managerOf } from '../support/api-keys.ts'
import { demand } from '../support/client.ts'
import { create, overdue, past, storedRequest } from '../support/signature.ts'
import { table } from '../support/tenant.ts'
import { hookFor, onHook } from '../support/webhooks.ts'
import { failedFor } from '../webhooks/scenarios/webhooks.ts'
import { sampleWebhook } from '../webhooks/unit/sample-webhook.ts'
import { type BackgroundJobs, backgroundJobsOf, type JobMessage } from './support/background-jobs.ts'
import { whileBroken } from './support/cells.ts'
import { type DrivenCloud, startDrivenCloud } from './support/driven-cloud.ts'
import { newEvents } from './support/events-on-their-way.ts'
import { failingAfter } from './support/failing-subscription.ts'
import { type Job, type JobRun, jobOf } from './support/faulted-job.ts'
import { type Cells, cellsAtOnce, type JobCells, jobCells, plainCells } from './support/job-cells.ts'
import { flawsOfOutcome } from './support/outcome.ts'
import { queued, readerOf } from './support/queued.ts'
import { seededRandom } from './support/seeded-random.ts'
import { sweepCells, sweepJob, sweepName } from './support/sweep-job.ts'
import { type TenantWorld, tenantWorld } from './support/tenant-world.ts'
import { uncommittedEvents } from './support/uncommitted-events.ts'

const random = seededRandom()
let driven: DrivenCloud
let jobs: BackgroundJobs
let cells: JobCells

beforeAll(async () => {
  console.info(`webhook-jobs: FAULTS_SEED=${random.seed}`)
  driven = await startDrivenCloud()
  jobs = backgroundJobsOf(driven)
  cells = jobCells({ driven, jobs }, { random })
})
afterAll(async () => {
  await driven.close()
  console.table(cells.tally)
})

/** What a commit leads the function to that spreads events, of those that are wanted; everything else happens before. */
function spreading(prepare: (world: TenantWorld) => Promise<void>, wanted: (message: JobMessage) => boolean): Job {
  return {
    except: ['document-sealing'],
    async prepare(world) {
      await prepare(world)
      const messages = await world.relay()
      const [message] = messages.filter(wanted)
      if (!message) throw new Error('nothing is to be spread')
      for (const other of messages) if (other !== message) await world.deliver(other)
      return message
    },
    async run(world, trace, message) {
      if (message) await world.deliver(message, trace)
    },
  }
}

/** An event that is about to be spread to so many subscriptions. */
const eventFor = (subscriptions: number): Job =>
  spreading(
    async (world) => {
      const manager = await managerOf(world.tenant)
      for (let index = 0; index < subscriptions; index++)
        await hookFor(manager, `http://127.0.0.1:9/${index}`, { events: ['signature.created'] })
      await world.settle()
      await create(world.tenant)
    },
    ({ mapping }) => mapping.functionName.endsWith('webhook-fanout'),
  )

/** Keeps all runs, which are judged once more when something else has happened. */
function collected() {
  const runs: { run: JobRun; faultless: JobRun }[] = []
  const judge: Cells['judge'] = async (run, faultless) => {
    runs.push({ run, faultless })
    return await flawsOfOutcome(run.world, faultless.outcome)
  }
  return { runs, judge }
}

/** Everything that was due by then is swept, some minutes later; one sweep does not take all of what many cells left. */
/** What was brought forward once is late after twice the time. */
async function sweepLater(): Promise<void> {
  driven.clock.advance(2 * attemptGraceMs + minuteMs)
  for (let sweep = 0; sweep < 4; sweep++) expect(await jobs.run(sweepName)).toBe(true)
}

const deliveriesIn = async (world: TenantWorld): Promise<Delivery[]> => recordsOf(deliveries, await world.items())

/** What is wrong with deliveries whose first attempts were taken up in place of lost ones. */
async function flawsOfTakenUp(world: TenantWorld, asked: readonly string[]): Promise<string[]> {
  const items = await world.items()
  const all = recordsOf(deliveries, items)
  const lost = all.filter(({ id }) => !asked.some((body) => body.includes(id)))
  const undue = items.filter(({ type, GSI2PK }) => type === deliveries.name && GSI2PK === undefined)
  const left = recordsOf(guards, items)
  return [
    ...(all.length === 3 ? [] : [`there are ${all.length} deliveries`]),
    ...lost.map(() => 'nobody asks for the attempt of a delivery'),
    ...undue.map(() => 'a second loss would not be found'),
    ...left.map(() => 'a guard is left'),
  ]
}

/** Clears away what other cells have left behind, so that a sweep finds due what is put next, and nothing else. */
async function hooked(world: TenantWorld): Promise<string> {
  await sweepLater()
  const { id } = await hookFor(await managerOf(world.tenant), 'http://127.0.0.1:9/')
  await world.settle()
  return id
}

const attemptsAsked = async () => (await queued(driven, jobs, 'webhook-delivery')).bodies

describe('guarded deliveries', whileBroken, () => {
  test('whose messages are lost are taken up by the sweep, whatever happens to it', async () => {
    const spread = eventFor(3)
    const job = sweepJob(jobs, async (world) => {
      const message = await spread.prepare(world)
      if (message) await world.deliver(message)
      await world.settle(['document-sealing'])
      expect(recordsOf(guards, await world.items())).toHaveLength(1)
      driven.clock.advance(6 * minuteMs)
      return null
    })
    const { runs, judge } = collected()
    expect(await cells.flawsOf('due-sweep, guarded deliveries', job, { ...sweepCells, judge })).toEqual([])
    // What the broken sweep could not ask for is asked for when it is found to be late itself.
    await sweepLater()
    const asked = await attemptsAsked()
    const flaws = await inParallel(runs, cellsAtOnce, ({ run: { world } }) => flawsOfTakenUp(world, asked))
    expect(flaws.flat()).toEqual([])
  })

  test('are guarded before they are kept, whatever happens when an event is spread', async () => {
    const { runs, judge } = collected()
    expect(await cells.flawsOf('webhook-fanout, three subscriptions', eventFor(3), { ...plainCells, judge })).toEqual(
      [],
    )
    for (const { run } of runs) {
      const all = await deliveriesIn(run.world)
      expect(all.map(({ isGuarded }) => isGuarded)).toEqual([true, true, true])
    }
    // Nobody reads the queue, as if it had been purged.
    await sweepLater()
    const asked = await attemptsAsked()
    const flaws = await inParallel(runs, cellsAtOnce, ({ run: { world } }) => flawsOfTakenUp(world, asked))
    expect(flaws.flat()).toEqual([])
  })

  test('keep a guard that is made due anew while somebody sees to it', async () => {
    const made = newEvents((await tenantWorld(driven, jobs)).tenant, 3).map((event) =>
      newDelivery(sampleWebhook, event, Date.now()),
    )
    const before = guardOf(made, Date.now() - minuteMs)
    expect(await guard(table(), made, Date.now())).toBe(true)
    await removeGuard(table(), before)
    const item = await getItem(table(), guards.key(before))
    if (!item) throw new Error('the guard is gone')
    await removeGuard(table(), fromItem(guards, item))
    expect(await getItem(table(), guards.key(before))).toBe(null)
  })
})

describe('deliveries whose retries are lost', whileBroken, () => {
  test('are taken up by the sweep, whatever happens to it', async () => {
    const job = sweepJob(jobs, async (world) => {
      await failedFor(world.tenant, await hooked(world), { attempts: 1, nowMs: Date.now() - hourMs })
      return null
    })
    const { runs, judge } = collected()
    expect(await cells.flawsOf('due-sweep, overdue deliveries', job, { ...sweepCells, judge })).toEqual([])
    await sweepLater()
    const asked = await attemptsAsked()
    for (const { run } of runs) {
      const [delivery] = await deliveriesIn(run.world)
      expect(delivery).toMatchObject({ attemptCount: 1, status: 'retrying' })
      expect(asked.some((body) => body.includes(delivery?.id ?? 'none'))).toBe(true)
    }
  })
})

describe('every call of a job that delivers, whatever happens to it', whileBroken, () => {
  const casesOf = (event: string) => jobCases.filter(({ type }) => type === event)

  test.for(casesOf('webhook.delivery_due'))('$type of $name', async ({ type, name, scenario }) => {
    const job = apart(jobOf(type, scenario, ['document-sealing']))
    expect(await cells.flawsOf(`${type}, ${name}`, job, plainCells)).toEqual([])
  })

  test.for([
    ['warns its administrators', failuresBeforeWarning, 'enabled'],
    ['disables it', failuresBeforeDisabling, 'disabled'],
  ] as const)('the failure of a subscription that %s', async ([name, failures, status]) => {
    const judge: Cells['judge'] = async ({ world }, faultless) => {
      const items = await world.items()
      const told = world.seenEvents().filter((event) => event['detail-type'] === 'webhook.letter_due')
      const [webhook] = recordsOf(webhooks, items)
      return [
        ...(webhook?.status === status ? [] : [`the subscription is ${webhook?.status}`]),
        ...(told.length === 1 ? [] : [`its administrators are told ${told.length} times`]),
        ...(await flawsOfOutcome(world, faultless.outcome)),
      ]
    }
    const job = failingAfter(failures - 1, jobs)
    expect(await cells.flawsOf(`a failure that ${name}`, job, { ...plainCells, judge })).toEqual([])
  })

  test.for(casesOf('webhook.resume_due'))('$type of $name', async ({ type, name, scenario }) => {
    const job = jobOf(type, scenario, ['document-sealing'])
    expect(await flawsAfterSecondPass(`${type}, ${name}`, job)).toEqual([])
  })
})

describe('every call of what spreads events to subscriptions, whatever happens to it', whileBroken, () => {
  test('an event with two subscriptions', async () => {
    expect(await cells.flawsOf('webhook-fanout, two subscriptions', eventFor(2), plainCells)).toEqual([])
  })

  const replaying = (part: string): Job =>
    spreading(
      async (world) => {
        const manager = await managerOf(world.tenant)
        const { id } = await hookFor(manager, 'http://127.0.0.1:9/', { events: ['signature.created'], enabled: false })
        await failedFor(world.tenant, id)
        await create(world.tenant)
        await world.settle()
        demand(await onHook(manager, 'POST', id, '/enable'), 200)
        await world.settle()
        const asked = await onHook(manager, 'POST', id, '/replay', {
          from: new Date(Date.now() - minuteMs).toISOString(),
        })
        expect(asked.body).toEqual({ count: 2 })
      },
      ({ event }) =>
        event['detail-type'] === 'webhook.replay_due' && JSON.stringify(event.detail).includes(`"part":"${part}"`),
    )

  test('what is asked for again: logged', async () => {
    expect(await flawsAfterSecondPass('webhook.replay_due, logged', replaying('logged'))).toEqual([])
  })
  test('what is asked for again: missed', async () => {
    expect(await cells.flawsOf('webhook.replay_due, missed', replaying('missed'), plainCells)).toEqual([])
  })
})

describe('deliveries that are overdue in numbers', () => {
  /** More than a sweep takes from a shard, all in that of an id, and overdue for longer than anything else. */
  async function overdueBeside({ tenant }: TenantWorld, id: string): Promise<string[]> {
    const isBeside = (delivery: Delivery) => dueKeys(delivery.id, past).GSI2PK === dueKeys(id, past).GSI2PK
    const made = newEvents(tenant, 2_400).map((event) => newDelivery(sampleWebhook, event, Date.now()))
    const late = made.filter(isBeside).slice(0, 150)
    const nextAttemptAt = timestamp(Date.parse(past) - hourMs)
    const items = late.map((delivery) => toItem(deliveries, { ...delivery, nextAttemptAt }))
    await putItems(table(), items)
    return late.map(({ id }) => id)
  }

  test('hold up no request that is to expire, and are asked for by one sweep after the other', async () => {
    const world = await tenantWorld(driven, jobs)
    const request = await overdue(world.tenant, {}, past)
    const late = await overdueBeside(world, request.id)
    expect(late).toHaveLength(150)
    expect(await jobs.run(sweepName)).toBe(true)
    expect(await storedRequest(request.id)).toMatchObject({ status: 'expired', dueAt: null })
    const first = await attemptsAsked()
    const isAsked = (bodies: readonly string[]) => (id: string) => bodies.some((body) => body.includes(id))
    expect(late.filter(isAsked(first))).toHaveLength(100)
    expect(await jobs.run(sweepName)).toBe(true)
    expect(late.filter(isAsked([...first, ...(await attemptsAsked())]))).toHaveLength(150)
  })
})

test('nothing is on the bus that no commit wrote', async () => {
  expect(await uncommittedEvents(driven, jobs)).toEqual([])
})

/** Attempts of a subscription that is not known yet are made apart from all others, as they come from a queue of their own. */
function apart(job: Job): Job {
  return {
    ...job,
    async prepare(world) {
      const message = await job.prepare(world)
      return message && { ...message, mapping: readerOf(jobs, 'webhook-slow-delivery') }
    },
  }
}

/** A job that goes on by itself, and looks a second time a minute later for what was not listed yet: that does nothing twice. */
async function flawsAfterSecondPass(name: string, job: Job): Promise<string[]> {
  const { runs, judge } = collected()
  const kept: Cells['judge'] = async (run, faultless) => {
    await judge(run, faultless)
    return []
  }
  const flaws = await cells.flawsOf(name, job, { ...plainCells, judge: kept })
  const passed = await goOn()
  const later = await inParallel(runs, cellsAtOnce, async ({ run: { world }, faultless }) => {
    const isLookedAgain = passed.some((body) => body.includes(world.tenant.org.id) && body.includes('"pass":2'))
    return isLookedAgain ? await flawsOfOutcome(world, faultless.outcome) : ['no second pass was asked for']
  })
  return [...flaws, ...later.flat()]
}

/** What jobs have told themselves is worked off, with all that this leads to. Gives the messages. */
async function goOn(): Promise<string[]> {
  driven.clock.advance(minuteMs)
  const { mapping, bodies } = await queued(driven, jobs, 'webhook-fanout')
  if (bodies.length === 0) return []
  await inParallel(bodies, cellsAtOnce, async (body) => expect(await jobs.giveBatch(mapping, [body])).toEqual([true]))
  return [...bodies, ...(await goOn())]
}
