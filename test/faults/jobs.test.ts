import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { abandonedAfterMs } from '../../functions/contacts/model/staged-batch.ts'
import { requests } from '../../functions/signature/model/request.ts'
import { nothingPlanned, retentionLooks } from '../../functions/signature/model/retention.ts'
import { put } from '../../infra/local/tenant.ts'
import { minuteMs } from '../../shared/platform/clock.ts'
import { inParallel } from '../../shared/platform/in-parallel.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { jobCases } from '../matrices/scenarios/jobs.ts'
import { scenarioNamed } from '../matrices/scenarios/scenarios.ts'
import { leftBehind, noonDaysAgo } from '../support/audit-log.ts'
import { call, demand } from '../support/client.ts'
import { contactOf, patchContact } from '../support/contacts.ts'
import { deletedWhileUsed, makeAllDue } from '../support/deleted-entities.ts'
import { nativeDraft } from '../support/emails.ts'
import { depositedTo, progress } from '../support/registered-mails.ts'
import { alter, create, past } from '../support/signature.ts'
import { brokenImport, staged, storedContact } from '../support/staged-contacts.ts'
import { letCreateTasks, taskToRemindOf } from '../support/tasks.ts'
import { table } from '../support/tenant.ts'
import { flawsOfLedger } from './ledger.ts'
import { type BackgroundJobs, backgroundJobsOf, type JobMessage } from './support/background-jobs.ts'
import { whileBroken } from './support/cells.ts'
import { type DrivenCloud, startDrivenCloud } from './support/driven-cloud.ts'
import { asked, type Job, type JobRun, jobOf } from './support/faulted-job.ts'
import { type Cells, cellsAtOnce, type JobCells, jobCells, plainCells } from './support/job-cells.ts'
import { mailNewsJob } from './support/mail-news.ts'
import { flawsOfGuarantees, flawsOfOutcome } from './support/outcome.ts'
import { flawsOfHeads } from './support/recorded-heads.ts'
import { seededRandom } from './support/seeded-random.ts'
import { sweepCells, sweepJob, sweepName } from './support/sweep-job.ts'
import type { TenantWorld } from './support/tenant-world.ts'
import { uncommittedEvents } from './support/uncommitted-events.ts'

/** What everything else relies on: the sweep and the relay. */
const brokenMore = [
  'due-sweep, events',
  'due-sweep, audit heads',
  'event-relay, simulateSignerAction, sign, as the last',
]
const random = seededRandom()

let driven: DrivenCloud
let jobs: BackgroundJobs
let cells: JobCells

beforeAll(async () => {
  console.info(`jobs: FAULTS_SEED=${random.seed}`)
  driven = await startDrivenCloud()
  jobs = backgroundJobsOf(driven)
  cells = jobCells({ driven, jobs }, { random, brokenMore })
})
afterAll(async () => {
  await driven.close()
  console.table(cells.tally)
})

