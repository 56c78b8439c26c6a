import { maxWebhooks } from '../../functions/webhooks/model/register.ts'
import type { MeteredCloud } from '../costs/metered-cloud.ts'
import { newEvents } from '../faults/support/events-on-their-way.ts'
import { tenantWorld } from '../faults/support/tenant-world.ts'
import { managerOf } from '../support/api-keys.ts'
import { installedPartner } from '../support/applications.ts'
import { partnerHook } from '../support/partner-webhooks.ts'
import { hookFor } from '../support/webhooks.ts'
import { held, type Rows } from './cells.ts'
import { webhookGoals } from './goals.ts'
import { spreadTogether } from './webhook-batches.ts'
import { type Bill, dollarsOf, rounded } from './webhook-bill.ts'

/** Nobody listens there, and nothing is posted here. */
const nowhere = 'http://127.0.0.1:9'

/** What it takes to make the deliveries of one event, by how many subscriptions are for it. */
export async function fanoutCosts(metered: MeteredCloud): Promise<Rows> {
  await spreadTo(metered, { subscriptions: 1 })
  const one = await spreadTo(metered, { subscriptions: 1 })
  const goal = webhookGoals.hundredToOne
  const [ten, many, few] = [
    await spreadTo(metered, { subscriptions: 10 }),
    await spreadTo(metered, { subscriptions: 100 }),
    await spreadTo(metered, { subscriptions: 100, ofApplication: maxWebhooks }),
  ]
  return {
    '1 subscription': fanoutCells(one, one),
    '10 subscriptions': fanoutCells(ten, one),
    [`100, ${100 - maxWebhooks} of as many applications`]: fanoutCells(many, one, goal),
    [`100, ${maxWebhooks} of each of some applications`]: fanoutCells(few, one, goal),
  }
}

interface Spread {
  readonly subscriptions: number
  /** How many an application has. */
  readonly ofApplication?: number
}

/** An organization has some subscriptions of its own; the others are those of applications that it lets in. */
async function spreadTo(metered: MeteredCloud, { subscriptions, ofApplication = 1 }: Spread): Promise<Bill> {
  const { tenant } = await tenantWorld(metered.driven, metered.jobs)
  const manager = await managerOf(tenant)
  const own = Math.min(subscriptions, maxWebhooks)
  for (let index = 0; index < own; index++) await hookFor(manager, `${nowhere}/${index}`)
  for (let made = own; made < subscriptions; made += ofApplication) {
    const partner = await installedPartner(tenant, { scopes: ['orgs:write'] })
    for (let index = 0; index < ofApplication; index++) await partnerHook(partner, `${nowhere}/${index}`)
  }
  return await spreadTogether(metered, newEvents(tenant, 1))
}

/** Beside each of what is paid for, as how many times that of one subscription. */
function fanoutCells(bill: Bill, one: Bill, goal?: number) {
  const [dollars, ofOne] = [dollarsOf(bill), dollarsOf(one)].map(({ dynamoDb, sqs, lambda }) => dynamoDb + sqs + lambda)
  const [units, unitsOfOne] = [bill, one].map(({ units: { tableWrites, indexWrites } }) => tableWrites + indexWrites)
  const [calls, callsOfOne] = [bill, one].map(({ dynamoDbCalls, groupedSends }) => dynamoDbCalls + groupedSends)
  const times = (value = 0, least = 1) => held(rounded(value / least), goal)
  return {
    'of DynamoDB': bill.dynamoDbCalls,
    'of SQS': bill.groupedSends,
    reads: bill.units.reads,
    writes: bill.units.tableWrites,
    'index writes': bill.units.indexWrites,
    '$ of a million': rounded(dollars ?? 0),
    'calls, times': times(calls, callsOfOne),
    'reads, times': times(bill.units.reads, one.units.reads),
    'writes, times': times(units, unitsOfOne),
    '$, times': times(dollars, ofOne),
  }
}
