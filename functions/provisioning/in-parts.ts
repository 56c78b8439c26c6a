import type { Principal } from '../../shared/auth/principal.ts'
import type { Refusal } from '../../shared/errors/refusal.ts'
import type { Origin } from '../../shared/http/operation.ts'
import { actorOf } from '../../shared/http/run-handler.ts'
import type { Platform } from '../../shared/platform.ts'
import { decided } from '../../shared/store/decided.ts'
import type { Work } from '../../shared/store/work.ts'

/** How often a decision is written, when somebody else always wrote first. */
const maxTries = 5

interface By {
  readonly principal: Principal
  readonly origin: Origin
  /** Aborted when the time for an answer is over: what was not committed by then is not. */
  readonly signal: AbortSignal
}

/** Decides one of many parts and commits it by itself; anew where others wrote first. */
export async function committedAlone<Decision>(
  platform: Platform,
  { principal, origin, signal }: By,
  decide: (work: Work) => Promise<Decision | Refusal>,
): Promise<Decision | Refusal> {
  return await decided({ ...platform, author: { actor: actorOf(principal), ...origin }, maxTries, signal }, decide)
}
