import { readHostedResources } from '../../../infra/local/engine-properties.ts'
import { newTrace } from '../../../infra/local/trace.ts'
import { mails } from '../../../shared/mail/mail.ts'
import { mailIdTag } from '../../../shared/mail/ses-event.ts'
import { inParallel } from '../../../shared/platform/in-parallel.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { BackgroundJobs, JobMessage } from './background-jobs.ts'
import type { DrivenCloud } from './driven-cloud.ts'
import type { Plan, TracedCall } from './fault-proxy.ts'
import type { Dependencies, TenantWorld } from './tenant-world.ts'

/** Does everything that is to be done for a tenant up to the first event of a type; gives its message, to a queue whose name ends so. */
export async function messageOf(world: TenantWorld, type: string, queue = ''): Promise<JobMessage> {
  const isWanted = ({ event, mapping }: JobMessage) =>
    event['detail-type'] === type && mapping.sourceArn.endsWith(queue)
  for (let messages = await world.relay(); messages.length > 0; messages = await world.relay()) {
    const [wanted, ...others] = messages.toSorted((a, b) => Number(isWanted(b)) - Number(isWanted(a)))
    for (const message of others) await world.deliver(message)
    if (wanted && isWanted(wanted)) return wanted
    if (wanted) await world.deliver(wanted)
  }
  throw new Error(`no ${type} came of the scenario`)
}

/** Brings what SES has told of a tenant's mail so far to whoever notes it, and of mail that belongs to nobody. */
export async function handOnMailEvents(
  world: TenantWorld,
  jobs: BackgroundJobs,
  mailIds: readonly string[] = [],
): Promise<void> {
  for (const id of [...recordsOf(mails, await world.items()).map((mail) => mail.id), ...mailIds])
    for (const event of await jobs.toldBySes({ name: mailIdTag, value: id }))
      for (const message of jobs.messagesFor(event)) await world.deliver(message)
}

/** A message of which mail comes, and what breaks when it is given for the first time. */
export interface Delivery {
  readonly world: TenantWorld
  readonly message: JobMessage
  readonly plans: readonly Plan[]
  /** Of mail that belongs to no tenant. */
  readonly mailIds?: readonly string[]
}

/** How a message was given for the first time. */
export interface FirstGiving {
  readonly calls: readonly TracedCall[]
  /** Whether what was to break did. */
  readonly isBroken: boolean
}

/** What breaks when messages are given for the first time, of each. */
export type Plans = readonly (readonly Plan[])[]

const deliveriesAtOnce = 6

/**
 * Gives messages as their queue does: again after the time for which they are hidden, and what SES tells comes in between.
 * The calls of the first time break as planned; those that are late arrive before the second. The clock is moved for all
 * of them at once, when nothing is under way.
 */
export async function deliverEmails(
  { driven, jobs }: Dependencies,
  deliveries: readonly Delivery[],
): Promise<FirstGiving[]> {
  const first = await inParallel(deliveries, deliveriesAtOnce, async ({ world, message, plans, mailIds }) => {
    const trace = newTrace()
    driven.faults.plan(trace, plans)
    const isTaken = await jobs.give(message, trace)
    const calls = [...driven.faults.callsOf(trace)]
    const isBroken = driven.faults.metOf(trace).length > 0
    await driven.faults.forget(trace)
    await handOnMailEvents(world, jobs, mailIds)
    return { isTaken, calls, isBroken }
  })
  let left = deliveries.filter((_, index) => !first[index]?.isTaken)
  for (let receive = 2; left[0]; receive++) {
    const { message } = left[0]
    if (receive > jobs.receivesOf(message.mapping)) throw new Error(`${left.length} messages were never taken`)
    driven.clock.advance(hiddenForMs(driven, message))
    const taken = await inParallel(left, deliveriesAtOnce, async (again) => {
      const isTaken = await jobs.give(again.message)
      await handOnMailEvents(again.world, jobs, again.mailIds)
      return isTaken
    })
    left = left.filter((_, index) => !taken[index])
  }
  return first
}

function hiddenForMs({ cloud }: DrivenCloud, { mapping }: JobMessage): number {
  const { queues } = readHostedResources(cloud.template.resources)
  const queue = queues.find(({ QueueName }) => mapping.sourceArn.endsWith(`:${QueueName}`))
  return 1000 * (queue?.VisibilityTimeout ?? 30)
}

/** How the message at a place was given. */
export function given(firsts: readonly FirstGiving[], index: number): FirstGiving {
  const first = firsts[index]
  if (!first) throw new Error('a message was not given')
  return first
}
