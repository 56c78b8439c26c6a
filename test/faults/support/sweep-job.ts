import type { BackgroundJobs } from './background-jobs.ts'
import type { Job } from './faulted-job.ts'
import type { Cells } from './job-cells.ts'

/** It takes all that is due, whosever it is: one cell at a time, and before others where the clock moves far. */
export const sweepCells: Cells = { atOnce: 1, judge: null }

/** A sweep of what was prepared, and the next minute's, in which nothing breaks. */
export function sweepJob(jobs: BackgroundJobs, prepare: Job['prepare']): Job {
  return {
    except: ['document-sealing'],
    prepare,
    async run(_, trace) {
      await jobs.run(sweepName, trace)
      if (!(await jobs.run(sweepName))) throw new Error('the sweep failed')
    },
  }
}

export const sweepName = 'sealpost-due-sweep'
