import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { operationsInDomain } from './operations.ts'

const usage = `Checks a change within minutes: types, style, and the tests of the domains that it touches.

  npm run test:quick [-- PATH…]

PATH  a file or folder of the project. Without any: every file that differs from the branch main.`

/** Of shared/: a change in these concerns every operation. */
const concernEveryOperation = ['auth', 'http']

/** Paths to tests, as vitest takes them, and the domains whose operations the matrices ask. */
interface Selection {
  readonly tests: readonly string[]
  readonly domains: readonly string[]
  readonly isOfEveryOperation: boolean
}

function select(paths: readonly string[]): Selection {
  const folders = [...new Set(paths.map(folderOf))].filter((folder) => folder !== null)
  const layers = [...new Set(paths.flatMap((path) => /^(?:test\/)?shared\/(?:unit\/)?([^/]+)\//.exec(path)?.[1] ?? []))]
  const tests = folders.flatMap((folder) =>
    folder === 'shared'
      ? [...layers.map((layer) => `test/shared/unit/${layer}/`), 'test/shared/api/']
      : [`test/${folder}/unit/`, `test/${folder}/api/`],
  )
  return {
    tests: tests.filter((path) => existsSync(path)),
    domains: folders.filter((folder) => operationsInDomain(folder).length > 0),
    isOfEveryOperation: layers.some((layer) => concernEveryOperation.includes(layer)),
  }
}

/** The folder of test/ that belongs to a file: the one of its domain, or of `shared`, `events` or `infra`. */
function folderOf(path: string): string | null {
  const [top = '', second = ''] = path.split('/')
  const folder = top === 'functions' || top === 'test' ? second : top
  const hasTests = existsSync(`test/${folder}/unit`) || existsSync(`test/${folder}/api`)
  return hasTests && folder !== 'faults' ? folder : null
}

function changedFiles(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...git('diff', '--name-only', '--merge-base', 'main'), ...git('ls-files', '--others', '--exclude-standard')]
}

/** Whether a command of the project's packages succeeds. */
function succeeds(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): boolean {
  console.log(`\n> ${[...Object.entries(env).map((pair) => pair.join('=')), command, ...args].join(' ')}`)
  return spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
}

function runTests({ tests, domains, isOfEveryOperation }: Selection): boolean[] {
  const projects = ['--project', 'unit*', '--project', 'api']
  if (isOfEveryOperation) return [succeeds('vitest', ['run', ...projects, ...tests, 'test/matrices/'])]
  if (tests.length === 0) return []
  if (domains.length === 0) return [succeeds('vitest', ['run', ...projects, ...tests])]
  const ids = domains.flatMap(operationsInDomain).map(({ id }) => id)
  const faults = ['--project', 'faults', 'test/faults/operations.test.ts', '-t', `(${ids.join('|')}), `]
  return [
    succeeds('vitest', ['run', ...projects, ...tests, 'test/matrices/'], { DOMAINS: domains.join() }),
    succeeds('vitest', ['run', ...faults], { FAULTS: 'few' }),
  ]
}

const given = process.argv.slice(2)
if (given.some((argument) => argument.startsWith('-'))) {
  console.log(usage)
  process.exit(given.includes('--help') || given.includes('-h') ? 0 : 2)
}
const selection = select(given.length > 0 ? given.map((path) => relative('.', path)) : changedFiles())
console.log(`Touched: ${selection.tests.join(' ') || 'no tests'}`)
const startedMs = performance.now()
const outcomes = [succeeds('npm', ['run', 'check', '--silent']), ...runTests(selection)]
console.log(`\n${Math.round((performance.now() - startedMs) / 1000)} s`)
process.exitCode = outcomes.every(Boolean) ? 0 : 1
