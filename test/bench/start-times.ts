import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { build } from 'esbuild'
import { functionsDirectory } from '../../infra/build/bundles.ts'
import { functionNames } from '../../infra/build/function-names.ts'
import { operationsOf } from '../../infra/build/operation-groups.ts'
import { createProxyEvent } from '../../infra/local/gateway-event.ts'
import { type Held, held } from './cells.ts'
import { firstRequestGoal, startGoal } from './goals.ts'

/** Fresh processes of each kind, taken in turns so that a busy moment of the machine hits all alike. */
const rounds = 25
/** Two equal bundles must measure this close before a difference between others means anything. */
const agreement = 0.03
const mostTries = 4

/**
 * Imports one module, lets its handler refuse a request that has no token, if there is one, and tells when each was done.
 * What Lambda provides to streaming functions is there.
 */
const probe = `
globalThis.awslambda = { streamifyResponse: (handler) => handler, HttpResponseStream: { from: (stream) => stream } }
const [, url, event] = process.argv
const startedAt = performance.now()
const { handler } = await import(url)
const importedAt = performance.now()
const answer = event && await handler(JSON.parse(event), { getRemainingTimeInMillis: () => 29_000 })
if (event && answer.statusCode !== 401) throw new Error(answer.body)
process.stdout.write(JSON.stringify([importedAt - startedAt, performance.now() - startedAt]))
process.exit(0)
`

interface StartTime {
  readonly ratio: number
  readonly 'median ms': number
  /** The ratio when it has refused its first request besides, for which it loads the operation; empty where none can be. */
  readonly 'with an operation': number | ''
}

/** When a process was done with the import, and with a request. */
type Times = readonly [imported: number, refused: number]

/** The same beside the goals. */
interface Row {
  readonly ratio: number | Held
  readonly 'median ms': number
  readonly 'with an operation': number | Held | ''
}

/** How long each bundle takes to import, as a ratio to a bundle of the DynamoDB client alone: the median of the rounds. */
export async function startTimes(): Promise<Record<string, Row>> {
  const directory = mkdtempSync(join(tmpdir(), 'sealpost-bench-'))
  try {
    const baseline = await baselineBundle(directory)
    const times = { ...baselineTwice(baseline), ...measured({ baseline, ...functionBundles() }) }
    return Object.fromEntries(Object.entries(times).map(([name, time]) => [name, rowOf(time, startGoal(name))]))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function rowOf({ ratio, 'with an operation': answered, ...time }: StartTime, goal: number | undefined): Row {
  const firstRequest = answered === '' ? answered : held(answered, firstRequestGoal)
  return { ratio: held(ratio, goal), ...time, 'with an operation': firstRequest }
}

/** The baseline against itself, anew while a busy machine keeps the two apart: the row says how far they came. */
function baselineTwice(baseline: string): Record<string, StartTime> {
  for (let run = 1; ; run++) {
    const row = measured({ baseline, again: baseline }).again ?? startTime([], 1, false)
    if (Math.abs(row.ratio - 1) <= agreement) return { [`baseline against itself (run ${run})`]: row }
    if (run === mostTries) return { 'baseline against itself: MORE THAN 3 % APART, the machine is busy': row }
  }
}

function measured(bundles: Readonly<Record<string, string>>): Record<string, StartTime> {
  const times = new Map(Object.keys(bundles).map((name) => [name, [] as Times[]]))
  for (let round = 0; round < rounds; round++)
    for (const [name, path] of Object.entries(bundles)) times.get(name)?.push(timesOf(path, requestOf(name)))
  const unit = median((times.get('baseline') ?? []).map(([imported]) => imported))
  return Object.fromEntries([...times].map(([name, all]) => [name, startTime(all, unit, requestOf(name) !== null)]))
}

/** A request for an operation that asks for a token, of which there is none. */
function requestOf(name: string): APIGatewayProxyEvent | null {
  const asked = operationsOf(name).find(({ access, streams }) => !streams && !['anyone', 'link'].includes(access.to))
  if (!asked) return null
  const { method, path } = asked
  const request = { method, path, query: new URLSearchParams(), rawHeaders: [], body: Buffer.alloc(0) }
  const gateway = { requestId: 'bench', timeMs: 0, apiId: 'bench', stage: 'live', mount: '', pathParameters: {} }
  return createProxyEvent(
    { ...request, sourceAddress: '203.0.113.5', port: 443 },
    { ...gateway, resource: path, binaryMediaTypes: [] },
  )
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
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    banner: { js: banner },
  })
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}')
  return outfile
}

function timesOf(path: string, request: APIGatewayProxyEvent | null): Times {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', probe, pathToFileURL(path).href, request ? JSON.stringify(request) : ''],
    { encoding: 'utf8', env: { PATH: process.env.PATH, AWS_REGION: 'us-east-1', ...deployedEnvironment } },
  )
  if (status !== 0) throw new Error(`${path} cannot be imported:\n${stderr}`)
  return JSON.parse(stdout)
}

/** What Powertools would otherwise warn about, and what whoever asks for tokens has to know. */
const deployedEnvironment = {
  AWS_LAMBDA_FUNCTION_NAME: 'bench',
  POWERTOOLS_SERVICE_NAME: 'bench',
  TABLE_NAME: 'bench',
  ISSUER: 'https://issuer.example.com',
  AUDIENCE: 'https://api.example.com',
  FIRST_PARTY_CLIENT_ID: 'own-app',
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function startTime(times: readonly Times[], unit: number, hasRequest: boolean): StartTime {
  const imported = median(times.map(([time]) => time))
  const refused = median(times.map(([, time]) => time))
  const ratio = (time: number) => Math.round((time / unit) * 100) / 100
  return {
    ratio: ratio(imported),
    'median ms': Math.round(imported * 10) / 10,
    'with an operation': hasRequest ? ratio(refused) : '',
  }
}
