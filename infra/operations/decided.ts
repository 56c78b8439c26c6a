import { systemClock } from '../../shared/clock.ts'
import { isRefusal } from '../../shared/errors/refusal.ts'
import { systemIds } from '../../shared/ids.ts'
import { systemAuthor } from '../../shared/store/audit.ts'
import { decided as decidedOn } from '../../shared/store/decided.ts'
import type { Table } from '../../shared/store/table.ts'
import type { Work } from '../../shared/store/work.ts'
import { CommandRefusal } from './refusal.ts'

const maxTries = 50

/**
 * Commits what a command decides on the table as it stands, and gives what it came to. Where somebody else wrote first, it is
 * decided anew. `command` is how audit entries name what made them.
 */
export async function decided<Result>(
  table: Table,
  command: string,
  decide: (work: Work) => Promise<Result>,
): Promise<Result> {
  const deciding = { table, clock: systemClock, ids: systemIds, author: systemAuthor(command), maxTries, signal: null }
  const result = await decidedOn(deciding, decide)
  if (isRefusal(result)) throw new CommandRefusal(result.message)
  return result
}
