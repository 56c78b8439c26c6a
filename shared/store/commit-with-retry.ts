import { isRefusal, type Refusal, refuse } from '../errors/refusal.ts'
import type { Author } from './audit.ts'
import { commit } from './commit.ts'
import { withOptimisticRetry } from './optimistic-retry.ts'
import type { Platform } from './platform.ts'
import { UnitOfWork } from './unit-of-work.ts'

interface Committing extends Platform {
  readonly author: Author
  readonly maxTries: number
  /** Aborted when nothing may be written any more. */
  readonly signal: AbortSignal | null
}

const othersWereFaster = refuse('concurrent_update', 'Others changed the same data at the same moment; try again.')

/**
 * Commits what `decide` writes and returns its answer; decides again where somebody else wrote first. A refusal, of the
 * decision or of a write, ends it with nothing written.
 */
export async function commitWithRetry<Answer>(
  { maxTries, signal, ...platform }: Committing,
  decide: (work: UnitOfWork) => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  const outcome = await withOptimisticRetry({ maxTries }, async () => {
    const work = new UnitOfWork(platform)
    const answer = await decide(work)
    if (isRefusal(answer)) return answer
    signal?.throwIfAborted()
    const committed = await commit(platform.table, work)
    return committed === 'committed' ? answer : committed
  })
  return outcome === 'stale' ? othersWereFaster : outcome
}
