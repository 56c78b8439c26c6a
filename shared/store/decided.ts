import { isRefusal, type Refusal, refuse } from '../errors/refusal.ts'
import type { Platform } from '../platform.ts'
import type { Author } from './audit.ts'
import { commit, pauseBeforeNextDecision } from './commit.ts'
import { Work } from './work.ts'

interface Deciding extends Platform {
  readonly author: Author
  /** How often it is decided, when somebody else always writes first. */
  readonly maxTries: number
  /** Aborted when nothing may be written any more. */
  readonly signal: AbortSignal | null
}

const othersWereFaster = refuse('concurrent_update', 'Others changed the same things at the same moment; try again.')

/**
 * Commits what is decided on what is there, and gives what it came to; anew where somebody else wrote first. A refusal, whether
 * of the decision or of one of its writes, ends it with nothing written.
 */
export async function decided<Answer>(
  { maxTries, signal, ...ground }: Deciding,
  decide: (work: Work) => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  for (let round = 1; round <= maxTries; round++) {
    const work = new Work(ground)
    const answer = await decide(work)
    if (isRefusal(answer)) return answer
    signal?.throwIfAborted()
    const outcome = await commit(ground.table, work)
    if (outcome === 'committed') return answer
    if (outcome !== 'stale') return outcome
    await pauseBeforeNextDecision(round)
  }
  return othersWereFaster
}
