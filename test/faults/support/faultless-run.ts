import { randomUUID } from 'node:crypto'
import { newTrace } from '../../../infra/local/trace.ts'
import { takesIdempotencyKey } from '../../../shared/http/error-codes-of.ts'
import { type Reading, readingOf } from '../../costs/reading.ts'
import type { Ask } from '../../matrices/scenarios/scenario.ts'
import type { NamedScenario } from '../../matrices/scenarios/scenarios.ts'
import { type Answer, call } from '../../support/client.ts'
import { attempt, succeeded } from './attempt.ts'
import { isWhole } from './cells.ts'
import { committedLine } from './committed-line.ts'
import type { TracedCall } from './fault-proxy.ts'
import { settleAndClear } from './given-up.ts'
import { flawsOfGuarantees } from './outcome.ts'
import { prepared, preparedAnew } from './preparation.ts'
import { differenceOf, type Snapshot, snapshotOf } from './snapshot.ts'
import type { Prepared } from './tenant-template.ts'
import type { Dependencies } from './tenant-world.ts'

/** How an operation goes when nothing breaks. */
export interface FaultlessRun {
  readonly calls: readonly TracedCall[]
  readonly status: number
  /** As it was answered. */
  readonly answer: Answer
  /** What is repeated under its Idempotency-Key is answered from the record. */
  readonly isRecorded: boolean
  readonly before: Snapshot
  readonly after: Snapshot
  /** What it commits, with all that follows from it. */
  readonly committed: string
  /** Null where no metering proxy is in place. */
  readonly costs: RequestCosts | null
}

/** What the request costs, with an Idempotency-Key where it takes one, and what the same key costs again. */
export interface RequestCosts {
  readonly request: Reading
  readonly replay: Reading | null
}

/** A minute that turns meanwhile adds a call to a request, the first of a client in it: then both are run again. */
const roundsToAgree = 3

/** How long answers are held while costs are measured. On a busy machine calls made at once need more time to be seen as such. */
export const holdsMs = [25, 100, 400] as const
const [usualHoldMs] = holdsMs

/**
 * Runs a request in a clone of a tenant that was prepared through the API. A proof also runs it in a tenant of which everything was
 * prepared for it, where it has to go the same way. The calls that count are those in a clone, since clones are what is broken.
 */
export async function faultlessRun(
  dependencies: Dependencies,
  named: NamedScenario,
  holdMs: number = usualHoldMs,
): Promise<FaultlessRun> {
  for (let round = 1; ; round++) {
    const ofClone = await runFaultless(dependencies, named, await prepared(dependencies, named.scenario), holdMs)
    if (!isWhole) return ofClone
    const run = await runFaultless(dependencies, named, await preparedAnew(dependencies, named.scenario), holdMs)
    const differences = [
      differenceOf(ofClone.before, run.before),
      differenceOf(ofClone.after, run.after),
      differenceOf(writesOf(ofClone), writesOf(run)),
    ]
    if (differences.every((difference) => difference === '')) return ofClone
    if (round === roundsToAgree) throw new Error(`a clone of ${named.name} differs:\n${differences.join('\n')}`)
  }
}

/** A process that has met what a request is about may join reads that follow each other otherwise. */
const readings = ['GetItem', 'BatchGetItem']

function writesOf({ calls }: FaultlessRun): string[] {
  return calls
    .map(({ operation }) => operation)
    .filter((operation) => !readings.includes(operation))
    .sort()
}

async function runFaultless(
  dependencies: Dependencies,
  { operation }: NamedScenario,
  { world, made: ask }: Prepared<Ask>,
  holdMs: number,
): Promise<FaultlessRun> {
  const { driven, metering } = dependencies
  const isRecorded = takesIdempotencyKey(operation)
  if (metering) await startMinute(ask)
  const items = await world.items()
  const before = snapshotOf(items)
  const flaws = await flawsOfGuarantees(world, items)
  if (flaws.length > 0) throw new Error(`before ${operation.id}: ${flaws.join(', ')}`)
  const key = randomUUID()
  const send = async () => {
    const trace = newTrace()
    driven.faults.plan(trace, [])
    metering?.watch(trace, { holdMs })
    const answer = await attempt(operation.method, ask, key, trace)
    if (!succeeded(answer)) throw new Error(`${operation.id} answered ${answer.status}: ${answer.text}`)
    const calls = [...driven.faults.callsOf(trace)]
    await driven.faults.forget(trace)
    return { calls, answer, reading: metering ? readingOf(await metering.end(trace)) : null }
  }
  const { calls, answer, reading } = await send()
  const replay = reading && isRecorded ? (await send()).reading : null
  await settleAndClear(world)
  const itemsAfter = await world.items()
  return {
    calls,
    status: answer.status,
    answer,
    isRecorded,
    before,
    after: snapshotOf(itemsAfter),
    committed: committedLine(items, itemsAfter),
    costs: reading && { request: reading, replay },
  }
}

/** The first request of a client in a minute writes once more, which is no part of what an operation costs. */
async function startMinute({ options: { token } }: Ask): Promise<void> {
  if (token !== undefined) await call('GET', '/v1/me', { token })
}

/** The line of a run in the ledger: what it commits, and what it costs. */
export function lineOf({ committed, costs }: FaultlessRun): string {
  const told = costs && [toldCost('costs', costs.request), ...(costs.replay ? [toldCost('replay', costs.replay)] : [])]
  return [committed, ...(told ?? [])].join('; ')
}

const toldCost = (name: string, { depth, calls }: Reading) => `${name}: ${calls} calls, ${depth} deep`
