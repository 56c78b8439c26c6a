import { randomUUID } from 'node:crypto'
import { newTrace, traceHeaderName, traceHeaderOf } from '../../../infra/local/trace.ts'
import { takesIdempotencyKey } from '../../../shared/http/error-codes-of.ts'
import type { Ask } from '../../matrices/scenarios/scenario.ts'
import type { NamedScenario } from '../../matrices/scenarios/scenarios.ts'
import { type Answer, call } from '../../support/client.ts'
import { committedLine } from './committed-line.ts'
import type { Fault, Plan, TracedCall } from './fault-proxy.ts'
import { settleAndClear } from './given-up.ts'
import { flawsOfGuarantees, flawsOfOutcome } from './outcome.ts'
import { prepared, preparedAnew } from './preparation.ts'
import { differenceOf, type Snapshot, snapshotOf } from './snapshot.ts'
import type { Prepared } from './tenant-template.ts'
import type { Dependencies, TenantWorld } from './tenant-world.ts'

/** How an operation goes when nothing breaks. */
export interface FaultlessRun {
  readonly calls: readonly TracedCall[]
  readonly status: number
  /** What is repeated under its Idempotency-Key is answered from the record. */
  readonly isRecorded: boolean
  readonly before: Snapshot
  readonly after: Snapshot
  /** What it commits, with all that follows from it. */
  readonly committed: string
}

/** A request that was interrupted and asked for again: what is wrong with what came of it. */
export interface FaultedRun {
  readonly flaws: readonly string[]
  /** The requests that were interrupted and still hold their key. */
  readonly held: readonly HeldRequest[]
  /** Those of the plans by which a call was broken. */
  readonly met: readonly Plan[]
}

export interface HeldRequest {
  readonly named: NamedScenario
  readonly tries: Tries
  readonly world: TenantWorld
  readonly ask: Ask
  readonly key: string
}

/** A minute that turns meanwhile adds a call to a request, the first of a client in it: then both are run again. */
const roundsToAgree = 3

/** A process that has met what a request is about may join reads that follow each other otherwise. */
const readings = ['GetItem', 'BatchGetItem']

/**
 * Runs a request in a tenant of which everything was prepared through the API, and in a cast of one, where it has to go the same
 * way. The calls that count are those in a cast, since casts are what is broken; nobody has met what is in them.
 */
export async function faultlessRun(dependencies: Dependencies, named: NamedScenario): Promise<FaultlessRun> {
  const callsOf = ({ calls }: FaultlessRun) =>
    calls
      .map(({ operation }) => operation)
      .filter(isNoReading)
      .sort()
  for (let round = 1; ; round++) {
    const run = await runFaultless(dependencies, named, await preparedAnew(dependencies, named.scenario))
    const ofClone = await faultlessRunOfCast(dependencies, named)
    const differences = [
      differenceOf(ofClone.before, run.before),
      differenceOf(ofClone.after, run.after),
      differenceOf(callsOf(ofClone), callsOf(run)),
    ]
    if (differences.every((difference) => difference === '')) return ofClone
    if (round === roundsToAgree) throw new Error(`a cast of ${named.name} differs:\n${differences.join('\n')}`)
  }
}

/** The same without a look at the tenant in which everything was prepared, where another test takes that. */
export async function faultlessRunOfCast(dependencies: Dependencies, named: NamedScenario): Promise<FaultlessRun> {
  return await runFaultless(dependencies, named, await prepared(dependencies, named.scenario))
}

const isNoReading = (operation: string) => !readings.includes(operation)

async function runFaultless(
  dependencies: Dependencies,
  { operation }: NamedScenario,
  { world, made: ask }: Prepared<Ask>,
): Promise<FaultlessRun> {
  const items = await world.items()
  const before = snapshotOf(items)
  const flaws = await flawsOfGuarantees(world, items)
  if (flaws.length > 0) throw new Error(`before ${operation.id}: ${flaws.join(', ')}`)
  const trace = newTrace()
  dependencies.driven.faults.plan(trace, [])
  const answer = await attempt(operation.method, ask, randomUUID(), trace)
  if (!succeeded(answer)) throw new Error(`${operation.id} answered ${answer.status}: ${answer.text}`)
  const calls = [...dependencies.driven.faults.callsOf(trace)]
  await dependencies.driven.faults.forget(trace)
  await settleAndClear(world)
  const itemsAfter = await world.items()
  return {
    calls,
    status: answer.status,
    isRecorded: takesIdempotencyKey(operation),
    before,
    after: snapshotOf(itemsAfter),
    committed: committedLine(items, itemsAfter),
  }
}

