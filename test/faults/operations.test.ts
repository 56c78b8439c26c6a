import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takesIdempotencyKey } from '../../shared/http/error-codes-of.ts'
import { inParallel } from '../../shared/platform/in-parallel.ts'
import { excessesOf, goalOf } from '../costs/goals.ts'
import { type MeteringProxy, startMetering } from '../costs/metering-proxy.ts'
import { allScenarios, type NamedScenario, scenarioNamed, writingScenarios } from '../matrices/scenarios/scenarios.ts'
import { flawsOfLedger, readLedger } from './ledger.ts'
import { type BackgroundJobs, backgroundJobsOf } from './support/background-jobs.ts'
import {
  cellsOf,
  denseSampleOf,
  isQuick,
  isWhole,
  outagesBeforeEnds,
  sampleOf,
  whileBroken,
  withoutPipeline,
} from './support/cells.ts'
import { flawsOfAnswer } from './support/described-answers.ts'
import { type DrivenCloud, startDrivenCloud } from './support/driven-cloud.ts'
import type { Plan } from './support/fault-proxy.ts'
import { faultedRun, flawsOfHeld, type HeldRequest, type Tries } from './support/faulted-request.ts'
import { type FaultlessRun, faultlessRun, holdsMs, lineOf } from './support/faultless-run.ts'
import { pairOfFaults } from './support/pair-of-faults.ts'
import { seededRandom } from './support/seeded-random.ts'
import { toldTries } from './support/told.ts'
import { uncommittedEvents } from './support/uncommitted-events.ts'

/** Between them they go every way that an operation goes: a new thing with a file, a change, an end, what a job follows. */
const brokenMore = [
  'createSignatureRequest, sent at once',
  'updateSignatureRequest, of a draft',
  'deleteSignatureRequest, draft',
  'simulateSignerAction, sign, as the last',
]
/** Of each operation one scenario is broken call by call; the calls of the others are the same or few more, and pairs of faults meet them. */
const firstsOfOperation = [...Map.groupBy(writingScenarios(), ({ operation }) => operation.id).values()].flatMap(
  (alike) => alike.slice(0, 1),
)
const inFullAnyway = [...firstsOfOperation.map(({ name }) => name), ...brokenMore]
const leftToPairs = writingScenarios()
  .map(({ name }) => name)
  .filter((name) => !inFullAnyway.includes(name))
/** Readings that write: each download is noted, and each export audited. */
const noting = [
  'getSignatureDocument, shown',
  'exportContacts, of an entity',
  'readSigningDocument, the sealed one',
].map(scenarioNamed)
/** A test that hangs runs once more and is reported as a bug. One did in CI, and the cause is not known. */
const unlessItHangs = {
  timeout: isWhole ? whileBroken.timeout : 240_000,
  retry: { count: 1, condition: /timed out/ },
}
const cellsAtOnce = 4
const scenariosAtATime = 10
const pairsAtATime = 120
const pairCount = isWhole ? 400 : 80
/** How often each of what is left to pairs is broken at least. */
const pairsOfEach = isWhole ? 2 : 1
/** Calls that are made at once come in any order, and what can happen to one of them may not to another. */
const metAtLeast = 0.95
const random = seededRandom()

/**
 * The calls that the request pipeline makes are the same for all operations with the same access: one scenario of each kind breaks
 * them, with an Idempotency-Key where such an operation takes one.
 */
const firstsOfAccess = new Set(
  [...Map.groupBy(writingScenarios(), ({ operation }) => operation.access.to).values()].map((alike) => {
    const first = alike.find(({ operation }) => takesIdempotencyKey(operation)) ?? alike[0]
    return first?.name
  }),
)

const ledger = readLedger('operations')
let metering: MeteringProxy
let driven: DrivenCloud
let jobs: BackgroundJobs
const held: HeldRequest[] = []
const pairs: { name: string; tries: Tries; met: readonly Plan[] }[] = []
let answeredLater = 0
const faultless = new Map<string, Promise<FaultlessRun>>()
const tally: Record<string, { calls: number; cells: number; 'key held': number }> = {}

beforeAll(async () => {
  console.info(`operations: FAULTS_SEED=${random.seed}`)
  metering = startMetering()
  driven = await startDrivenCloud({ behind: metering.pass })
  jobs = backgroundJobsOf(driven)
})
afterAll(async () => {
  await driven.close()
  await metering.close()
  console.table(tally)
})

interface NumberedScenario {
  readonly named: NamedScenario
  readonly number: number
}

