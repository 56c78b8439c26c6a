import type { Envelope } from '../../events/envelope.ts'
import { grants, grantsOf } from '../../shared/grants/grant.ts'
import type { Platform } from '../../shared/platform.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { getItems, queryIndex, type Table } from '../../shared/store/table.ts'
import type { Delivery } from '../../shared/webhooks/delivery.ts'
import { newDelivery } from '../../shared/webhooks/delivery-transitions.ts'
import { keysOfListening, mayListen } from '../../shared/webhooks/listening-right.ts'
import { listensTo, type Webhook, webhooksOf } from '../../shared/webhooks/webhook.ts'

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

/** An organization has some grants; of more than this the newest count. */
const maxGrants = 1_000

/** The subscriptions of the applications that an organization lets in, as it stands now. */
async function webhooksOfApplications(table: Table, orgId: string): Promise<Webhook[]> {
  const range = { partition: grantsOf(orgId), newestFirst: true, limit: maxGrants }
  const listed = recordsOf(grants, await queryIndex(table, { index: 'GSI1', ...range }))
  const administering = listed.filter(({ status, kind }) => status === 'active' && kind !== 'delegated')
  const ids = [...new Set(administering.map(({ applicationId }) => applicationId))]
  if (ids.length === 0) return []
  // The index may lag behind a revocation: what stands under the keys themselves decides.
  const keys = ids.flatMap((id) => keysOfListening(id, orgId))
  const [items, subscribed] = await Promise.all([
    getItems(table, keys),
    Promise.all(ids.map((applicationId) => webhooksOf(table, { orgId: null, applicationId }))),
  ])
  return ids.flatMap((id, index) => (mayListen(items, id) ? (subscribed[index] ?? []) : []))
}
