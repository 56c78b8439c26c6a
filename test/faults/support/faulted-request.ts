import { randomUUID } from 'node:crypto'
import { newTrace } from '../../../infra/local/trace.ts'
import type { Ask } from '../../matrices/scenarios/scenario.ts'
import type { NamedScenario } from '../../matrices/scenarios/scenarios.ts'
import type { Answer } from '../../support/client.ts'
import { attempt, codeOf, succeeded } from './attempt.ts'
import type { Fault, Plan } from './fault-proxy.ts'
import type { FaultlessRun } from './faultless-run.ts'
import { settleAndClear } from './given-up.ts'
import { flawsOfOutcome } from './outcome.ts'
import { prepared } from './preparation.ts'
import type { Dependencies, TenantWorld } from './tenant-world.ts'

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
  // The upload of a logo is used by the first, and a series is split by it.
  PATCH: ['precondition_failed', 'file_required', 'invalid_occurrence'],
  DELETE: [
    'signature_request_not_found',
    'contact_not_found',
    'task_not_found',
    'registered_mail_not_found',
    'registered_mail_attachment_not_found',
    'sender_account_not_found',
    'node_not_found',
    'membership_not_found',
    'role_not_found',
    'not_found',
    'test_mode_disabled',
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
