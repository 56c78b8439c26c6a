import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'

/**
 * Where chance starts in the tests: of one commit's sources always at the same place, so that whoever runs them again has the
 * very run that passed or failed; with every change elsewhere. Beside a repository it is anywhere.
 */
export function seedOfSources(): number {
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
