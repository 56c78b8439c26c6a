import type { Table } from '../../../shared/store/table.ts'
import type { AttemptDue } from '../model/dispatch.ts'
import { readSubscription, type Subscription } from '../model/webhook.ts'

/** Gives the subscription that an attempt is for; null where it is gone. */
export type ReadSubscription = (due: AttemptDue) => Promise<Subscription | null>

/** As it is now. */
export function subscriptionFrom(
  table: Table,
  { webhookId, ownerOrgId: orgId, applicationId }: AttemptDue,
): Promise<Subscription | null> {
  return readSubscription(table, { orgId, applicationId }, webhookId)
}

/** Reads each subscription once: for attempts that begin, or end, at about the same moment, most of which are of the same few. */
export function subscriptionsOnce(table: Table): ReadSubscription {
  const read = new Map<string, Promise<Subscription | null>>()
  return (due) => {
    const found = read.get(due.webhookId) ?? subscriptionFrom(table, due)
    read.set(due.webhookId, found)
    return found
  }
}
