import type { Envelope } from '../../../events/envelope.ts'
import { clientKey } from '../../../shared/auth/client.ts'
import { administrationsOf, standingGrants } from '../../../shared/auth/grants/standing-grant.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItems, queryPartition, type Table } from '../../../shared/store/table.ts'
import type { Delivery } from '../model/delivery.ts'
import { newDelivery } from '../model/delivery-transitions.ts'
import { mayListen } from '../model/listening-right.ts'
import { listensTo, type Webhook, webhooksOf } from '../model/webhook.ts'

/** Gives all subscriptions that events of an organization may go to. */
type Subscribers = (orgId: string) => Promise<readonly Webhook[]>

/** Reads those of each organization once: for events that came together, all of which happened before. */
export function subscribersOnce(table: Table): Subscribers {
  const read = new Map<string, Promise<readonly Webhook[]>>()
  return (orgId) => {
    const found = read.get(orgId) ?? subscribersOf(table, orgId)
    read.set(orgId, found)
    return found
  }
}

async function subscribersOf(table: Table, orgId: string): Promise<readonly Webhook[]> {
  const own = webhooksOf(table, { orgId, applicationId: null })
  return (await Promise.all([own, webhooksOfApplications(table, orgId)])).flat()
}

/** The deliveries of an event to be made: one for each subscription that is for it. */
export async function deliveriesOf(
  { clock }: Platform,
  subscribers: Subscribers,
  envelope: Envelope,
): Promise<Delivery[]> {
  return (await subscribers(envelope.orgId))
    .filter((webhook) => isOpen(webhook) && listensTo(webhook, envelope))
    .map((webhook) => newDelivery(webhook, envelope, clock()))
}

const isOpen = ({ status }: Webhook) => status === 'enabled'

/** The subscriptions of the applications that an organization lets in, as it stands now. */
async function webhooksOfApplications(table: Table, orgId: string): Promise<Webhook[]> {
  const administrations = await queryPartition(table, administrationsOf(orgId), '')
  const ids = recordsOf(standingGrants, administrations).map(({ applicationId }) => applicationId)
  const [records, subscribed] = await Promise.all([
    getItems(table, ids.map(clientKey)),
    Promise.all(ids.map((applicationId) => webhooksOf(table, { orgId: null, applicationId }))),
  ])
  const items = [...administrations, ...records]
  return ids.flatMap((id, index) => (mayListen(items, id) ? (subscribed[index] ?? []) : []))
}
