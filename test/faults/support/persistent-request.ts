import { randomUUID } from 'node:crypto'
import type { NamedScenario } from '../../matrices/scenarios/scenarios.ts'
import type { Answer } from '../../support/client.ts'
import { attempt, codeOf, succeeded } from './attempt.ts'
import { flawsOfFailure, flawsOfLast, type HeldRequest } from './faulted-request.ts'
import type { FaultlessRun } from './faultless-run.ts'
import { settleAndClear } from './given-up.ts'
import { flawsOfOutcome } from './outcome.ts'
import { prepared } from './preparation.ts'
import type { Dependencies, TenantWorld } from './tenant-world.ts'

/** A client that asks with one key, again and again, until it hears something definite. */
export interface PersistentRequest {
  readonly named: NamedScenario
  /** What it has heard so far. */
  readonly answers: readonly Answer[]
  /** How long each answer took to come. The clock of the cloud stands meanwhile. */
  readonly tookMs: readonly number[]
  readonly world: TenantWorld
  /** Whether it would ask again. */
  isOpen(): boolean
  ask(): Promise<void>
  /** What is wrong with what it heard, and with what came of it; where its key is lost, what is held is told instead. */
  judged(faultless: FaultlessRun): Promise<{ flaws: readonly string[]; held: HeldRequest | null }>
}

const openCodes = ['internal_error', 'timeout', 'idempotency_in_progress']

export async function persistentRequest(dependencies: Dependencies, named: NamedScenario): Promise<PersistentRequest> {
  const { method } = named.operation
  const { world, made: ask } = await prepared(dependencies, named.scenario)
  const key = randomUUID()
  const answers: Answer[] = []
  const tookMs: number[] = []
  const isOpen = () => answers.every((answer) => openCodes.includes(codeOf(answer)))

  const flawsOfAnswers = async (faultless: FaultlessRun): Promise<string[]> => {
    const last = answers.at(-1)
    if (!last || isOpen()) return [`after ${answers.length} tries there was no definite answer`]
    const failures = answers.slice(0, -1).flatMap((answer) => flawsOfFailure(method, answer))
    const flaws = [...failures, ...flawsOfLast(method, null, last, faultless)]
    if (method !== 'POST' || !succeeded(last)) return flaws
    return [...flaws, ...flawsOfLast(method, last, await attempt(method, ask, key), faultless)]
  }
  return {
    named,
    answers,
    tookMs,
    world,
    isOpen,
    async ask() {
      const startMs = performance.now()
      answers.push(await attempt(method, ask, key))
      tookMs.push(performance.now() - startMs)
    },
    async judged(faultless) {
      const last = answers.at(-1)
      if (last && codeOf(last) === 'idempotency_outcome_unknown')
        return { flaws: [], held: { named, tries: [], world, ask, key } }
      const heard = await flawsOfAnswers(faultless)
      await settleAndClear(world)
      const flaws = [...heard, ...(await flawsOfOutcome(world, faultless.after))]
      return { flaws: flaws.map((flaw) => `${named.name}: ${flaw}`), held: null }
    },
  }
}
