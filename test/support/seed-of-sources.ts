import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { isProof } from './proof.ts'

/** Of the usual run, so that a change never fails by cases that no run has drawn before. */
const usualSeed = 1

/**
 * Where chance starts in the tests. A proof draws other cases for each commit, and the same ones for the same commit. Beside a
 * repository it draws any.
 */
export function seedOfSources(): number {
  if (!isProof) return usualSeed
  try {
    const tree = execFileSync('git', ['rev-parse', 'HEAD^{tree}'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return Number.parseInt(tree.slice(0, 7), 16)
  } catch {
    return randomInt(2 ** 28)
  }
}
