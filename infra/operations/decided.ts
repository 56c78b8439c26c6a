import { systemClock } from '../../shared/clock.ts'
import { systemIds } from '../../shared/ids.ts'
import { systemAuthor } from '../../shared/store/audit.ts'
import { commit, pauseBeforeNextDecision } from '../../shared/store/commit.ts'
import type { Table } from '../../shared/store/table.ts'
import { Work } from '../../shared/store/work.ts'
import { CommandRefusal } from './refusal.ts'

const mostRounds = 50

/**
 * Commits what a command decides on the table as it stands, and gives what it came to. Where somebody else wrote first, it is
 * decided anew. `command` is how audit entries name what made them.
 */
export async function decided<Result>(
  table: Table,
  command: string,
  decide: (work: Work) => Promise<Result>,
): Promise<Result> {
  for (let round = 0; round < mostRounds; round++) {
    const work = new Work({ table, clock: systemClock, ids: systemIds, author: systemAuthor(command) })
    const result = await decide(work)
    const outcome = await commit(table, work)
    if (outcome === 'committed') return result
    if (outcome !== 'stale') throw new CommandRefusal(outcome.message)
    await pauseBeforeNextDecision(round)
  }
  throw new CommandRefusal('Nothing was done: others were always faster. Try again.')
}
