import { inParallel } from '../../../shared/platform/in-parallel.ts'
import { cellsOfJob, flawsOfUnmet, isWhole, sampleOf } from './cells.ts'
import type { FirstGiving, Plans } from './emails-job.ts'
import type { Plan } from './fault-proxy.ts'
import { cellsAtOnce } from './job-cells.ts'
import type { SeededRandom } from './seeded-random.ts'
import { toldTries } from './told.ts'

/** What breaks, and the call that it meets. */
export interface BrokenCall {
  readonly plan: Plan
  readonly operation: string
}

export interface Emails<Run extends { readonly first: FirstGiving }> {
  readonly name: string
  /** Gives a message of its own for each of the plans, by which the calls of the first giving break. */
  readonly run: (plans: Plans) => Promise<Run[]>
  /** What is wrong with what came of it; null: nothing was to break. */
  readonly flawsOf: (run: Run, broken: BrokenCall | null) => Promise<string[]>
  /** So many cells at most, where others are broken more often. */
  readonly most?: number
}

/** Every call of a job that sends what cannot be taken back, with every fault: what is wrong with what came of each. */
export async function flawsOfEmails<Run extends { readonly first: FirstGiving }>(
  { name, run, flawsOf, most }: Emails<Run>,
  random: SeededRandom,
): Promise<string[]> {
  const [faultless] = await run([[]])
  if (!faultless) throw new Error('nothing was run')
  const { calls } = faultless.first
  const all = cellsOfJob(calls)
  const sample = sampleOf(all, calls, random.of(name))
  const cells = isWhole || most === undefined ? sample : random.of(name).shuffled(all).slice(0, most)
  const runs = await run(cells.map((plan) => [plan]))
  console.info(`${name}: ${calls.length} calls, ${cells.length} cells`)
  const flaws = await inParallel(runs, cellsAtOnce, async (each, index) => {
    const plan = cells[index]
    if (!plan) throw new Error('a message was given for no plan')
    // E-mails are written at once, so that another call may have come at the place of the one that was to break.
    const operation = each.first.calls[plan.at - 1]?.operation ?? 'none'
    const found = await flawsOf(each, { plan, operation })
    return found.map((flaw) => `${toldTries([[plan]], each.first.calls)}: ${flaw}`)
  })
  return [
    ...(await flawsOf(faultless, null)).map((flaw) => `when nothing breaks: ${flaw}`),
    ...flaws.flat(),
    ...flawsOfUnmet(runs.map(({ first }) => first.isBroken)),
  ]
}