describe('every call of the sweep, whatever happens to it', whileBroken, () => {
  test('events that the stream left behind', async () => {
    const job = sweepJob(jobs, async (world) => {
      await asked(world, scenarioNamed('simulateSignerAction, decline'))
      await world.newRecords()
      driven.clock.advance(6 * minuteMs)
      return null
    })
    expect(await cells.flawsOf('due-sweep, events', job, sweepCells)).toEqual([])
  })

  test('the head of an audit chain whose day is over', async () => {
    const job = sweepJob(jobs, async (world) => {
      await leftBehind(world.tenant, noonDaysAgo(3))
      if (!(await jobs.run(sweepName))) throw new Error('the sweep failed')
      await world.settle()
      return null
    })
    const judge: Cells['judge'] = async ({ world }, faultless) => [
      ...(await flawsOfHeads(world.tenant.org.id, await world.items())),
      ...(await flawsOfOutcome(world, faultless.outcome)),
    ]
    expect(await cells.flawsOf('due-sweep, audit heads', job, { ...sweepCells, judge })).toEqual([])
  })

  test('requests that expire', async () => {
    const job = sweepJob(jobs, async (world) => {
      const request = await create(world.tenant)
      await world.settle()
      await alter(request.id, () => ({ expiresAt: past, dueAt: past }))
      return null
    })
    expect(await cells.flawsOf('due-sweep, expiry', job, sweepCells)).toEqual([])
  })

  test('signers who are to be reminded', async () => {
    const job = sweepJob(jobs, async (world) => {
      const request = await create(world.tenant, nativeDraft())
      // Their links follow from ids, and would lead nowhere in a cast.
      await world.settle(['signature-letters'])
      await alter(request.id, ({ signers }) => ({
        signers: signers.map((each) => ({ ...each, status: 'notified', notifiedAt: past })),
        reminders: { enabled: true, firstAfterDays: 1, everyDays: 1, max: 2 },
        dueAt: past,
      }))
      return null
    })
    const judge: Cells['judge'] = async ({ world }, faultless) => {
      const [request] = recordsOf(requests, await world.items())
      const counts = request?.signers.map(({ reminderCount }) => reminderCount)
      return [
        ...(counts?.every((count) => count === 1) ? [] : [`signers were reminded ${counts} times`]),
        ...(await flawsOfOutcome(world, faultless.outcome)),
      ]
    }
    expect(await cells.flawsOf('due-sweep, reminders', job, { ...sweepCells, judge })).toEqual([])
  })

  test.for([
    ['archived', { archiveAfterDays: 1, purgeAfterDays: null }],
    ['purged', { archiveAfterDays: null, purgeAfterDays: 30 }],
  ] as const)('files that are due to be %s', async ([what, signature]) => {
    const job = sweepJob(jobs, async (world) => {
      const { entity, token } = world.tenant
      demand(await call('PATCH', `/v1/nodes/${entity.id}/settings`, { token, json: { signature } }), 200)
      const { id } = await create(world.tenant)
      demand(await call('POST', `/v1/signature-requests/${id}/cancel`, { token, json: {} }), 200)
      await world.settle()
      await alter(id, () => ({
        endedAt: past,
        retention: { ...nothingPlanned, purgeAt: past, purgeWarnedAt: what === 'purged' ? past : null },
      }))
      await put(table(), retentionLooks, { requestId: id, orgId: '', dueAt: past })
      return null
    })
    expect(await cells.flawsOf(`due-sweep, files to be ${what}`, job, sweepCells)).toEqual([])
  })

  test('tasks of which somebody is to be reminded', async () => {
    const job = sweepJob(jobs, async (world) => {
      await taskToRemindOf(world.tenant, { title: 'Call' })
      await world.settle()
      return null
    })
    expect(await cells.flawsOf('due-sweep, task reminders', job, sweepCells)).toEqual([])
  })

  test('seals whose message came to nothing', async () => {
    const job = sweepJob(jobs, async (world) => {
      await asked(world, scenarioNamed('simulateSignerAction, sign, as the last'))
      await world.settle(['document-sealing'])
      const [request] = recordsOf(requests, await world.items())
      await alter(request?.id ?? '', () => ({ dueAt: past }))
      return null
    })
    expect(await cells.flawsOf('due-sweep, seal', job, sweepCells)).toEqual([])
  })

  test('what was put for contacts whose import broke down', async () => {
    const job = sweepJob(jobs, async (world) => {
      await brokenImport(world.tenant, 2, { tags: ['abandoned'] }, 2 * abandonedAfterMs)
      const { id } = await contactOf(world.tenant, { lastName: 'Zola' })
      await staged([{ ...(await storedContact(id)), tags: ['never written'] }], 2 * abandonedAfterMs)
      await world.settle()
      return null
    })
    expect(await cells.flawsOf('due-sweep, broken imports', job, sweepCells)).toEqual([])
  })

  test('what a change of very many words has left behind', async () => {
    const job = sweepJob(jobs, async (world) => {
      const tags = Array.from({ length: 50 }, (_, place) => `tag ${place}x`)
      const { id } = await contactOf(world.tenant, { lastName: 'Zola', tags })
      demand(await patchContact(world.tenant, id, { lastName: 'Verne' }), 200)
      await world.settle()
      return null
    })
    expect(await cells.flawsOf('due-sweep, former words', job, sweepCells)).toEqual([])
  })

  test('what was made in an entity at the moment at which it was deleted', async () => {
    const once = sweepJob(jobs, async (world) => {
      await deletedWhileUsed(world.tenant)
      await world.settle()
      return null
    })
    const job: Job = {
      ...once,
      async run(...given) {
        await once.run(...given)
        await makeAllDue()
        if (!(await jobs.run(sweepName))) throw new Error('the sweep failed')
      },
    }
    expect(await cells.flawsOf('due-sweep, deleted entities', job, sweepCells)).toEqual([])
  })
})