/** A client's tries, one after the other: what breaks in each. A try in which nothing breaks follows them. */
export type Tries = readonly (readonly Plan[])[]

/**
 * Sends a request whose calls break as planned, then again as a client does, and looks at everything that came of it. An
 * SDK client that has met outage after outage has no retries left for a while, as production asks of it; that a single
 * lost call was not overcome then says nothing, and where nothing else is wrong, it is asked again in another tenant.
 */
export async function faultedRun(
  dependencies: Dependencies,
  named: NamedScenario,
  tries: Tries,
  faultless: FaultlessRun,
): Promise<FaultedRun> {
  const held: HeldRequest[] = []
  for (let time = 1; ; time++) {
    const run = await faultedOnce(dependencies, named, tries, faultless)
    held.push(...run.held)
    const isWorthAnother = run.flaws.length > 0 && run.flaws.every((flaw) => flaw.startsWith(notOvercome))
    if (time === timesBroken || !isWorthAnother) return { ...run, held }
    console.warn(`${named.name}: ${run.flaws.join(', ')}; it is broken once more`)
  }
}

/** What succeeds meanwhile gives a client its retries back, one by one. */
const timesBroken = 5

const notOvercome = 'one lost call was not overcome'

async function faultedOnce(
  dependencies: Dependencies,
  named: NamedScenario,
  tries: Tries,
  faultless: FaultlessRun,
): Promise<FaultedRun> {
  const { method } = named.operation
  const { world, made: ask } = await prepared(dependencies, named.scenario)
  const key = randomUUID()
  const flaws: string[] = []
  const met: Plan[] = []
  let success: Answer | null = null
  for (const plans of tries) {
    // A client that heard of success repeats a POST only by mistake; then it hears the same.
    if (success && method !== 'POST') break
    const { answer, met: metNow } = await faultedAttempt(dependencies, method, ask, { key, plans })
    met.push(...metNow)
    if (succeeded(answer)) success ??= answer
    else flaws.push(...flawsOfFailure(method, answer))
    // A later try may meet the key of an earlier one.
    if (!succeeded(answer) && plans === tries[0] && isOvercome(plans)) flaws.push(`${notOvercome}: ${codeOf(answer)}`)
  }
  const last = success && method !== 'POST' ? success : await attempt(method, ask, key)
  if (codeOf(last) === 'idempotency_in_progress') return { flaws, held: [{ named, tries, world, ask, key }], met }
  flaws.push(...flawsOfLast(method, success, last, faultless))
  flaws.push(...(await flawsOfReplay(method, ask, key, { first: last, faultless })))
  await settleAndClear(world)
  flaws.push(...(await flawsOfOutcome(world, faultless.after)))
  return { flaws, held: [], met }
}

/** A single fault that the SDK's next try gets over, so that the client hears of success. */
function isOvercome(plans: readonly Plan[]): boolean {
  const [plan, ...others] = plans
  return plan !== undefined && others.length === 0 && !plan.lasting && !endingFaults.includes(plan.fault)
}

const endingFaults: readonly Fault[] = ['end before', 'end after']

async function faultedAttempt(
  { driven: { faults } }: Dependencies,
  method: string,
  ask: Ask,
  { key, plans }: { key: string; plans: readonly Plan[] },
): Promise<{ answer: Answer; met: readonly Plan[] }> {
  const trace = newTrace()
  faults.plan(trace, plans)
  const answer = await attempt(method, ask, key, trace)
  const met = faults.metOf(trace)
  await faults.forget(trace)
  return { answer, met }
}

