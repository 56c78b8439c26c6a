import { mails } from '../../shared/mail/mail.ts'
import { mailIdTag } from '../../shared/mail/ses-event.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { answered, type Metered, type MeteredCloud } from '../costs/metered-cloud.ts'
import type { JobMessage } from '../faults/support/background-jobs.ts'
import { type TenantWorld, tenantWorld } from '../faults/support/tenant-world.ts'
import { create, overdue, past, pathOf, signer } from '../support/signature.ts'
import { costCells, type Rows } from './cells.ts'

/** What an invocation of each job costs, driven by hand, warm. What queues, the stream and the bus do by themselves is not in it. */
export async function backgroundCosts(metered: MeteredCloud): Promise<Rows> {
  const measure = async () => ({
    ...(await relayCosts(metered)),
    ...(await messageCosts(metered)),
    ...(await sweepCosts(metered)),
  })
  // The first time starts threads, and makes what is made once, such as the certificate of a seal.
  await measure()
  return await measure()
}

const newWorld = ({ driven, jobs }: MeteredCloud) => tenantWorld(driven, jobs)

async function relayCosts(metered: MeteredCloud): Promise<Rows> {
  const one = await newWorld(metered)
  await create(one.tenant)
  const relayed: Metered<unknown>[] = []
  for (const record of await one.newRecords())
    relayed.push(await metered.metered((trace) => metered.jobs.relayed([record], trace)))
  const first = relayed.find(({ reading }) => reading.calls > 0)
  if (!first) throw new Error('the relay has nothing to do with a creation')
  const all = await newWorld(metered)
  await create(all.tenant)
  const { reading } = await metered.metered((trace) => all.relay(trace))
  return {
    'event-relay, one record of the stream': costCells(first.reading),
    [`event-relay, the ${all.seenEvents().length} events of a creation at once`]: costCells(reading),
  }
}

/**
 * Of a request whose signer signs by themselves, of one whose signer is written to, and of a draft that is deleted: every
 * message that follows, once of each kind.
 */
async function messageCosts(metered: MeteredCloud): Promise<Rows> {
  const world = await newWorld(metered)
  const { tenant } = world
  await create(tenant, { signers: [signer('+sign')] })
  await create(tenant, { vendor: 'native' })
  const draft = await create(tenant, { draft: true })
  await answered('DELETE', { path: pathOf(draft.id), options: { token: tenant.token } })
  const rows: Record<string, Rows[string]> = {}
  const give = async (message: JobMessage) => {
    const name = `${message.mapping.functionName}, ${message.event['detail-type']}`
    const { result: isTaken, reading } = await metered.metered((trace) => metered.jobs.give(message, trace))
    if (!isTaken) throw new Error(`${name} failed`)
    rows[name] ??= costCells(reading)
  }
  const giveAll = async () => {
    for (let messages = await world.relay(); messages.length > 0; messages = await world.relay())
      for (const message of messages) await give(message)
  }
  await giveAll()
  for (const { id } of recordsOf(mails, await world.items()))
    for (const event of await metered.jobs.toldBySes({ name: mailIdTag, value: id }))
      for (const message of metered.jobs.messagesFor(event)) await give(message)
  await giveAll()
  return rows
}

async function sweepCosts(metered: MeteredCloud): Promise<Rows> {
  const idle = await idleSweep(metered)
  const world: TenantWorld = await newWorld(metered)
  await overdue(world.tenant, {}, past)
  await world.settle()
  const { reading } = await sweep(metered)
  return {
    'due-sweep, nothing due': costCells(idle.reading),
    'due-sweep, one expiry due': costCells(reading),
  }
}

/** What others left behind may be due: until a sweep writes nothing. */
async function idleSweep(metered: MeteredCloud): Promise<Metered<boolean>> {
  for (;;) {
    const swept = await sweep(metered)
    if (swept.reading.units.tableWrites === 0) return swept
  }
}

async function sweep(metered: MeteredCloud): Promise<Metered<boolean>> {
  const name = metered.driven.cloud.functions.names.find((each) => each.endsWith('due-sweep')) ?? ''
  const swept = await metered.metered((trace) => metered.jobs.run(name, trace))
  if (!swept.result) throw new Error('the sweep failed')
  return swept
}
