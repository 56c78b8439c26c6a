import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { InterceptedCall } from '../../infra/local/interception.ts'
import { hourMs } from '../../shared/platform/clock.ts'
import { inParallel } from '../../shared/platform/in-parallel.ts'
import { allScenarios, type NamedScenario } from '../matrices/scenarios/scenarios.ts'
import { call } from '../support/client.ts'
import { isProof } from '../support/proof.ts'
import { create } from '../support/signature.ts'
import { tokenFor } from '../support/tenant.ts'
import { codeOf } from './support/attempt.ts'
import { type BackgroundJobs, backgroundJobsOf, type JobMessage } from './support/background-jobs.ts'
import { type DrivenCloud, startDrivenCloud } from './support/driven-cloud.ts'
import { flawsOfFailure, flawsOfHeld } from './support/faulted-request.ts'
import { type FaultlessRun, faultlessRun } from './support/faultless-run.ts'
import { type PersistentRequest, persistentRequest } from './support/persistent-request.ts'
import { leftOut } from './support/preparation.ts'
import { seededRandom } from './support/seeded-random.ts'
import { eventIdsIn, type TenantWorld, tenantWorld } from './support/tenant-world.ts'

const random = seededRandom()
/** How many are throttled usually; in a proof all are. */
const usualCount = 18
/** A reset and a purge take a second pass after a minute, for which the clock stands still here. */
const takesMinutes = ({ operation }: NamedScenario) => ['resetTestMode', 'disableTestMode'].includes(operation.id)
/** Hundreds of records follow, more than the relay gets through in a few tries while a tenth of its calls fails for good. */
const tellsHundreds = ({ name }: NamedScenario) => name === 'sendRegisteredMail, to 50 recipients'
const throttled = allScenarios().filter((named) => !takesMinutes(named) && !tellsHundreds(named))
const some = isProof ? throttled : random.shuffled(throttled).slice(0, usualCount)
const writing = some.filter(({ operation }) => operation.method !== 'GET')
const atOnce = 4
/** What a client waits that was told so, and a third of a minute. */
const [retryAfterMs, thirdOfMinuteMs] = [5_000, 20_000]
/** A tenth of the calls fails for good, and an import in parts is some twenty: most tries of it get no further than a part. */
const mostTries = 60
let driven: DrivenCloud
let jobs: BackgroundJobs
const faultless = new Map<NamedScenario['name'], FaultlessRun>()

beforeAll(async () => {
  console.info(`throttling: FAULTS_SEED=${random.seed}`)
  driven = await startDrivenCloud({ threads: atOnce, hasRealPauses: true })
  // What is noted once an hour, such as the last use of a feed, is noted once here.
  driven.clock.advance(hourMs - (Date.now() % hourMs))
  jobs = backgroundJobsOf(driven)
  // One after the other: the first of each function waits for the issuer's keys, and for no more than that.
  for (const named of some) faultless.set(named.name, await faultlessRun({ driven, jobs }, named))
}, 600_000)
afterEach(() => driven.faults.breakWhere(null))
afterAll(() => driven.close())

function faultlessOf({ name }: NamedScenario): FaultlessRun {
  const run = faultless.get(name)
  if (!run) throw new Error(`${name} was not run`)
  return run
}

async function clientsOf(scenarios: readonly NamedScenario[]): Promise<PersistentRequest[]> {
  return await inParallel(scenarios, atOnce, (named) => persistentRequest({ driven, jobs }, named))
}

/** All that have no answer yet ask; then the clock moves on, while none of them is under way. */
async function round(clients: readonly PersistentRequest[], waitMs: number): Promise<void> {
  await inParallel(random.shuffled(clients.filter((client) => client.isOpen())), 2 * atOnce, (client) => client.ask())
  driven.clock.advance(waitMs)
}

