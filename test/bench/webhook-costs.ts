import { maxAttempts } from '../../events/delivery-schedule.ts'
import { deliveryIdOf } from '../../functions/webhooks/model/delivery.ts'
import type { AttemptDue } from '../../functions/webhooks/model/dispatch.ts'
import { readHostedResources } from '../../infra/local/engine-properties.ts'
import { asObject, type JsonObject } from '../../infra/local/template.ts'
import type { MeteredCloud } from '../costs/metered-cloud.ts'
import { statesEntered } from '../costs/state-path.ts'
import { makePrompt, newEvents } from '../faults/support/events-on-their-way.ts'
import { tenantWorld } from '../faults/support/tenant-world.ts'
import { managerOf } from '../support/api-keys.ts'
import { hookFor, type Receiver, receiver } from '../support/webhooks.ts'
import { held, type Rows } from './cells.ts'
import { webhookGoals } from './goals.ts'
import { attemptQueued, guardsSeenTo, retried, spreadTogether } from './webhook-batches.ts'
import { type Bill, billCells, rounded, together, transitions } from './webhook-bill.ts'

/** What a delivery is paid for, from the event on the bus to the end of its attempts. */
export async function deliveryCosts(metered: MeteredCloud): Promise<Rows> {
  const at = await receiver()
  try {
    const dependencies = { metered, at, machine: retryMachineOf(metered) }
    // The first time starts threads, and makes their clients.
    await alone(dependencies, { events: 1, isPrompt: false })
    const { dollarsOfMillion: dollars } = webhookGoals
    const batches = 10
    const full = await inBatches(dependencies, { batches })
    const failing = await inBatches(dependencies, { batches, failEvery: 20 })
    const known = await alone(dependencies, { events: 5, isPrompt: true })
    const unknown = await alone(dependencies, { events: 1, isPrompt: false })
    const dead = await deadOne(dependencies)
    const guards = await guardsSeenTo(metered, async () => void (await inBatches(dependencies, { batches })))
    return {
      'batches of ten, none fails': {
        ...billCells(together([full, guards]), batches * batchSize, { dollars }),
        executions: held(full.executions, webhookGoals.executions),
      },
      'batches of ten, 5 % fail once': billCells(together([failing, guards]), batches * batchSize),
      'one event at a time': billCells(known, 5),
      'one event at a time, to one not known yet': billCells(unknown, 1),
      'one that is dead in the end': billCells(dead, 1),
    }
  } finally {
    at.close()
  }
}

/** What the machine of retries enters, each state of which is paid for. */
export function retryTransitions(metered: MeteredCloud): Rows {
  const machine = retryMachineOf(metered)
  const dead = statesEntered(machine, { from: 2 }).length
  const first = statesEntered(machine, { from: 2, takenAt: 2 }).length
  return {
    'taken at the first retry': { transitions: first },
    'dead after all attempts': { transitions: held(dead, webhookGoals.transitionsOfDead) },
    'each retry more': {
      transitions: held(rounded((dead - first) / (maxAttempts - 2)), webhookGoals.transitionsOfRetry),
    },
  }
}

function retryMachineOf({ driven }: MeteredCloud): JsonObject {
  const { stateMachines } = readHostedResources(driven.cloud.template.resources)
  const machine = stateMachines.find(({ StateMachineName }) => StateMachineName.endsWith('-webhook-retries'))
  if (!machine) throw new Error('there is no machine of retries')
  return asObject(JSON.parse(machine.DefinitionString))
}

interface Dependencies {
  readonly metered: MeteredCloud
  readonly at: Receiver
  readonly machine: JsonObject
}

async function subscribed({ metered, at }: Dependencies, { isPrompt }: { readonly isPrompt: boolean }) {
  const { tenant } = await tenantWorld(metered.driven, metered.jobs)
  const { id } = await hookFor(await managerOf(tenant), at.url)
  if (isPrompt) await makePrompt(tenant, id)
  return { tenant, id }
}

const batchSize = 10

/** Batches of events after each other to one prompt subscription. Every Nth event fails once; its retry comes after them all. */
async function inBatches(
  dependencies: Dependencies,
  { batches, failEvery = 0 }: { readonly batches: number; readonly failEvery?: number },
): Promise<Bill> {
  const { metered, at, machine } = dependencies
  const { tenant, id } = await subscribed(dependencies, { isPrompt: true })
  const events = newEvents(tenant, batchSize * batches)
  const failing = events.filter((_, index) => failEvery > 0 && index % failEvery === 0).map((event) => event.id)
  const left = new Set(failing)
  at.answer((response, { body }) => {
    const isRefused = left.delete(JSON.parse(body.toString()).id)
    response.writeHead(isRefused ? 500 : 200).end()
  })
  const bills: Bill[] = []
  const retries: AttemptDue[] = []
  for (let start = 0; start < events.length; start += batchSize) {
    bills.push(await spreadTogether(metered, events.slice(start, start + batchSize)))
    const attempted = await attemptQueued(metered, tenant, 'webhook-delivery')
    bills.push(...attempted.bills)
    const failed = new Set(failing.map((event) => deliveryIdOf(event, id)))
    retries.push(...attempted.dues.filter(({ deliveryId }) => failed.has(deliveryId)))
  }
  for (const due of retries) bills.push(await retried(metered, { ...due, attempt: 2 }))
  bills.push(transitions(retries.length * statesEntered(machine, { from: 2, takenAt: 2 }).length))
  return together(bills)
}

/** Events of which each is attempted before the next one happens. One that is not known yet goes by the queue of slow ones. */
async function alone(
  dependencies: Dependencies,
  { events: count, isPrompt }: { readonly events: number; readonly isPrompt: boolean },
): Promise<Bill> {
  const { metered, at } = dependencies
  const { tenant } = await subscribed(dependencies, { isPrompt })
  at.answer(200)
  const bills: Bill[] = []
  for (const event of newEvents(tenant, count)) {
    bills.push(await spreadTogether(metered, [event]))
    for (const queue of ['webhook-delivery', 'webhook-slow-delivery'] as const)
      bills.push(...(await attemptQueued(metered, tenant, queue)).bills)
  }
  return together(bills)
}

/** One event that a prompt subscription never takes. What its administrators are written is not in it. */
async function deadOne(dependencies: Dependencies): Promise<Bill> {
  const { metered, at, machine } = dependencies
  const { tenant } = await subscribed(dependencies, { isPrompt: true })
  at.answer(500)
  const bills = [await spreadTogether(metered, newEvents(tenant, 1))]
  const first = await attemptQueued(metered, tenant, 'webhook-delivery')
  const [due] = first.dues
  if (!due) throw new Error('nobody asks for an attempt')
  bills.push(...first.bills)
  for (let attempt = 2; attempt <= maxAttempts; attempt++) bills.push(await retried(metered, { ...due, attempt }))
  return together([...bills, transitions(statesEntered(machine, { from: 2 }).length)])
}
