import { recordsOf } from '../../../shared/store/collection.ts'
import { newestBetween, type Table } from '../../../shared/store/table.ts'
import { type Attempt, deliveries, deliveryPartition } from '../../webhooks/model/delivery.ts'

/** An attempt that failed. */
export type Failure = Pick<Attempt, 'responseCode'> & { readonly error: NonNullable<Attempt['error']> }

const everyDelivery = { from: '0', to: '~' }

/** The events whose deliveries are looked at. */
const newestEvents = 20

/** What went wrong at the last attempt to deliver one of the newest events; null where none of them failed. */
export async function latestFailure(table: Table, webhookId: string): Promise<Failure | null> {
  const items = await newestBetween(table, deliveryPartition(webhookId), everyDelivery, newestEvents)
  const counted = recordsOf(deliveries, items).filter(({ eventType }) => eventType !== 'webhook.test')
  const failures = counted
    .flatMap(({ attempts }) => attempts)
    .flatMap(({ at, responseCode, error }) => (error === null ? [] : [{ at, responseCode, error }]))
  return failures.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0] ?? null
}
