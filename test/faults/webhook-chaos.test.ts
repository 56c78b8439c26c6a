import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slotCount } from '../../functions/webhooks/delivery/slots.ts'
import { deliveries, deliveryPartition, isEnded } from '../../functions/webhooks/model/delivery.ts'
import { type LocalCloud, startLocalCloud } from '../../infra/local/cloud.ts'
import { installVirtualClock, type VirtualClock } from '../../infra/local/virtual-clock.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import { systemAuthor } from '../../shared/store/audit.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { commit } from '../../shared/store/commit.ts'
import { wholeOf } from '../../shared/store/entities.ts'
import { envelopesOf, outboxEntries, outboxPartition } from '../../shared/store/outbox-entry.ts'
import { queryPartition } from '../../shared/store/table.ts'
import { UnitOfWork } from '../../shared/store/unit-of-work.ts'
import type { Manager } from '../support/api-keys.ts'
import { demand } from '../support/client.ts'
import { useCloud } from '../support/cloud.ts'
import { demandGranted } from '../support/grants-proof.ts'
import { personOf, type Tenant, table, tenant, userToken } from '../support/tenant.ts'
import { until } from '../support/until.ts'
import { hookFor, onHook, type Receiver, receiver } from '../support/webhooks.ts'
import { isWhole } from './support/cells.ts'
import { type Fault, type FaultProxy, startFaultProxy } from './support/fault-proxy.ts'
import { seededRandom } from './support/seeded-random.ts'

const eventCount = isWhole ? 2_000 : 50
const eventsPerCommit = 10
const random = seededRandom()
/** How often a call of the relay, the fan-out or the deliveries breaks, and how. */
const breaksOften = 0.003
const breaking: readonly Fault[] = [
  'end before',
  'end after',
  'drop',
  'drop the answer',
  'answer 500',
  'throttle',
  'repeat',
]
const broken = ['event-relay', 'webhook-fanout', 'webhook-delivery']

let clock: VirtualClock
let faults: FaultProxy
let cloud: LocalCloud
let lastCallMs = 0
const dataDirectory = mkdtempSync(join(tmpdir(), 'sealpost-chaos-'))

beforeAll(async () => {
  console.info(`webhook-chaos: FAULTS_SEED=${random.seed}`)
  clock = installVirtualClock()
  faults = startFaultProxy()
  const between = (endpoints: Parameters<FaultProxy['between']>[0]) => faults.between(endpoints)
  cloud = await startLocalCloud({ port: 0, dataDirectory, fresh: true, clock, between, maximumThreadsPerFunction: 40 })
  faults.reach(cloud.functions)
  useCloud({ ...cloud, metErrorsFile: null })
})
afterAll(async () => {
  await cloud.close()
  await faults.close()
  clock.uninstall()
  rmSync(dataDirectory, { recursive: true, force: true })
  demandGranted(cloud.template, faults)
})

type Subscriber = Receiver & { readonly name: string; readonly id: string; readonly times: Map<string, number> }

async function subscribed(
  manager: Manager,
  name: string,
  answer: Parameters<Receiver['answer']>[0],
): Promise<Subscriber> {
  const at = await receiver()
  const times = new Map<string, number>()
  const { id } = await hookFor(manager, at.url)
  const subscriber = { ...at, name, id, times }
  behave(subscriber, answer)
  return subscriber
}

/** How a subscriber answers from now on. What it takes with 200 it has received. */
function behave({ answer, times }: Subscriber, how: Parameters<Receiver['answer']>[0]): void {
  answer((response, posted) => {
    if (typeof how === 'function') how(response, posted)
    else response.writeHead(how).end()
    if (response.statusCode === 200 && response.writableEnded) {
      const { id } = JSON.parse(posted.body.toString())
      if (!times.has(id)) times.set(id, Date.now())
    }
  })
}

const hanging = new Set<ServerResponse>()
let mostHanging = 0
function hang(response: ServerResponse): void {
  hanging.add(response)
  mostHanging = Math.max(mostHanging, hanging.size)
  response.once('close', () => hanging.delete(response))
}
function fail(response: ServerResponse): void {
  response.writeHead(random.next() < 0.3 ? 503 : 200).end()
}
function resetOrRedirect(response: ServerResponse): void {
  if (random.next() < 0.5) response.destroy()
  else response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end()
}

