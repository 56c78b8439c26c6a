import { inParallel } from '../../../shared/platform/in-parallel.ts'
import { cellsOfJob, denseSampleOf, flawsOfUnmet, sampleOf } from './cells.ts'
import type { Plan } from './fault-proxy.ts'
import { faultlessJobRun, type Job, type JobRun, jobRun } from './faulted-job.ts'
import { flawsOfOutcome } from './outcome.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Dependencies } from './tenant-world.ts'
import { toldTries } from './told.ts'

export const cellsAtOnce = 6

export interface Cells {
  readonly atOnce: number
  /** What is wrong with what came of a cell; null: what a run without faults came to. */
  readonly judge: ((run: JobRun, faultless: JobRun) => Promise<string[]>) | null
}

export const plainCells: Cells = { atOnce: cellsAtOnce, judge: null }

export interface JobCells {
  /** Every call of a job with every fault, against a run in which nothing breaks. */
  flawsOf(name: string, job: Job, cells: Cells): Promise<string[]>
  /** How many calls the jobs made so far, in how many ways they were to be broken, and in how many they were. */
  readonly tally: Readonly<Record<string, Tally>>
  /** What each commits when nothing breaks. */
  readonly committed: Readonly<Record<string, string>>
}

interface Tally {
  readonly calls: number
  readonly cells: number
  readonly met: number
}

/** `brokenMore`: the names of jobs that go ways which others follow. */
export function jobCells(
  dependencies: Dependencies,
  { random, brokenMore = [] }: { readonly random: SeededRandom; readonly brokenMore?: readonly string[] },
): JobCells {
  const tally: Record<string, Tally> = {}
  const committed: Record<string, string> = {}
  return {
    tally,
    committed,
    async flawsOf(name, job, { atOnce, judge }) {
      const faultless = await faultlessJobRun(dependencies, job)
      committed[name] = faultless.committed
      const all = cellsOfJob(faultless.calls)
      const drawing = random.of(name)
      const cells = brokenMore.includes(name) ? denseSampleOf(all, drawing) : sampleOf(all, faultless.calls, drawing)
      const isBroken: boolean[] = []
      const outcomes = await inParallel(cells, atOnce, async (plan: Plan) => {
        const told = toldTries([[plan]], faultless.calls)
        try {
          const run = await jobRun(dependencies, job, faultless.template, [plan])
          isBroken.push(run.isBroken)
          const flaws = judge ? await judge(run, faultless) : await flawsOfOutcome(run.world, faultless.outcome)
          return flaws.map((flaw) => `${told}: ${flaw}`)
        } catch (error) {
          return [`${told}: ${error}`]
        }
      })
      const met = isBroken.filter(Boolean).length
      tally[name] = { calls: faultless.calls.length, cells: cells.length, met }
      return [...outcomes.flat(), ...flawsOfUnmet(isBroken)]
    },
  }
}
