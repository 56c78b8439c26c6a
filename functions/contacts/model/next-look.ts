/** Looked at at once where some of the first have not been what is looked for. */
export const leastAtOnce = 10
/** What is asked for beyond what most likely does. */
const enough = 1.25

/** How far looking for something has come. */
interface Progress {
  readonly wanted: number
  readonly found: number
  readonly looked: number
  /** How many more may be looked at. */
  readonly left: number
}

/**
 * How many to ask each listing for next, until as many are found as are wanted, if what comes is like what came before: they were
 * asked for so many each, and have together shown so many.
 */
export function nextLook(before: { readonly asked: number; readonly shown: number }, progress: Progress): number {
  const share = Math.min(1, before.asked / Math.max(1, before.shown))
  return Math.ceil(share * Math.min(progress.left, toBeLookedAt(progress)))
}

function toBeLookedAt({ wanted, found, looked }: Progress): number {
  if (looked === 0) return wanted + 1
  return Math.max(leastAtOnce, ((wanted - found) * looked * enough) / Math.max(found, 0.5))
}
