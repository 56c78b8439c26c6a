import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalCloud } from '../../infra/local/cloud.ts'
import { answered } from '../costs/metered-cloud.ts'
import type { Ask } from '../matrices/scenarios/scenario.ts'
import { tokenAbout } from '../support/access-token.ts'
import { call } from '../support/client.ts'
import { useCloud } from '../support/cloud.ts'
import { create, pathOf } from '../support/signature.ts'
import { tenant } from '../support/tenant.ts'
import type { Rows } from './cells.ts'

const inFlight = 8
const warmUpMs = 1000
const measuredMs = 5000

/** Requests a second, and a second of CPU, through the whole local stack, with the client that asks. A sanity figure: it says little of Lambda. */
export async function throughput(): Promise<Rows> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'sealpost-bench-'))
  const cloud = await startLocalCloud({ port: 0, dataDirectory, fresh: true })
  try {
    useCloud({ ...cloud, metErrorsFile: null })
    const of = await tenant({ tokenOf: ({ clientId }) => tokenAbout(clientId), client: { requestsPerMinute: 1e6 } })
    const { id } = await create(of)
    const { token } = of
    return {
      'GET a signature request': await rateOf({ path: pathOf(id), options: { token } }),
      'GET /v1/me': await rateOf({ path: '/v1/me', options: { token } }),
    }
  } finally {
    await cloud.close()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

async function rateOf(ask: Ask): Promise<Rows[string]> {
  // Threads that start all at once may wait too long for the issuer's keys: what answers then is not looked at yet.
  await askFor(warmUpMs, () => call('GET', ask.path, ask.options))
  const [usedBefore, startedAt] = [cpuSeconds(), performance.now()]
  const requests = await askFor(measuredMs, () => answered('GET', ask))
  const seconds = (performance.now() - startedAt) / 1000
  const used = cpuSeconds() - usedBefore
  return {
    'requests a second': Math.round(requests / seconds),
    'requests a second of CPU': Math.round(requests / used),
    'cores used': Math.round((used / seconds) * 100) / 100,
  }
}

async function askFor(durationMs: number, send: () => Promise<unknown>): Promise<number> {
  const endsAt = performance.now() + durationMs
  let requests = 0
  const client = async () => {
    while (performance.now() < endsAt) {
      await send()
      requests += 1
    }
  }
  await Promise.all(Array.from({ length: inFlight }, client))
  return requests
}

/** Of this process with its threads, and of the engines that it started. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + childSeconds(process.pid)
}

/** Hundredths of a second on every Linux that Node runs on; elsewhere nothing is known of other processes. */
const ticksPerSecond = 100

function childSeconds(parent: number): number {
  if (process.platform !== 'linux') return 0
  const processes = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? processAt(name) : []))
  return processes.filter((each) => each.parent === parent).reduce((sum, { seconds }) => sum + seconds, 0)
}

/** From `/proc/<id>/stat`, whose second field is a name in brackets: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function processAt(id: string): { parent: number; seconds: number }[] {
  try {
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return [{ parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond }]
  } catch {
    // It has ended meanwhile.
    return []
  }
}
