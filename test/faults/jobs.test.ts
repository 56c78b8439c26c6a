import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requests } from '../../shared/signature/request.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { managerOf } from '../api/support/api-keys.ts'
import { demand } from '../api/support/client.ts'
import { alter, create, past } from '../api/support/signature.ts'
import { hookFor, onHook } from '../api/support/webhooks.ts'
import { jobScenarios } from '../scenarios/jobs.ts'
import { scenarioNamed } from '../scenarios/scenarios.ts'
import { failedFor } from '../scenarios/webhooks.ts'
import { type BackgroundJobs, backgroundJobsOf, type JobMessage } from './support/background-jobs.ts'
import { cellsOf, outages, sampleOf } from './support/cells.ts'
import { type DrivenCloud, startDrivenCloud } from './support/driven-cloud.ts'
import type { Plan } from './support/fault-proxy.ts'
import { asked, faultlessJobRun, type Job, type JobRun, jobOf, jobRun } from './support/faulted-job.ts'
import { inParallel } from './support/in-parallel.ts'
import { mailNewsJob } from './support/mail-news.ts'
import { flawsOfGuarantees, flawsOfOutcome } from './support/outcome.ts'
import { readerOf } from './support/queued.ts'
import { seededRandom } from './support/seeded-random.ts'
import type { TenantWorld } from './support/tenant-world.ts'
import { toldTries } from './support/told.ts'
import { uncommittedEvents } from './support/uncommitted-events.ts'

const cellsAtOnce = 6
/** Between them they go every way that a job goes: the sweep, the relay, what changes a request, what makes files. */
const brokenInFull = [
  'due-sweep, events',
  'event-relay, simulateSignerAction, sign, as the last',
  'signature.signers_due, a signer who declines',
  'signature.seal_due, simulateSignerAction, sign, as the last',
]
const random = seededRandom()
const minuteMs = 60_000

let driven: DrivenCloud
let jobs: BackgroundJobs
const tally: Record<string, { calls: number; cells: number }> = {}

beforeAll(async () => {
  console.info(`jobs: FAULTS_SEED=${random.seed}`)
  driven = await startDrivenCloud()
  jobs = backgroundJobsOf(driven)
})
afterAll(async () => {
  await driven.close()
  console.table(tally)
})

interface Cells {
  readonly atOnce: number
  /** What is wrong with what came of a cell; null: what a run without faults came to. */
  readonly judge: ((run: JobRun) => Promise<string[]>) | null
}

/** Every call of a job with every fault, against a run in which nothing breaks. */
async function flawsOfCells(name: string, job: Job, { atOnce, judge }: Cells): Promise<string[]> {
  const faultless = await faultlessJobRun({ driven, jobs }, job)
  // After an outage of the other kind a job does as after the end of its thread: its message comes again.
  const all = cellsOf(faultless.calls, process.env.FAULTS === 'all' ? outages : ['drop', 'throttle'])
  const cells = brokenInFull.includes(name) ? all : sampleOf(all, faultless.calls, random.of(name))
  tally[name] = { calls: faultless.calls.length, cells: cells.length }
  const outcomes = await inParallel(cells, atOnce, async (plan: Plan) => {
    const told = toldTries([[plan]], faultless.calls)
    try {
      const run = await jobRun({ driven, jobs }, job, faultless.mould, [plan])
      const flaws = judge ? await judge(run) : await flawsOfOutcome(run.world, faultless.outcome)
      return flaws.map((flaw) => `${told}: ${flaw}`)
    } catch (error) {
      return [`${told}: ${error}`]
    }
  })
  return outcomes.flat()
}

const plain: Cells = { atOnce: cellsAtOnce, judge: null }

describe('every call of the sweep, whatever happens to it', { timeout: 600_000 }, () => {
  /** It takes all that is due, whosever it is: one cell at a time, and first where the clock moves far. */
  const one: Cells = { atOnce: 1, judge: null }
  const sweeping = (prepare: Job['prepare']): Job => ({
    except: ['document-sealing'],
    prepare,
    async run(_, trace) {
      await jobs.run('sealpost-due-sweep', trace)
      // The next minute's, in which nothing breaks.
      if (!(await jobs.run('sealpost-due-sweep'))) throw new Error('the sweep failed')
    },
  })

  test('events that the stream left behind', async () => {
    const job = sweeping(async (world) => {
      await asked(world, scenarioNamed('simulateSignerAction, decline'))
      await world.newRecords()
      driven.clock.advance(6 * minuteMs)
      return null
    })
    expect(await flawsOfCells('due-sweep, events', job, one)).toEqual([])
  })

  test('requests that expire', async () => {
    const job = sweeping(async (world) => {
      const request = await create(world.tenant)
      await world.settle()
      await alter(request.id, () => ({ expiresAt: past, dueAt: past }))
      return null
    })
    expect(await flawsOfCells('due-sweep, expiry', job, one)).toEqual([])
  })

  test('seals whose message came to nothing', async () => {
    const job = sweeping(async (world) => {
      await asked(world, scenarioNamed('simulateSignerAction, sign, as the last'))
      await world.settle(['document-sealing'])
      const [request] = recordsOf(requests, await world.items())
      await alter(request?.id ?? '', () => ({ dueAt: past }))
      return null
    })
    expect(await flawsOfCells('due-sweep, seal', job, one)).toEqual([])
  })
})

