import type { Principal } from '../../shared/auth/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/errors/refusal.ts'
import type { Origin } from '../../shared/http/operation.ts'
import { actorOf } from '../../shared/http/run-handler.ts'
import type { Platform } from '../../shared/platform.ts'
import { commit, pauseBeforeNextDecision } from '../../shared/store/commit.ts'
import { Work } from '../../shared/store/work.ts'

/** How often a decision is written, when somebody else always wrote first. */
const maxTries = 5

interface By {
  readonly principal: Principal
  readonly origin: Origin
}

/** Decides one of many parts and commits it by itself; anew where others wrote first. */
export async function committedAlone<Decision>(
  platform: Platform,
  { principal, origin }: By,
  decide: (work: Work) => Promise<Decision | Refusal>,
): Promise<Decision | Refusal> {
  for (let round = 1; round <= maxTries; round++) {
    const work = new Work({ ...platform, author: { actor: actorOf(principal), ...origin } })
    const decision = await decide(work)
    if (isRefusal(decision)) return decision
    const outcome = await commit(platform.table, work)
    if (outcome === 'committed') return decision
    if (outcome !== 'stale') return outcome
    await pauseBeforeNextDecision(round)
  }
  return refuse('concurrent_update', 'Others changed the same things at the same moment; try again.')
}