describe('every call of the relay, whatever happens to it', whileBroken, () => {
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
    expect(await cells.flawsOf(`event-relay, ${name}`, job, plainCells)).toEqual([])
  })
})

describe('every call of a job that takes messages, whatever happens to it', whileBroken, () => {
  // Those of webhooks: webhook-jobs.test.ts.
  const cases = jobCases.filter(({ type }) => !type.startsWith('webhook.'))
  const isSeal = ({ type }: (typeof cases)[number]) => type === 'signature.seal_due'
  test.for(cases.filter((each) => !isSeal(each)))('$type of $name', async ({ type, name, scenario }) => {
    const job = jobOf(type, scenario, ['document-sealing'])
    expect(await cells.flawsOf(`${type}, ${name}`, job, plainCells)).toEqual([])
  })

  test.for(cases.filter(isSeal))('$type of $name', async ({ type, name, scenario }) => {
    const worlds: TenantWorld[] = []
    const job = jobOf(type, scenario, [])
    const judge = async ({ world }: JobRun) => {
      worlds.push(world)
      return []
    }
    expect(await cells.flawsOf(`${type}, ${name}`, job, { ...plainCells, judge })).toEqual([])
    // A seal that did not come about is tried again when the sweep finds it due.
    driven.clock.advance(minuteMs)
    expect(await jobs.run(sweepName)).toBe(true)
    const flaws = await inParallel(worlds, cellsAtOnce, async (world) => {
      await world.settle()
      return await flawsOfSeal(world)
    })
    expect(flaws.flat()).toEqual([])
  })
})

describe('every call of the job that creates tasks, whatever happens to it', whileBroken, () => {
  const events: [string, (world: TenantWorld) => Promise<unknown>][] = [
    ['a signer who declined', (world) => asked(world, scenarioNamed('simulateSignerAction, decline'))],
    [
      'a recipient who claimed nothing',
      async ({ tenant }) => demand(await progress(tenant, await depositedTo(tenant), 'neglected'), 200),
    ],
  ]
  test.for(events)('after %s', async ([name, happen]) => {
    // Sealing takes long, and no task waits for it.
    const except = ['document-sealing', 'registered-mail-proofs']
    const job: Job = {
      except,
      async prepare(world) {
        let waiting: JobMessage | null = null
        await letCreateTasks(world.tenant)
        await happen(world)
        for (const message of await world.relay()) {
          const { functionName } = message.mapping
          if (functionName.endsWith('task-jobs')) waiting = message
          else if (!except.some((each) => functionName.endsWith(each))) await world.deliver(message)
        }
        if (!waiting) throw new Error('no event came of the scenario')
        return waiting
      },
      async run(world, trace, message) {
        if (message) await world.deliver(message, trace)
      },
    }
    expect(await cells.flawsOf(`task-jobs, ${name}`, job, plainCells)).toEqual([])
  })
})

describe('every call of what hears of mail, whatever happens to it', whileBroken, () => {
  test.for(['Email Sent', 'Email Delivered', 'Email Bounced', 'Email Complaint Received'] as const)(
    '%s',
    async (type) => {
      expect(await cells.flawsOf(`mail-events, ${type}`, mailNewsJob(jobs, type), plainCells)).toEqual([])
    },
  )
})

test('when nothing breaks, each commits what its line in the ledger says', () => {
  expect(flawsOfLedger('jobs', cells.committed)).toEqual([])
})

test('nothing is on the bus that no commit wrote', async () => {
  expect(await uncommittedEvents(driven, jobs)).toEqual([])
})

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
