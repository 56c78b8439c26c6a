import { afterAll, beforeAll, expect, test } from 'vitest'
import { busSources } from '../../events/internal.ts'
import { items as mailItems } from '../../functions/registered-mail/model/item.ts'
import { mails } from '../../functions/registered-mail/model/mail.ts'
import { inParallel } from '../../shared/platform/in-parallel.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { readMail, sentTo } from '../support/registered-mails.ts'
import { type BackgroundJobs, backgroundJobsOf, type JobMessage } from './support/background-jobs.ts'
import { type DrivenCloud, startDrivenCloud } from './support/driven-cloud.ts'
import type { Fault } from './support/fault-proxy.ts'
import { flawsOfGuarantees } from './support/outcome.ts'
import { seededRandom } from './support/seeded-random.ts'
import { type TenantWorld, tenantWorld } from './support/tenant-world.ts'

const random = seededRandom()
const count = 50
const outcomes = [
  { suffix: '+deliver', status: 'delivered', event: 'registered_mail.delivered' },
  { suffix: '+refuse', status: 'refused', event: 'registered_mail.refused' },
  { suffix: '+neglect', status: 'neglected', event: 'registered_mail.neglected' },
  { suffix: '+bounce', status: 'bounced', event: 'registered_mail.failed' },
] as const
const recipients = Array.from({ length: count }, (_, index) => outcomes[index % outcomes.length] ?? outcomes[0])

/** How often the calls of functions break. The relay is given all that was committed in one invocation, which makes many calls. */
const breaksOften = { 'event-relay': 0.003, 'registered-mail-jobs': 0.06, 'registered-mail-proofs': 0.06 }
const breaking: readonly Fault[] = ['end before', 'end after', 'end after', 'drop the answer']

let driven: DrivenCloud
let jobs: BackgroundJobs
let kills = 0

beforeAll(async () => {
  console.info(`fifty recipients at once: FAULTS_SEED=${random.seed}`)
  driven = await startDrivenCloud()
  jobs = backgroundJobsOf(driven)
})
afterAll(() => driven.close())

function breakNow(): void {
  driven.faults.breakWhere(({ functionName = '' }) => {
    const [, often = 0] = Object.entries(breaksOften).find(([name]) => functionName.endsWith(name)) ?? []
    if (random.next() >= often) return undefined
    const fault = breaking[Math.floor(random.next() * breaking.length)]
    if (fault !== 'drop the answer') kills += 1
    return fault
  })
}

/** Sealing takes long, and only the proof of delivery publishes an event. */
function isSkipped({ event }: JobMessage): boolean {
  const { data } = event.detail as { data?: { kind?: unknown } }
  return event['detail-type'] === 'registered_mail.proof_due' && data?.kind !== 'delivery'
}

const batchSize = 10

/** Gives all messages of a moment at once, each until it is taken. Some come twice, as queues are free to do. */
async function giveAll(messages: readonly JobMessage[]): Promise<void> {
  const byReader = Map.groupBy(messages, ({ mapping }) => mapping)
  const batches = [...byReader].flatMap(([mapping, those]) => {
    const bodies = those.map(({ event }) => JSON.stringify(event))
    const twice = [...bodies, ...bodies.filter(() => random.next() < 0.1)]
    const size = mapping.functionName.endsWith('registered-mail-proofs') ? 1 : batchSize
    return Array.from({ length: Math.ceil(twice.length / size) }, (_, index) => ({
      mapping,
      bodies: twice.slice(index * size, (index + 1) * size),
    }))
  })
  await inParallel(batches, batches.length, async ({ mapping, bodies }) => {
    for (let left = bodies, tries = 0; left.length > 0; tries += 1) {
      if (tries === 40) throw new Error(`${mapping.functionName} never takes its messages`)
      const taken = await jobs.giveBatch(mapping, left)
      left = left.filter((_, index) => taken[index] !== true)
    }
  })
}

async function settle(world: TenantWorld): Promise<void> {
  for (;;) {
    const messages = (await world.relay()).filter((message) => !isSkipped(message))
    if (messages.length === 0) return
    await giveAll(messages)
  }
}

/** What subscribers are told of the end of items: each event once, however often the bus has it. */
function finalEvents(world: TenantWorld): string[] {
  const told = world.seenEvents().filter(({ source }) => source === busSources.public)
  const events = [...new Map(told.map(({ detail, 'detail-type': type }) => [detail.id, { type, ...detail }])).values()]
  const ends = new Set<unknown>(outcomes.map(({ status }) => status))
  return events.filter(({ data }) => ends.has(data.status)).map(({ type, data }) => `${data.itemId} ${type}`)
}

test('fifty recipients end at once while functions are killed: each once, with one event, and counts equal the items', {
  timeout: 600_000,
}, async () => {
  const world = await tenantWorld(driven, jobs)
  const { id } = await sentTo(
    world.tenant,
    recipients.map(({ suffix }) => suffix),
  )
  breakNow()
  await settle(world)
  driven.faults.breakWhere(null)
  await settle(world)
  expect(kills).toBeGreaterThan(20)

  const { body } = await readMail(world.tenant, id)
  expect(body.items.map(({ status }: { status: string }) => status)).toEqual(recipients.map(({ status }) => status))
  const stored = await world.items()
  for (const item of recordsOf(mailItems, stored)) {
    const passed = item.status === 'bounced' ? ['sending', 'sent'] : ['sending', 'sent', 'deposited']
    expect(item.timeline.map(({ status }) => status)).toEqual([...passed, item.status])
  }
  const counted = outcomes.map(({ status }) => [status, recipients.filter((each) => each.status === status).length])
  const progress = { total: count, sending: 0, sent: 0, deposited: 0, failed: 0, ...Object.fromEntries(counted) }
  expect(body).toMatchObject({ status: 'partially_failed', progress })
  const [mail] = recordsOf(mails, stored)
  expect(mail?.listed.map(({ status }) => status)).toEqual(recipients.map(({ status }) => status))
  expect(mail).toMatchObject({ status: 'partially_failed', completedAt: expect.any(String) })
  const expected = recipients.map(({ event }, index) => `${body.items[index].id} ${event}`)
  expect(finalEvents(world).toSorted()).toEqual(expected.toSorted())
  expect(await flawsOfGuarantees(world, stored)).toEqual([])
  console.info(`${kills} functions were killed`)
})
