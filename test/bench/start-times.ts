import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { functionsDirectory } from '../../infra/bundle.ts'
import { functionNames } from '../../infra/function-names.ts'
import { type Held, held } from './cells.ts'
import { startGoal } from './goals.ts'

/** Fresh processes of each kind, taken in turns so that a busy moment of the machine hits all alike. */
const rounds = 25
/** Two equal bundles must measure this close before a difference between others means anything. */
const agreement = 0.03
const mostTries = 4

/** Imports one module and tells how long that took; what Lambda provides to streaming functions is there. */
const probe = `
globalThis.awslambda = { streamifyResponse: (handler) => handler, HttpResponseStream: { from: (stream) => stream } }
const startedAt = performance.now()
await import(process.argv[1])
process.stdout.write(String(performance.now() - startedAt))
process.exit(0)
`

interface StartTime {
  readonly ratio: number
  readonly 'median ms': number
}

/** The same beside its goal. */
type Row = Omit<StartTime, 'ratio'> & { readonly ratio: number | Held }

/** How long each bundle takes to import, as a ratio to a bundle of the DynamoDB client alone: the median of the rounds. */
export async function startTimes(): Promise<Record<string, Row>> {
  const directory = mkdtempSync(join(tmpdir(), 'sealpost-bench-'))
  try {
    const baseline = await baselineBundle(directory)
    const times = { ...baselineTwice(baseline), ...measured({ baseline, ...functionBundles() }) }
    const rows = Object.entries(times).map(([name, time]) => [
      name,
      { ...time, ratio: held(time.ratio, startGoal(name)) },
    ])
    return Object.fromEntries(rows)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** The baseline against itself, anew while a busy machine keeps the two apart: the row says how far they came. */
function baselineTwice(baseline: string): Record<string, StartTime> {
  for (let run = 1; ; run++) {
    const row = measured({ baseline, again: baseline }).again ?? { ratio: Number.NaN, 'median ms': Number.NaN }
    if (Math.abs(row.ratio - 1) <= agreement) return { [`baseline against itself (run ${run})`]: row }
    if (run === mostTries) return { 'baseline against itself: MORE THAN 3 % APART, the machine is busy': row }
  }
}

function measured(bundles: Readonly<Record<string, string>>): Record<string, StartTime> {
  const times = new Map(Object.keys(bundles).map((name) => [name, [] as number[]]))
  for (let round = 0; round < rounds; round++)
    for (const [name, path] of Object.entries(bundles)) times.get(name)?.push(importTime(path))
  const unit = median(times.get('baseline') ?? [])
  return Object.fromEntries([...times].map(([name, all]) => [name, startTime(median(all), unit)]))
}

function functionBundles(): Record<string, string> {
  return Object.fromEntries(functionNames.map((name) => [name, join(functionsDirectory, name, 'index.mjs')]))
}

async function baselineBundle(directory: string): Promise<string> {
  const outfile = join(directory, 'baseline.mjs')
  const contents = `import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
export const client = new DynamoDBClient({ region: 'us-east-1' }), command = GetItemCommand`
  const banner = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"
  await build({
    stdin: { contents, resolveDir: process.cwd() },
    outfile,
    ...{ bundle: true, minify: true, platform: 'node', format: 'esm', target: 'node24', banner: { js: banner } },
  })
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}')
  return outfile
}

function importTime(path: string): number {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', probe, pathToFileURL(path).href],
    { encoding: 'utf8', env: { PATH: process.env.PATH, AWS_REGION: 'us-east-1', ...deployedEnvironment } },
  )
  if (status !== 0) throw new Error(`${path} cannot be imported:\n${stderr}`)
  return Number(stdout)
}

/** What Powertools would otherwise warn about. */
const deployedEnvironment = { AWS_LAMBDA_FUNCTION_NAME: 'bench', POWERTOOLS_SERVICE_NAME: 'bench' }

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function startTime(time: number, unit: number): StartTime {
  return { ratio: Math.round((time / unit) * 100) / 100, 'median ms': Math.round(time * 10) / 10 }
}