/** Commits so many events of an organization, some to a commit. Gives when each was committed. */
async function happen({ org }: Tenant): Promise<Map<string, number>> {
  const { id: orgId, providerId, livemode } = org
  for (let done = 0; done < eventCount; done += eventsPerCommit) {
    const author = systemAuthor('chaos')
    const work = new UnitOfWork({ table: table(), clock: Date.now, ids: systemIds, author })
    for (let event = 0; event < eventsPerCommit; event++) {
      const data = { membershipId: systemIds(), userId: `user ${done + event}`, nodeId: orgId }
      work.emit({ type: 'member.removed', data }, { ...wholeOf(orgId), providerId, livemode })
    }
    expect(await commit(table(), work)).toBe('committed')
  }
  const committed = recordsOf(outboxEntries, await queryPartition(table(), outboxPartition(orgId), ''))
  return new Map(
    committed.flatMap((outboxEntry) => envelopesOf(outboxEntry).map(({ id }) => [id, Date.parse(outboxEntry.at)])),
  )
}

/** Nothing is under way: no function calls anything, and nobody waits for an answer. */
async function quiet(): Promise<void> {
  await until('a quiet moment', async () => hanging.size === 0 && performance.now() - lastCallMs > 1_200, 120_000)
}

const logOf = async ({ id }: Subscriber) =>
  recordsOf(deliveries, await queryPartition(table(), deliveryPartition(id), ''))

test(`${eventCount} events reach five subscribers, whatever these and our own functions do`, {
  timeout: 900_000,
}, async () => {
  const of = await tenant()
  const { account: admin } = await personOf(of, 'admin')
  // Tokens live ten minutes, which pass at once here.
  const manage = async (): Promise<Manager> => ({ org: of.org, token: await userToken(admin.id) })
  const manager = await manage()
  const healthy = await subscribed(manager, 'healthy', 200)
  const failing = await subscribed(manager, 'failing at random', fail)
  const hung = await subscribed(manager, 'hanging', hang)
  const confused = await subscribed(manager, 'resetting and redirecting', resetOrRedirect)
  const down = await subscribed(manager, 'down, then up', (response) => void response.destroy())
  const all = [healthy, failing, hung, confused, down]
  const since = new Date(Date.now() - 60_000).toISOString()
  faults.breakWhere(({ functionName = '' }) => {
    lastCallMs = performance.now()
    if (!broken.some((name) => functionName.endsWith(name)) || random.next() >= breaksOften) return undefined
    return breaking[Math.floor(random.next() * breaking.length)]
  })

  const committed = await happen(of)
  expect(committed.size).toBe(eventCount)
  await until(
    'nearly all events at the healthy subscriber',
    async () => healthy.times.size >= 0.6 * eventCount,
    240_000,
  )
  // Nobody has moved the clock, and the hanging subscriber has answered nothing: these waited for nobody.
  const latencies = [...healthy.times].map(([id, at]) => at - (committed.get(id) ?? 0)).sort((a, b) => a - b)
  expect(hung.times.size).toBe(0)
  expect(mostHanging).toBeLessThanOrEqual(slotCount)

  await quiet()
  for (const subscriber of [hung, confused, down]) behave(subscriber, 200)
  for (const { id } of all) demand(await onHook(await manage(), 'POST', id, '/enable'), 200)
  let replayed = 0
  // Six minutes let hidden messages come again; the rest is what retries wait for, with what is added to it.
  for (const minutes of [7, 7, 12, 35, 70, 200, 400, 800, 7, 7]) {
    await quiet()
    clock.advance(minutes * 60_000)
    await quiet()
    for (const { id } of all) {
      demand(await onHook(await manage(), 'POST', id, '/enable'), 200)
      const answer = await onHook(await manage(), 'POST', id, '/replay', { from: since })
      demand(answer, 202)
      replayed += answer.body.count
    }
    if (all.every(({ times }) => times.size === eventCount)) break
  }
  await quiet()
  faults.breakWhere(null)

  for (const { name, times } of all) {
    const lost = [...committed.keys()].filter((id) => !times.has(id))
    expect([name, lost]).toEqual([name, []])
    expect([...times.keys()].filter((id) => !committed.has(id))).toEqual([])
  }
  const logs = await Promise.all(all.map(logOf))
  for (const log of logs) expect(new Set(log.map(({ eventId }) => eventId)).size).toBe(log.length)
  console.table(
    all.map(({ name, received }, index) => ({
      subscriber: name,
      posts: received.length,
      entries: logs[index]?.length,
      ended: logs[index]?.filter(isEnded).length,
    })),
  )
  const at = (share: number) => latencies[Math.floor(share * (latencies.length - 1))]
  console.info(`commit to receipt at the healthy one: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; replayed: ${replayed}`)
  for (const { close } of all) close()
})
