import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { indexStreamRecords } from './dynamodb-stream-indexes.ts'
import { createMissingTables, type TableProperties } from './dynamodb-tables.ts'
import type { Host } from './http-host.ts'

export type DynamoDbOptions = {
  /** Where the tables are kept; without it they are in memory. */
  dataDirectory?: string
  tables: readonly TableProperties[]
  port?: number
  region?: string
}

/**
 * Starts dynoxide, or uses the engine at `DYNAMODB_ENDPOINT` when that is set, and creates the tables that are missing.
 * `streamArns` has the latest stream's ARN of each table that has one.
 */
export async function startDynamoDb(options: DynamoDbOptions): Promise<Host & { streamArns: Record<string, string> }> {
  const given = process.env.DYNAMODB_ENDPOINT
  const engine = given ? { endpoint: given, close: async () => {} } : await spawnDynoxide(options)
  const client = new DynamoDBClient({
    endpoint: engine.endpoint,
    region: options.region ?? 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  try {
    return { ...engine, streamArns: await createMissingTables(client, options.tables) }
  } catch (error) {
    await engine.close()
    throw error
  } finally {
    client.destroy()
  }
}

async function spawnDynoxide({ dataDirectory, port }: DynamoDbOptions): Promise<Host> {
  const binary = findDynoxide()
  const chosenPort = port || (await freePort())
  const args = ['serve', '--host', '127.0.0.1', '--port', String(chosenPort)]
  const databasePath = dataDirectory === undefined ? undefined : join(dataDirectory, 'dynamodb.sqlite')
  if (dataDirectory !== undefined) await mkdir(dataDirectory, { recursive: true })
  if (databasePath !== undefined) args.push('--db-path', databasePath)
  const child = spawnTied(binary, args)
  const endpoint = `http://127.0.0.1:${chosenPort}`
  const close = () => end(child)
  try {
    await untilItAnswers(endpoint, child)
    if (databasePath !== undefined) indexStreamRecords(databasePath)
  } catch (error) {
    await close()
    throw error
  }
  return { endpoint, close }
}

/** The binary for this platform from npm, else the one on the PATH. */
function findDynoxide(): string {
  const packageName = `@dynoxide/${process.platform}-${process.arch}`
  try {
    return createRequire(import.meta.url).resolve(`${packageName}/dynoxide`)
  } catch {
    const onPath = (process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, 'dynoxide'))
    const found = onPath.find(isExecutable)
    if (found) return found
  }
  throw new Error(
    `No DynamoDB engine found: the npm package ${packageName} is not installed, and dynoxide is not on the PATH.\n` +
      'Start another engine, such as DynamoDB Local (docker run -p 8000:8000 amazon/dynamodb-local), ' +
      'and set DYNAMODB_ENDPOINT=http://127.0.0.1:8000',
  )
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Starts a program that ends when this process does, however it ends: a watcher in the shell reads a pipe that only we hold open, and its
 * end of file is our death. `exec` makes the child's id the program's own. The child has its own process group, since Ctrl-C
 * must reach it only after the functions that still write are done.
 */
function spawnTied(program: string, args: readonly string[]): ChildProcess {
  const script = 'exec 3<&0; (cat <&3 >/dev/null; kill $$ 2>/dev/null) & exec "$0" "$@" 3<&- </dev/null'
  return spawn('sh', ['-c', script, program, ...args], { stdio: ['pipe', 'ignore', 'pipe'], detached: true })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await gone
  }
  child.stdin?.destroy()
  child.stderr?.destroy()
}

async function untilItAnswers(endpoint: string, child: ChildProcess): Promise<void> {
  const failure: { message?: string } = {}
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2000)
  })
  child.once('error', (error) => {
    failure.message = error.message
  })
  child.once('exit', (code, signal) => {
    failure.message = `it ended with ${signal ?? code}: ${complaint}`
  })
  const deadlineMs = Date.now() + 10_000
  while (!(await answers(endpoint))) {
    if (failure.message !== undefined) throw new Error(`dynoxide did not start: ${failure.message}`)
    if (Date.now() > deadlineMs) throw new Error(`dynoxide did not answer at ${endpoint} within 10 s: ${complaint}`)
    await delay(15)
  }
}

async function answers(endpoint: string): Promise<boolean> {
  return fetch(endpoint, { method: 'POST' }).then(
    (response) => response.arrayBuffer().then(() => true),
    () => false,
  )
}

/** dynoxide cannot choose a port itself, so the system chooses one that is given back at once. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
