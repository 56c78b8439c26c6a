import type { Mac, MacKeys } from '../../shared/personal-links/signing-secrets.ts'

/** Keys of links and codes by their numbers, the current one first. */
export function macKeysOf(...keys: readonly (readonly [number, Mac])[]): MacKeys {
  const [[current = 1] = []] = keys
  return { current, under: (number) => new Map(keys).get(number) ?? null }
}

/** The key 1 alone, under which every MAC is 0. */
export const zeroMacKeys = macKeysOf([1, async () => new Uint8Array(32)])