describe('every call of the relay, whatever happens to it', { timeout: 600_000 }, () => {
  const committing = [
    'createSignatureRequest, sent at once to two signers with fields',
    'simulateSignerAction, sign, as the last',
    // Of which nothing is told, and only audited.
    'deleteNode, an empty group',
  ]
  test.for(committing)('after %s', async (name) => {
    const job: Job = {
      except: ['document-sealing'],
      async prepare(world) {
        await asked(world, scenarioNamed(name))
        return null
      },
      run: async (world, trace) => {
        for (const message of await world.relay(trace))
          if (!message.mapping.functionName.endsWith('document-sealing')) await world.deliver(message)
      },
    }
    expect(await flawsOfCells(`event-relay, ${name}`, job, plain)).toEqual([])
  })
})

describe('every call of a job that takes messages, whatever happens to it', { timeout: 600_000 }, () => {
  const cases = Object.entries(jobScenarios).flatMap(([type, scenarios]) =>
    scenarios.map((scenario) => ({ type, name: scenario.name, scenario })),
  )
  test.for(cases.filter(({ type }) => type !== 'signature.seal_due'))(
    '$type of $name',
    async ({ type, name, scenario }) => {
      const job = apart(jobOf(type, scenario, ['document-sealing']))
      expect(await flawsOfCells(`${type}, ${name}`, job, plain)).toEqual([])
    },
  )

  test.for(cases.filter(({ type }) => type === 'signature.seal_due'))(
    '$type of $name',
    async ({ type, name, scenario }) => {
      const worlds: TenantWorld[] = []
      const job = jobOf(type, scenario, [])
      const judge = async ({ world }: JobRun) => {
        worlds.push(world)
        return []
      }
      expect(await flawsOfCells(`${type}, ${name}`, job, { ...plain, judge })).toEqual([])
      // A seal that did not come about is tried again when the sweep finds it due.
      driven.clock.advance(minuteMs)
      expect(await jobs.run('sealpost-due-sweep')).toBe(true)
      const flaws = await inParallel(worlds, cellsAtOnce, async (world) => {
        await world.settle()
        return await flawsOfSeal(world)
      })
      expect(flaws.flat()).toEqual([])
    },
  )
})

describe('every call of what spreads events to subscriptions, whatever happens to it', { timeout: 600_000 }, () => {
  /** What a commit leads the function to that spreads events, of those that are wanted; everything else happens before. */
  const spreading = (
    prepare: (world: TenantWorld) => Promise<void>,
    wanted: (message: JobMessage) => boolean,
  ): Job => ({
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
  })

  test('an event with two subscriptions', async () => {
    const job = spreading(
      async (world) => {
        const manager = await managerOf(world.tenant)
        await hookFor(manager, 'http://127.0.0.1:9/one')
        await hookFor(manager, 'http://127.0.0.1:9/two', { events: ['signature.created'] })
        await world.settle()
        await create(world.tenant)
      },
      ({ mapping }) => mapping.functionName.endsWith('webhook-fanout'),
    )
    expect(await flawsOfCells('webhook-fanout, two subscriptions', job, plain)).toEqual([])
  })

  test.for(['logged', 'missed'])('what is asked for again: %s', async (part) => {
    const job = spreading(
      async (world) => {
        const manager = await managerOf(world.tenant)
        const { id } = await hookFor(manager, 'http://127.0.0.1:9/', { events: ['signature.created'], enabled: false })
        await failedFor(world.tenant, id)
        await create(world.tenant)
        await world.settle()
        demand(await onHook(manager, 'POST', id, '/enable'), 200)
        await world.settle()
        const asked = await onHook(manager, 'POST', id, '/replay', {
          from: new Date(Date.now() - 60_000).toISOString(),
        })
        expect(asked.body).toEqual({ count: 2 })
      },
      ({ event }) =>
        event['detail-type'] === 'webhook.replay_due' && JSON.stringify(event.detail).includes(`"part":"${part}"`),
    )
    expect(await flawsOfCells(`webhook.replay_due, ${part}`, job, plain)).toEqual([])
  })
})

describe('every call of what hears of mail, whatever happens to it', { timeout: 600_000 }, () => {
  test.for(['Email Sent', 'Email Delivered', 'Email Bounced', 'Email Complaint Received'] as const)(
    '%s',
    async (type) => {
      expect(await flawsOfCells(`mail-events, ${type}`, mailNewsJob(jobs, type), plain)).toEqual([])
    },
  )
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
      if (message?.event['detail-type'] !== 'webhook.delivery_due') return message
      return { ...message, mapping: readerOf(jobs, 'webhook-slow-delivery') }
    },
  }
}

/** Sealed once, told once, with every file of a try that came to nothing dropped or about to expire. */
async function flawsOfSeal(world: TenantWorld): Promise<string[]> {
  const items = await world.items()
  const unsealed = recordsOf(requests, items).filter(({ document }) => document.sealStatus !== 'sealed')
  const told = new Set(
    world
      .seenEvents()
      .filter((event) => event['detail-type'] === 'signature.completed')
      .map(({ detail }) => detail.id),
  )
  return [
    ...unsealed.map(({ document }) => `the seal is ${document.sealStatus}`),
    ...(told.size === 1 ? [] : [`the completion was told ${told.size} times`]),
    ...(await flawsOfGuarantees(world, items)),
  ]
}