/** Throttling comes in bursts: a tenth of the logical calls is throttled at every try, and of the others' tries so many that it is 30 % in all. */
function thirtyPercent(): (call: InterceptedCall) => boolean {
  const doomed = new Map<string, boolean>()
  return ({ headers }) => {
    const logicalCall = String(headers['amz-sdk-invocation-id'])
    const isDoomed = doomed.get(logicalCall) ?? random.next() < 0.1
    doomed.set(logicalCall, isDoomed)
    return isDoomed || random.next() < 2 / 9
  }
}

/** A try of a logical call, as the proxy saw it. */
interface Try extends Pick<InterceptedCall, 'service' | 'operation'> {
  readonly logicalCall: string
  readonly atMs: number
}

/** Throttles calls, and notes every try of them. */
function throttle(isThrottled: (call: InterceptedCall) => boolean): Try[] {
  const tries: Try[] = []
  driven.faults.breakWhere((call) => {
    if (!isThrottled(call)) return undefined
    const { service, operation, headers } = call
    tries.push({ service, operation, logicalCall: String(headers['amz-sdk-invocation-id']), atMs: Date.now() })
    return 'throttle'
  })
  return tries
}

/** When each logical call was tried. */
function timesOfCalls(tries: readonly Try[]): number[][] {
  return [...Map.groupBy(tries, ({ logicalCall }) => logicalCall).values()].map((group) =>
    group.map(({ atMs }) => atMs),
  )
}

/** How often a call that is always throttled may be tried: again, and three times in all at most. */
const triedAgain = [2, 3]
const mostOf = (tries: readonly Try[]) => Math.max(...timesOfCalls(tries).map((times) => times.length))

/** What callers wait before they try an operation for the second time, the shortest first. */
function firstWaits(tries: readonly Try[], operation: string): number[] {
  const times = timesOfCalls(tries.filter((one) => one.operation === operation))
  const waits = times.flatMap(([first, second]) => (first === undefined || second === undefined ? [] : second - first))
  return waits.toSorted((a, b) => a - b)
}

/** The gateway waits no longer; our own deadline, before it, is that of an answer in our shape. */
const longestAnswerMs = 28_000
/** Fewer waits say nothing of how they are spread. */
const fewestWaits = 20

/**
 * Lets everything happen that follows. Gives what was given up, and what is for those who write: how often a mail was claimed cannot
 * be held against another run, and e-mails.test.ts breaks them call by call.
 */
async function settledWhileThrottled({ relay, deliver }: TenantWorld): Promise<JobMessage[]> {
  const left: JobMessage[] = []
  for (let messages = await relay(); messages.length > 0; messages = await relay())
    for (const message of messages) {
      const { functionName } = message.mapping
      if (functionName.endsWith('-letters')) left.push(message)
      else if (!leftOut.some((name) => functionName.endsWith(name)))
        await deliver(message).catch(() => left.push(message))
    }
  return left
}

