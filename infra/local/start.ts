/** The command `npm start`: runs the local cloud until Ctrl-C. */
import { isAbsolute, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { type LocalCloud, startLocalCloud } from './cloud.ts'
import { StartRefusal } from './data-directory.ts'
import { DamagedFile } from './engines/json-file.ts'

const help = `Runs the whole service on this machine.

  npm start -- [options]

  --port N     the port of the API (default 4000); the inbox and the fakes have the ports above it
  --data DIR   the directory for all data (default .local)
  --fresh      delete the data and start again
  --speed N    run schedules and retries N times faster (default 1)
  --vendors    start fakes of outside vendors, two and three ports above the API
  --help       show this text
`

/** How far above the API's port each has its own. */
const portsAbove = { inbox: 1, yousignFake: 2, ar24Fake: 3, cscFake: 4 } as const

function readOptions() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4000' },
      data: { type: 'string', default: '.local' },
      fresh: { type: 'boolean', default: false },
      speed: { type: 'string', default: '1' },
      vendors: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const port = Number(values.port)
  const speed = Number(values.speed)
  const highestPort = 65_535 - (values.vendors ? portsAbove.cscFake : portsAbove.inbox)
  if (!Number.isInteger(port) || port < 0 || port > highestPort)
    throw new StartRefusal(
      `--port must be a number up to ${highestPort}: the inbox and the fakes have the ports above it.`,
    )
  if (values.data === '') throw new StartRefusal('--data must name a directory.')
  if (!(speed > 0 && speed < Number.POSITIVE_INFINITY)) throw new StartRefusal('--speed must be a number above 0.')
  const { data: dataDirectory, fresh, vendors, help } = values
  return { port, speed, dataDirectory, fresh, vendors, help }
}

function report({ baseUrl, inboxUrl, dataDirectory }: LocalCloud, seconds: string, fakes: Fakes | null): string {
  const directory = relative(process.cwd(), dataDirectory)
  const workspace = join(directory.startsWith('..') ? dataDirectory : directory, 'workspace.json')
  const token = `$(node -p "require('${isAbsolute(workspace) ? '' : './'}${workspace}').users.owner.accessToken")`
  return `
Ready after ${seconds} s. Ctrl-C stops it.

  Console    ${baseUrl}/console (sign in as owner@atelier-martin.example; the code comes to the inbox)
  API        ${baseUrl}
  Reference  ${baseUrl}/docs
  Inbox      ${inboxUrl}
${fakes === null ? '' : lineOfFakes(fakes)}  Workspace  ${workspace} (ids, API keys and access tokens for a first try)

  curl -s ${baseUrl}/v1/me -H "Authorization: Bearer ${token}"
`
}

/** A stop takes a few seconds. What hangs for longer is ended hard, which loses nothing. */
const longestStopMs = 15_000

/** The first signal stops in order, a second one at once. */
function onStopSignal(stop: () => void): void {
  let asked = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (asked) process.exit(130)
      asked = true
      setTimeout(() => process.exit(130), longestStopMs).unref()
      stop()
    })
  }
}

/** Above the API, after the inbox, so that a walk knows the addresses beforehand. */
async function startFakes(apiPort: number) {
  const { startAr24Fake } = await import('../../test/fakes/ar24-fake.ts')
  const { startCscFake } = await import('../../test/fakes/csc-fake.ts')
  const { startYousignFake } = await import('../../test/fakes/yousign-fake.ts')
  const stack = new AsyncDisposableStack()
  const at = (above: number) => (apiPort === 0 ? 0 : apiPort + above)
  const { url: yousignUrl } = stack.use(await startYousignFake(at(portsAbove.yousignFake)))
  const { url: ar24Url } = stack.use(await startAr24Fake(at(portsAbove.ar24Fake)))
  const { url: cscUrl } = stack.use(await startCscFake(at(portsAbove.cscFake)))
  return { urls: { yousignUrl, ar24Url, cscUrl }, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

type Fakes = Awaited<ReturnType<typeof startFakes>>

const lineOfFakes = ({ urls: { yousignUrl, ar24Url, cscUrl } }: Fakes) =>
  `  Yousign    ${yousignUrl} (a fake)\n  AR24       ${ar24Url} (a fake)\n  CSC        ${cscUrl} (a fake)\n`

async function run(): Promise<void> {
  const { help: wantsHelp, vendors: wantsVendors, ...options } = readOptions()
  if (wantsHelp) return void process.stdout.write(help)
  const stopping = new AbortController()
  onStopSignal(() => stopping.abort())
  const startedAt = performance.now()
  const onProgress = (step: string) => process.stdout.write(`${step}…\n`)
  await using fakes = wantsVendors ? await startFakes(options.port) : null
  const starting = startLocalCloud({ ...options, ...fakes?.urls, onProgress, signal: stopping.signal })
  const cloud = await starting.catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  if (!cloud) return
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(report(cloud, seconds, fakes))
  await new Promise((resolve) => {
    if (stopping.signal.aborted) resolve(undefined)
    else stopping.signal.addEventListener('abort', resolve)
  })
  process.stdout.write('\nStopping…\n')
  await cloud.close()
}

/** What the person at the terminal can act on is told as a sentence, everything else with its stack. */
function toldOf(error: unknown): unknown {
  if (error instanceof StartRefusal || error instanceof DamagedFile) return error.message
  if (!(error instanceof Error && 'code' in error)) return error
  if (String(error.code).startsWith('ERR_PARSE_ARGS')) return error.message
  if (error.code === 'EADDRINUSE')
    return `A port is in use (${error.message}). Stop the program that uses it, or choose another port with --port.`
  if (error.code === 'ENOSPC') return `The disk is full (${error.message}). Free some space and start again.`
  return error
}

try {
  await run()
} catch (error) {
  console.error(toldOf(error))
  process.exitCode = 1
}
