import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Chance that can be had again: by the seed that it tells, given as FAULTS_SEED. */
export interface SeededRandom {
  readonly seed: number
  /** From 0 up to 1. */
  next(): number
  oneOf<Each>(all: readonly Each[]): Each
  shuffled<Each>(all: readonly Each[]): Each[]
  /** Another chance for each name, which others do not use up. */
  of(name: string): SeededRandom
}

const seedLimit = 2 ** 31

export function seededRandom(seed = Number(process.env.FAULTS_SEED ?? randomInt(seedLimit))): SeededRandom {
  // The generator of Park and Miller, "minimal standard": its state is never 0.
  let state = (seed % (seedLimit - 2)) + 1
  const next = () => {
    state = (state * 48_271) % (seedLimit - 1)
    return state / (seedLimit - 1)
  }
  return {
    seed,
    next,
    oneOf: (all) => {
      const [each] = all.slice(Math.floor(next() * all.length))
      if (each === undefined) throw new Error('there is nothing to choose from')
      return each
    },
    shuffled: (all) => {
      const keyed = all.map((each) => ({ each, key: next() }))
      return keyed.sort((a, b) => a.key - b.key).map(({ each }) => each)
    },
    of: (name) => seededRandom((seed + crc32(name)) % seedLimit),
  }
}
