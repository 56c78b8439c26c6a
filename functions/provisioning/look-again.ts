import { pauseBeforeNextDecision } from '../../shared/store/commit.ts'

const maxLooks = 3

/**
 * What one commit writes can be read in part for some milliseconds. A decision that would rest on such a sight is null, and is
 * taken again on what is there then; the last look is taken for the truth.
 */
export async function untilWhole<Decision>(
  decide: (look: { readonly isFirst: boolean; readonly isLast: boolean }) => Promise<Decision | null>,
): Promise<Decision> {
  for (let look = 1; look <= maxLooks; look++) {
    const decision = await decide({ isFirst: look === 1, isLast: look === maxLooks })
    if (decision !== null) return decision
    await pauseBeforeNextDecision(look)
  }
  throw new Error('what was written together is still not there together')
}