describe('throttling', { timeout: 600_000 }, () => {
  test('of 30 % of all calls: every request has its one effect, and is honestly answered on the way', async () => {
    const clients = await clientsOf(some)
    const isThrottled = thirtyPercent()
    driven.faults.breakWhere((call) => (isThrottled(call) ? 'throttle' : undefined))
    for (let tries = 0; tries < mostTries && clients.some((client) => client.isOpen()); tries++)
      await round(clients, retryAfterMs)
    const asked = clients.filter(({ answers }) => answers.length > 1)
    console.info(`${clients.length} requests, ${asked.length} of them asked more than once`)
    expect(asked).not.toEqual([])
    const left = await inParallel(clients, atOnce, ({ named, world }) =>
      settledWhileThrottled(world).catch((cause) => {
        throw new Error(`what follows ${named.name} never settled`, { cause })
      }),
    )
    driven.faults.breakWhere(null)
    await inParallel(clients, atOnce, async ({ world: { deliver } }, index) => {
      for (const message of left[index] ?? []) await deliver(message)
    })
    const outcomes = await inParallel(clients, atOnce, (client) => client.judged(faultlessOf(client.named)))
    expect(outcomes.flatMap(({ flaws }) => flaws)).toEqual([])
    const held = outcomes.flatMap((outcome) => outcome.held ?? [])
    const settled = await inParallel(held, atOnce, (one) => flawsOfHeld(one, faultlessOf(one.named)))
    expect(settled.flat()).toEqual([])
  })

  test('of everything for a minute: all are answered in time, and the same requests succeed once it is over', async () => {
    const clients = await clientsOf(writing)
    expect(clients.map(({ named }) => named.operation.method)).toEqual(
      expect.arrayContaining(['POST', 'PATCH', 'DELETE']),
    )
    const tries = throttle(() => true)
    for (const _ of [1, 2, 3]) await round(clients, thirdOfMinuteMs)
    const heard = clients.flatMap(({ answers }) => answers)
    expect(heard).toHaveLength(3 * clients.length)
    expect(
      clients.flatMap(({ answers, named }) =>
        answers.flatMap((answer) => flawsOfFailure(named.operation.method, answer)),
      ),
    ).toEqual([])
    expect(heard.map(codeOf).filter((code) => code !== 'internal_error' && code !== 'timeout')).toEqual([])
    expect(triedAgain).toContain(mostOf(tries))
    const tookMs = clients.flatMap((client) => client.tookMs)
    expect(Math.max(...tookMs)).toBeLessThan(longestAnswerMs)
    const waits = firstWaits(tries, 'GetItem')
    expect(waits.length).toBeGreaterThan(fewestWaits)
    // A busy machine makes waits longer and none shorter: without jitter the shortest would be as long as the pause itself.
    const [shortest = 0, middle = 0] = [waits[0], waits[Math.floor(waits.length / 2)]]
    console.info(
      `${waits.length} waits of ${shortest} ms and more, half of them of ${middle} ms; the slowest answer took ${Math.round(Math.max(...tookMs))} ms`,
    )
    expect(shortest).toBeLessThan(middle / 3)

    driven.faults.breakWhere(null)
    await round(clients, 0)
    const outcomes = await inParallel(clients, atOnce, (client) => client.judged(faultlessOf(client.named)))
    expect(outcomes.flatMap(({ flaws, held }) => [...flaws, ...(held ? ['its key is lost'] : [])])).toEqual([])
  })

  const creation = allScenarios().find(({ operation }) => operation.id === 'createSignatureRequest')

  test('of S3: no call is tried more than three times', async () => {
    if (!creation) throw new Error('nothing is created')
    const client = await persistentRequest({ driven, jobs }, creation)
    const tries = throttle(({ service }) => service === 's3')
    await client.ask()
    expect(client.answers.map(codeOf)).toEqual(['internal_error'])
    expect(triedAgain).toContain(mostOf(tries))
  })

  test('of KMS: no call is tried more than three times', async () => {
    const { tenant } = await tenantWorld(driven, jobs)
    const tries = throttle(({ service }) => service === 'kms')
    await expect(tokenFor(tenant.key)).rejects.toThrow('no token')
    expect(triedAgain).toContain(mostOf(tries))
    driven.faults.breakWhere(null)
    const token = await tokenFor(tenant.key)
    expect((await call('GET', '/v1/me', { token })).status).toBe(200)
  })

  test('of EventBridge: no call is tried more than three times, and what was not put is put later', async () => {
    const world = await tenantWorld(driven, jobs)
    await create(world.tenant)
    const records = await world.newRecords()
    const tries = throttle(({ service }) => service === 'eventBridge')
    const left = await jobs.relayed(records)
    expect(left).not.toEqual([])
    expect(await world.newEvents()).toEqual([])
    expect(triedAgain).toContain(mostOf(tries))
    driven.faults.breakWhere(null)
    expect(await jobs.relayed(left)).toEqual([])
    expect((await world.newEvents()).map(({ detail }) => detail.id).toSorted()).toEqual(
      [...eventIdsIn(await world.items())].toSorted(),
    )
  })
})