/** A minute after its interruption a request that holds its key is answered definitely, and nothing is half done. */
export async function flawsOfHeld({ named, world, ask, key }: HeldRequest, faultless: FaultlessRun): Promise<string[]> {
  const { method, commitsInParts } = named.operation
  const outcomeOfSuccess = async (first: Answer, under: string) => {
    const flaws = await flawsOfReplay(method, ask, under, { first, faultless })
    await settleAndClear(world)
    return [...flaws, ...(await flawsOfOutcome(world, faultless.after))]
  }
  const answer = await attempt(method, ask, key)
  if (answer.status === faultless.status) return await outcomeOfSuccess(answer, key)
  await settleAndClear(world)
  if (codeOf(answer) !== 'idempotency_outcome_unknown') return [`a minute later: ${answer.status} ${codeOf(answer)}`]
  // What is committed in parts may be done in part; asked for anew, nothing of it is done twice.
  const untouched = commitsInParts ? [] : await flawsOfOutcome(world, faultless.before)
  if (untouched.length > 0) return untouched.map((flaw) => `after an unknown outcome: ${flaw}`)
  const newKey = randomUUID()
  const anew = await attempt(method, ask, newKey)
  if (anew.status !== faultless.status) return [`under a new key: ${anew.status} ${codeOf(anew)}`]
  return await outcomeOfSuccess(anew, newKey)
}

/** What is recorded is heard once more, before it is looked at what there is: that a repeat does nothing shows there. */
async function flawsOfReplay(
  method: string,
  ask: Ask,
  key: string,
  { first, faultless }: { first: Answer; faultless: FaultlessRun },
): Promise<string[]> {
  if (!faultless.isRecorded || !succeeded(first)) return []
  return flawsOfLast(method, first, await attempt(method, ask, key), faultless)
}

export async function attempt(method: string, { path, options }: Ask, key: string, trace?: string): Promise<Answer> {
  const headers: Record<string, string> = { ...options.headers, 'Idempotency-Key': key }
  if (trace !== undefined) headers[traceHeaderName] = traceHeaderOf(trace)
  return await call(method, path, { ...options, headers })
}

export const succeeded = ({ status }: Answer) => status >= 200 && status < 300
export const codeOf = ({ body, status }: Answer): string => body?.error?.code ?? String(status)

/** What a client may be told of a fault of ours: that it was one, that others were faster, or that an earlier try may go on. */
const honestCodes = [
  'internal_error',
  'timeout',
  'concurrent_update',
  'idempotency_in_progress',
  'idempotency_outcome_unknown',
]

export function flawsOfFailure(method: string, answer: Answer): string[] {
  const code = codeOf(answer)
  const isHonest = honestCodes.includes(code) || doneBefore[method]?.includes(code) === true
  const isShaped = typeof answer.body?.error?.message === 'string' && answer.headers.has('x-request-id')
  return [
    ...(isHonest ? [] : [`an answer was ${answer.status} ${code}`]),
    ...(isShaped ? [] : [`an answer has not the contract's shape: ${answer.text.slice(0, 200)}`]),
  ]
}

/** What a repeated request may answer besides success, where an earlier one was carried out though nobody heard of it. */
const doneBefore: Readonly<Record<string, readonly string[]>> = {
  PATCH: ['precondition_failed'],
  DELETE: [
    'signature_request_not_found',
    'contact_not_found',
    'node_not_found',
    'membership_not_found',
    'role_not_found',
    'not_found',
  ],
}

export function flawsOfLast(method: string, success: Answer | null, last: Answer, faultless: FaultlessRun): string[] {
  const { status, isRecorded } = faultless
  if (!succeeded(last)) {
    if (!success && doneBefore[method]?.includes(codeOf(last))) return []
    return [`the repeat was answered ${last.status} ${codeOf(last)}`]
  }
  if (last.status !== status) return [`the repeat was answered ${last.status} instead of ${status}`]
  if (!isRecorded || !success) return []
  const isReplayed = last.headers.get('idempotent-replayed') === 'true' && last.text === success.text
  return isReplayed ? [] : ['the repeat is not the recorded answer']
}
