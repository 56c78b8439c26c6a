import { type ChainFlaw, flawsOfChain, type Link } from '../../../shared/platform/chain-flaws.ts'
import type { Chain } from '../../../shared/platform/hash-chain.ts'
import type { Check } from './report.ts'

/** What a chain of steps proves by itself, whoever wrote it. */
export function chainChecks(links: readonly Link[], end: Chain): Check[] {
  const flaws = flawsOfChain(links, end)
  const of = (rule: ChainFlaw['rule']) => flaws.filter((flaw) => flaw.rule === rule).map(({ says }) => says)
  return [
    { says: `Each of the ${links.length} steps has the hash of its content: none was changed`, flaws: of('hash') },
    {
      says: 'Each step has the next number and the hash of the previous step: none is missing, added or moved',
      flaws: of('order'),
    },
    { says: 'The chain ends as the evidence says: no step was removed from or added to the end', flaws: of('end') },
  ]
}