describe('every call of a writing operation, whatever happens to it', whileBroken, () => {
  const inFull = [...writingScenarios(), ...noting].filter(({ name }) => isWhole || !leftToPairs.includes(name))
  for (const [index, some] of inParts(inFull, scenariosAtATime).entries()) {
    // One after the other: another thread may know less of a caller, and calls more.
    test(`every scenario makes calls when nothing breaks (${index + 1})`, async () => {
      for (const named of some) expect((await faultlessRunOf(named)).calls).not.toEqual([])
    })
    test.concurrent.for(some)('$name', unlessItHangs, everyCell)
    test(
      `a minute later every interrupted request has a definite answer, and can be sent anew (${index + 1})`,
      definiteAnswers,
    )
  }

  test('when nothing breaks, each commits and costs what its line in the ledger says, no more than is the goal, and answers as it is described', async () => {
    const runs: { readonly named: NamedScenario; readonly run: FaultlessRun }[] = []
    for (const named of allScenarios()) runs.push({ named, run: await faultlessRunOf(named) })
    const lines = runs.map(({ named, run }) => [named.name, lineOf(run)])
    expect(flawsOfLedger('operations', Object.fromEntries(lines))).toEqual([])
    expect(runs.flatMap(({ named, run }) => flawsOfCosts(named, run))).toEqual([])
    expect(runs.flatMap(({ named, run }) => flawsOfAnswer(named.operation, run.answer))).toEqual([])
  })

  for (const [index, some] of inParts(scenariosOfPairs(), pairsAtATime).entries()) {
    test(`pairs of faults, in one try or in two (${index + 1})`, () => brokenInPairs(some))
    test(`a minute later they have a definite answer as well (${index + 1})`, definiteAnswers)
  }

  test('pairs broke nearly all that they were to break, and everything that is left to them', () => {
    const planned = pairs.flatMap(({ tries }) => tries.flat()).length
    const met = pairs.flatMap((pair) => pair.met).length
    console.info(`${pairs.length} pairs of faults, of which ${met} of ${planned} faults were met`)
    expect(met / planned).toBeGreaterThan(metAtLeast)
    const broken = pairs.filter((pair) => pair.met.length > 0).map(({ name }) => name)
    expect(leftToPairs.filter((name) => !broken.includes(name))).toEqual([])
  })

  test('some were interrupted while they held their key', () =>
    expect(answeredLater).toBeGreaterThan(inFull.length / 2))

  test('nothing is on the bus that no commit wrote', async () => {
    expect(await uncommittedEvents(driven, jobs)).toEqual([])
  })
})

/** Codes and tokens of an interrupted request do not live until hundreds of others are done. */
function inParts<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))
}

/** A scenario for each pair of faults. Which pair that is follows from its calls and its number. */
function scenariosOfPairs(): NumberedScenario[] {
  const leftHere = leftToPairs.flatMap((name) => Array.from({ length: pairsOfEach }, () => scenarioNamed(name)))
  const others = Array.from({ length: pairCount - leftHere.length }, () => random.oneOf(writingScenarios()))
  return [...leftHere, ...others].map((named, number) => ({ named, number }))
}

async function brokenInPairs(some: readonly NumberedScenario[]): Promise<void> {
  const outcomes = await inParallel(some, cellsAtOnce, async ({ named, number }) => {
    const run = await faultlessRunOf(named)
    const tries = pairOfFaults(run, random.of(`pair ${number}`))
    const { flaws, held: left, met } = await faultedRun({ driven, jobs }, named, tries, run)
    held.push(...left)
    pairs.push({ name: named.name, tries, met })
    return flaws.map((flaw) => `${named.name}, ${toldTries(tries, run.calls)}: ${flaw}`)
  })
  expect(outcomes.flat()).toEqual([])
}

async function everyCell(named: NamedScenario): Promise<void> {
  const run = await faultlessRunOf(named)
  const all = cellsOf(run.calls)
  const own = isWhole || (!isQuick && firstsOfAccess.has(named.name)) ? all : withoutPipeline(all, run.calls)
  const drawing = random.of(named.name)
  const cells = brokenMore.includes(named.name) ? denseSampleOf(own, drawing) : sampleOf(own, run.calls, drawing)
  const outcomes = await inParallel(outagesBeforeEnds(cells), cellsAtOnce, async (plan) => {
    const { flaws, held: left } = await faultedRun({ driven, jobs }, named, [[plan]], run)
    held.push(...left)
    return flaws.map((flaw) => `${toldTries([[plan]], run.calls)}: ${flaw}`)
  })
  const heldHere = held.filter((request) => request.named === named).length
  tally[named.name] = { calls: run.calls.length, cells: cells.length, 'key held': heldHere }
  expect(outcomes.flat()).toEqual([])
}

/** Of the requests that were interrupted since the last time. */
async function definiteAnswers(): Promise<void> {
  driven.clock.advance(61_000)
  const interrupted = held.splice(0)
  answeredLater += interrupted.length
  const outcomes = await inParallel(interrupted, cellsAtOnce, async (request) => {
    const { name } = request.named
    const run = await faultlessRunOf(request.named)
    const flaws = await flawsOfHeld(request, run)
    return flaws.map((flaw) => `${name}, ${toldTries(request.tries, run.calls)}: ${flaw}`)
  })
  expect(outcomes.flat()).toEqual([])
}

/** How a scenario goes when nothing breaks: found out once. */
function faultlessRunOf(named: NamedScenario): Promise<FaultlessRun> {
  const run = faultless.get(named.name) ?? steadyRun(named)
  faultless.set(named.name, run)
  return run
}

/**
 * A thread that has just started calls more, and a busy machine makes calls look as if they came one after the other, never the
 * reverse: a run that differs from its line is measured again.
 */
async function steadyRun(named: NamedScenario): Promise<FaultlessRun> {
  const [firstHold, ...longerHolds] = holdsMs
  let cheapest = await faultlessRun({ driven, jobs, metering }, named, firstHold)
  for (const holdMs of longerHolds) {
    if (lineOf(cheapest) === ledger[named.name]) break
    const run = await faultlessRun({ driven, jobs, metering }, named, holdMs)
    if (measureOf(run) <= measureOf(cheapest)) cheapest = run
  }
  return cheapest
}

function measureOf({ costs }: FaultlessRun): number {
  const readings = [costs?.request, costs?.replay]
  return readings.reduce((sum, reading) => sum + (reading ? reading.calls + reading.depth : 0), 0)
}

function flawsOfCosts(named: NamedScenario, { costs }: FaultlessRun): string[] {
  if (!costs) return [`${named.name} was not measured`]
  const { request, replay } = costs
  const excesses = [
    ...excessesOf(request, goalOf(named, replay ? 'with a key' : 'plainly')),
    ...(replay ? excessesOf(replay, goalOf(named, 'a key again')) : []),
  ]
  return excesses.map((excess) => `${named.name}: ${excess}`)
}
