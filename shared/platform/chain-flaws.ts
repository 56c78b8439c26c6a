import { type Chain, contentHash, emptyChain } from './hash-chain.ts'

/** A link with all that it says, also what no schema knows: its hash is over the whole of it. */
export type Link = Readonly<Record<string, unknown>>

/** A rule of the chain that does not hold. */
export interface ChainFlaw {
  readonly rule: 'hash' | 'order' | 'end'
  readonly says: string
}

/** What is wrong with a chain that is to have this end; nothing when it is whole. Steps are told by their places, from 1. */
export function flawsOfChain(links: readonly Link[], end: Chain): ChainFlaw[] {
  const flaws: ChainFlaw[] = []
  let previous: unknown = emptyChain.hash
  for (const [index, { hash, ...content }] of links.entries()) {
    const place = index + 1
    if (hashOf(content) !== hash)
      flaws.push({ rule: 'hash', says: `step ${place} does not have the hash of its content` })
    if (content.seq !== place) flaws.push({ rule: 'order', says: `step ${place} is numbered ${String(content.seq)}` })
    if (content.prevHash !== previous)
      flaws.push({ rule: 'order', says: `step ${place} does not hold the hash of the step before it` })
    previous = hash
  }
  if (links.length !== end.length)
    flaws.push({ rule: 'end', says: `there are ${links.length} steps, and the chain has ${end.length}` })
  if (previous !== end.hash)
    flaws.push({ rule: 'end', says: 'the last step does not have the hash at the end of the chain' })
  return flaws
}

/** Null for what cannot be written as canonical JSON, such as half a character. */
function hashOf(content: object): string | null {
  try {
    return contentHash(content)
  } catch {
    return null
  }
}
