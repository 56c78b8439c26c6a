import * as v from 'valibot'
import type { Envelope } from '../../events/envelope.ts'
import { internalEventData } from '../../events/internal.ts'
import type { AttemptDue } from '../../functions/webhooks/model/dispatch.ts'
import { minuteMs } from '../../shared/platform/clock.ts'
import type { MeteredCloud } from '../costs/metered-cloud.ts'
import { onBus } from '../faults/support/events-on-their-way.ts'
import { queued, readerOf } from '../faults/support/queued.ts'
import type { Tenant } from '../support/tenant.ts'
import { type Bill, invocation } from './webhook-bill.ts'

/** How deep calls stand does not matter here, and a minute after a success the next one is noted. */
const unheld = { holdMs: 0 }

/** Each call of a queue's reader receives a batch, and deletes it. */
const requestsOfBatch = 2

/** Has events spread that came as one batch. */
export async function spreadTogether({ jobs, metered }: MeteredCloud, events: readonly Envelope[]): Promise<Bill> {
  const mapping = readerOf(jobs, 'webhook-fanout')
  const give = (trace: string) => jobs.giveBatch(mapping, events.map(onBus), trace)
  const { result, reading } = await metered(give, unheld)
  if (!result.every(Boolean)) throw new Error('an event was not spread')
  // EventBridge sends each event for itself.
  return invocation(reading, events.length + requestsOfBatch)
}

/** Has everything attempted of a tenant that waits in a queue, in batches as large as it gives. Gives what that was, too. */
export async function attemptQueued(
  cloud: MeteredCloud,
  { org }: Pick<Tenant, 'org'>,
  queue: 'webhook-delivery' | 'webhook-slow-delivery',
) {
  const { driven, jobs } = cloud
  const { mapping, bodies: waiting } = await queued(driven, jobs, queue)
  // What was read before comes again, once the clock is moved.
  const bodies = waiting.filter((body) => body.includes(org.id))
  const bills: Bill[] = []
  for (let start = 0; start < bodies.length; start += mapping.batchSize) {
    const batch = bodies.slice(start, start + mapping.batchSize)
    const { result, reading } = await cloud.metered((trace) => jobs.giveBatch(mapping, batch, trace), unheld)
    if (!result.every(Boolean)) throw new Error('an attempt was not made')
    bills.push(invocation(reading, requestsOfBatch))
  }
  return { bills, dues: bodies.map(dueIn) }
}

const messageSchema = v.object({ detail: v.object({ data: internalEventData['webhook.delivery_due'] }) })

function dueIn(body: string): AttemptDue {
  return v.parse(messageSchema, JSON.parse(body)).detail.data
}

/** Has an attempt made as the state machine does. Its waits never end in a driven cloud, so that nobody else makes it. */
export async function retried({ driven, jobs, metered }: MeteredCloud, due: AttemptDue): Promise<Bill> {
  const { functionName } = readerOf(jobs, 'webhook-delivery')
  const invoke = (trace: string) => driven.cloud.functions.invoke(functionName, JSON.stringify(due), trace)
  const { result, reading } = await metered(invoke, unheld)
  if (result.functionError && !result.payload.includes('"AttemptFailed"')) throw new Error(result.payload)
  return invocation(reading, 0)
}

/**
 * Has done what is due by now, and then, some minutes later, what guards the deliveries of one batch after the other, which
 * finds none lost. Nothing is measured after it: with the clock ahead, the SDK asks again where an engine refuses.
 */
export async function guardsSeenTo(cloud: MeteredCloud, guard: () => Promise<void>): Promise<Bill> {
  while ((await sweptLater(cloud)).units.tableWrites > 0);
  await guard()
  return await sweptLater(cloud)
}

async function sweptLater({ driven, jobs, metered }: MeteredCloud): Promise<Bill> {
  driven.clock.advance(6 * minuteMs)
  const name = driven.cloud.functions.names.find((each) => each.endsWith('due-sweep')) ?? ''
  const { result, reading } = await metered((trace) => jobs.run(name, trace), unheld)
  if (!result) throw new Error('the sweep failed')
  return invocation(reading, 0)
}
