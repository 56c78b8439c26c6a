import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InterceptedCall } from '../../infra/local/interception.ts'
import type { StreamRecord } from '../../infra/local/stream-client.ts'
import { hourMs, minuteMs } from '../../shared/platform/clock.ts'
import { dueItems } from '../../shared/store/due.ts'
import { isProof } from '../support/proof.ts'
import { table } from '../support/tenant.ts'
import { type BackgroundJobs, backgroundJobsOf } from './support/background-jobs.ts'
import { type BusWatch, watchBus } from './support/bus-watch.ts'
import { type CommittedEvents, commitEvents } from './support/committed-events.ts'
import { type DrivenCloud, startDrivenCloud } from './support/driven-cloud.ts'
import type { Fault } from './support/fault-proxy.ts'
import { type Batches, batchesOf, playStream } from './support/played-stream.ts'
import { seededRandom } from './support/seeded-random.ts'

const random = seededRandom()
let driven: DrivenCloud
let jobs: BackgroundJobs
let bus: BusWatch

beforeAll(async () => {
  console.info(`streams: FAULTS_SEED=${random.seed}`)
  driven = await startDrivenCloud()
  jobs = backgroundJobsOf(driven)
  bus = watchBus(jobs)
})
afterAll(() => driven.close())

/** How many of the events a usual run has: batches overlap and fail alike with fewer of them. */
const share = isProof ? 1 : 0.3

async function committed(commits: number): Promise<CommittedEvents> {
  const events = await commitEvents(driven.mirror, Math.ceil(share * commits))
  bus.expect(events)
  return events
}

const play = (batches: Batches) => playStream(batches, jobs.relay, driven.cloud.functions)
const batchesAsRead = (records: readonly StreamRecord[]) => batchesOf(records, jobs.relay.batchSize)

/** As a minute's schedule does it, minute by minute, until nothing is due. */
async function sweepAll(): Promise<void> {
  for (let minute = 0; (await dueItems(table(), Date.now(), 'DUE', 1)).length > 0; minute++) {
    if (minute === 20) throw new Error('the sweep never ends')
    await jobs.run('sealpost-due-sweep')
  }
}

/** A record of the same commit whose image says nothing that can be read. */
function poisoned(record: StreamRecord): StreamRecord {
  const sequenceNumber = `${record.sequenceNumber}0001`
  const NewImage = { ...record.dynamodb?.NewImage, record: { M: {} } }
  return { ...record, sequenceNumber, dynamodb: { ...record.dynamodb, SequenceNumber: sequenceNumber, NewImage } }
}

describe('every committed event is on the bus, and no other, and every audit entry in its chain once', {
  timeout: 300_000,
}, () => {
  let first: CommittedEvents

  test('when batches come twice and overlap', async () => {
    first = await committed(400)
    const { batchSize } = jobs.relay
    const batches = batchesOf(await first.records(), batchSize, Math.ceil((3 * batchSize) / 4))
    expect(await play(batches.flatMap((batch, index) => (index % 5 === 0 ? [batch, batch] : [batch])))).toEqual([])
    expect(await bus.flawsOf(first)).toEqual([])
  })

  test('when the stream is read again from its start', async () => {
    const earlier = bus.size()
    expect(await play(batchesAsRead(await first.records()))).toEqual([])
    expect(await bus.flawsOf(first)).toEqual([])
    expect(bus.size()).toBe(earlier)
  })

  test('when batches and the records in them come in any order', async () => {
    const events = await committed(700)
    const batches = batchesAsRead(random.shuffled(await events.records()))
    expect(await play(batches)).toEqual([])
    expect(await bus.flawsOf(events)).toEqual([])
  })

  test('when records among them cannot be read, which alone end as dead letters', async () => {
    const events = await committed(100)
    const records = await events.records()
    const ill = new Map(
      random
        .shuffled(records)
        .slice(0, 3)
        .map((record) => [record, poisoned(record)]),
    )
    const mixed = records.flatMap((record) => [ill.get(record) ?? [], record].flat())
    const poison = mixed.filter((record) => !records.includes(record))
    expect(await jobs.relayed(mixed)).toEqual(mixed.slice(mixed.findIndex((record) => poison.includes(record))))
    const brief = { ...jobs.relay, maximumRetryAttempts: 2 }
    expect(await playStream(batchesAsRead(mixed), brief, driven.cloud.functions)).toMatchObject(
      poison.map(({ sequenceNumber: startSequenceNumber }) => ({
        DDBStreamBatchInfo: { batchSize: 1, startSequenceNumber },
      })),
    )
    expect(await bus.flawsOf(events)).toEqual([])
  })

  test('when the bus and the table fail in every way', async () => {
    const events = await committed(50)
    driven.faults.breakWhere(oftenBroken)
    expect(await play(batchesAsRead(await events.records()))).toEqual([])
    driven.faults.breakWhere(null)
    expect(await bus.flawsOf(events)).toEqual([])
  })

  test('when the stream stalls for longer than it keeps anything: the sweep publishes the same events', async () => {
    const events = await committed(750)
    driven.clock.advance(25 * hourMs)
    await sweepAll()
    expect(await bus.flawsOf(events)).toEqual([])
  })

  test('when the relay and the sweep publish at the same time', async () => {
    const events = await committed(500)
    const batches = batchesAsRead(await events.records())
    driven.clock.advance(6 * minuteMs)
    const [givenUp] = await Promise.all([play(batches), sweepAll()])
    expect(givenUp).toEqual([])
    expect(await bus.flawsOf(events)).toEqual([])
  })

  test('thousands of them in all', () => {
    expect(bus.size()).toBeGreaterThanOrEqual(share * 10_000)
  })
})

/** What may happen to a call of each kind, each as often as it is named here, in a hundred. */
const chances: Readonly<Record<string, readonly (readonly [Fault, number])[]>> = {
  PutEvents: [
    ['unprocessed', 25],
    ['throttle', 10],
    ['drop', 5],
    ['drop the answer', 5],
    ['answer 500', 5],
  ],
  UpdateItem: [
    ['throttle', 3],
    ['drop the answer', 2],
    ['repeat', 2],
  ],
  TransactWriteItems: [
    ['throttle', 5],
    ['drop', 5],
    ['drop the answer', 5],
    ['conflict', 5],
    ['repeat', 5],
  ],
}

function oftenBroken({ operation }: InterceptedCall): Fault | undefined {
  let left = random.next() * 100
  return chances[operation]?.find(([, chance]) => {
    left -= chance
    return left < 0
  })?.[0]
}
