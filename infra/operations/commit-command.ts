import { isRefusal } from '../../shared/errors/refusal.ts'
import { systemClock } from '../../shared/platform/clock.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import { systemAuthor } from '../../shared/store/audit.ts'
import { commitWithRetry } from '../../shared/store/commit-with-retry.ts'
import type { Table } from '../../shared/store/table.ts'
import type { UnitOfWork } from '../../shared/store/unit-of-work.ts'
import { CommandRefusal } from './refusal.ts'

const maxTries = 50

/**
 * Commits what a command decides and returns its answer; decides again where somebody else wrote first. Audit entries name
 * `command` as their author.
 */
export async function commitCommand<Result>(
  table: Table,
  command: string,
  decide: (work: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  const committing = {
    table,
    clock: systemClock,
    ids: systemIds,
    author: systemAuthor(command),
    maxTries,
    signal: null,
  }
  const result = await commitWithRetry(committing, decide)
  if (isRefusal(result)) throw new CommandRefusal(result.message)
  return result
}
