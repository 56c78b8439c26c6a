import { hash } from 'node:crypto'
import * as v from 'valibot'
import { attemptDelaysSec, delayBeforeSec } from '../../../events/delivery-schedule.ts'
import { dayMs, minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import { growing } from '../../../shared/platform/growing.ts'
import { derivedUuidV7, timeOfId } from '../../../shared/platform/ids.ts'
import { fromItem, type Versioned } from '../../../shared/store/collection.ts'
import { dueKeys } from '../../../shared/store/due.ts'
import { getItem, type Key, type Table } from '../../../shared/store/table.ts'

export const deliveryStatuses = ['pending', 'retrying', 'succeeded', 'dead', 'canceled'] as const
export const deliveryErrors = [
  'timeout',
  'connection_error',
  'dns_error',
  'tls_error',
  'redirect',
  'blocked_address',
  'http_status',
] as const

export const attemptSchema = v.object({
  /** From 1; a replay starts again. */
  number: v.number(),
  at: v.string(),
  durationMs: v.number(),
  responseCode: v.nullable(v.number()),
  /** The first characters of the response. */
  responseBody: v.nullable(v.string()),
  /** Null if the receiver accepted the event. */
  error: v.nullable(growing(deliveryErrors)),
})
export type Attempt = v.InferOutput<typeof attemptSchema>

/** The delivery of one event to one subscription. */
export const deliverySchema = v.object({
  id: v.string(),
  webhookId: v.string(),
  /** The owner of the subscription: one of the two is null. */
  ownerOrgId: v.nullable(v.string()),
  applicationId: v.nullable(v.string()),
  /** The organization of the event. */
  orgId: v.string(),
  livemode: v.boolean(),
  eventId: v.string(),
  eventType: v.string(),
  status: v.picklist(deliveryStatuses),
  /** The attempts of the current budget. */
  attemptCount: v.number(),
  /** The number of budgets: 1, plus one for each replay. */
  budget: v.number(),
  /** Null if no attempt follows, or none while the subscription is disabled. */
  nextAttemptAt: v.nullable(v.string()),
  createdAt: v.string(),
  /** How often its next attempt was brought forward; null if never. */
  resumptions: v.nullable(v.number()),
  /** True if a guard covers its first attempt (delivery-guard.ts), so the delivery itself is not due. */
  isGuarded: v.nullable(v.literal(true)),
  /** When it was last replayed. */
  replayedAt: v.nullable(v.string()),
  completedAt: v.nullable(v.string()),
  lastResponseCode: v.nullable(v.number()),
  /** The posted bytes, the same in every attempt. */
  payload: v.string(),
  /** The latest attempts of all budgets. */
  attempts: v.array(attemptSchema),
  version: v.number(),
})
export type Delivery = v.InferOutput<typeof deliverySchema>

/** The log is kept for as long as events are (contract §6.4). */
export const deliveriesKeptForMs = 30 * dayMs
/** How late an attempt must be to count as lost, so that a sweep enqueues it again. */
export const attemptGraceMs = 5 * minuteMs

const [partitionStart, partitionEnd] = ['WEBHOOK#', '#DELIVERIES']

/** The deliveries of a subscription, in the order of its events. `GSI3` lists them by their creation. */
export function deliveryPartition(webhookId: string): string {
  return `${partitionStart}${webhookId}${partitionEnd}`
}

export function deliveryKey(webhookId: string, id: string): Key {
  return { PK: deliveryPartition(webhookId), SK: id }
}

/** The few deliveries that did not succeed at once are also listed by status. */
export const listedStatuses = ['pending', 'retrying', 'dead'] as const

/** The list of a subscription's deliveries with a status. Pending ones in it wait for the subscription to be enabled. */
export function deliveriesBy(webhookId: string, status: (typeof listedStatuses)[number]): string {
  return `${deliveryPartition(webhookId)}#${status}`
}

/** The place of a delivery among others: by its creation, which is later than its event where that was missed at first. */
export function orderOf({ createdAt, id }: Delivery): string {
  return `${createdAt}#${id}`
}

export const deliveries: Versioned<Delivery> = {
  name: 'delivery',
  schema: deliverySchema,
  key: ({ webhookId, id }) => deliveryKey(webhookId, id),
  toldByKey: ({ PK, SK }) => ({ webhookId: PK.slice(partitionStart.length, -partitionEnd.length), id: SK }),
  indexKeys: (delivery) => ({ ...listingKeys(delivery), ...dueKeysOf(delivery), ...logKeys(delivery) }),
  expiresAtSec: (delivery) => Math.ceil(keptUntilMs(delivery) / 1000),
}

/** A delivery that is replayed late is kept until all its attempts are made. */
function keptUntilMs({ createdAt, replayedAt }: Delivery): number {
  const replayed = replayedAt === null ? 0 : Date.parse(replayedAt) + 2 * dayMs
  return Math.max(Date.parse(createdAt) + deliveriesKeptForMs, replayed)
}

/** They never change, so that only the creation of a delivery is written to the index of the log. */
function logKeys(delivery: Delivery) {
  return { GSI3PK: deliveryPartition(delivery.webhookId), GSI3SK: orderOf(delivery) }
}

function listingKeys(delivery: Delivery) {
  const { webhookId, status, nextAttemptAt } = delivery
  const isListed = status === 'retrying' || status === 'dead' || (status === 'pending' && nextAttemptAt === null)
  return isListed ? { GSI1PK: deliveriesBy(webhookId, status), GSI1SK: orderOf(delivery) } : {}
}

function dueKeysOf(delivery: Delivery) {
  const { id, nextAttemptAt, isGuarded } = delivery
  return nextAttemptAt === null || isGuarded
    ? {}
    : dueKeys(id, timestamp(overdueFromMs(nextAttemptAt, delivery)), 'DELIVERY')
}

const mostDoublings = 6

/**
 * Each time that it was brought forward doubles the time: what waits for its turn at a slow subscription looks like what was lost,
 * and would be asked for once more every few minutes, beside all the messages of it that wait already.
 */
function overdueFromMs(nextAttemptAt: string, { resumptions }: Pick<Delivery, 'resumptions'>): number {
  return Date.parse(nextAttemptAt) + attemptGraceMs * 2 ** Math.min(resumptions ?? 0, mostDoublings)
}

/** Whether an attempt is late enough to count as lost. */
export function isOverdue(delivery: Delivery, nowMs: number): boolean {
  const { nextAttemptAt } = delivery
  return nextAttemptAt !== null && overdueFromMs(nextAttemptAt, delivery) <= nowMs
}

/** Whether it is a test that somebody asked for, which says nothing of the subscription's health. */
export const isTest = ({ eventType }: Pick<Delivery, 'eventType'>) => eventType === 'webhook.test'

/** Whether no attempt follows by itself. */
export function isEnded({ status }: Pick<Delivery, 'status'>): boolean {
  return status !== 'pending' && status !== 'retrying'
}

/** When its last attempt ended, after which the next one was set; before all times where none was made. */
export function lastEndedMs({ attempts }: Pick<Delivery, 'attempts'>): number {
  const last = attempts.at(-1)
  return last ? Date.parse(last.at) + last.durationMs : Number.NEGATIVE_INFINITY
}

/**
 * The id of an event's delivery to a subscription: creating it twice gives the same id. It sorts by the
 * time of the event.
 */
export function deliveryIdOf(eventId: string, webhookId: string): string {
  return derivedUuidV7(timeOfId(eventId), `${eventId} ${webhookId}`)
}

/** Whole seconds before each attempt from the second on. What is added to the schedule follows from the delivery. */
export function retryDelaysSec({ id, budget }: Pick<Delivery, 'id' | 'budget'>): number[] {
  return attemptDelaysSec.slice(1).map((_, index) => {
    const digest = hash('sha256', `${id} ${budget} ${index}`, 'buffer')
    return delayBeforeSec(index + 2, digest.readUInt16BE(0) / 0xffff)
  })
}

export async function readDelivery(table: Table, webhookId: string, id: string): Promise<Delivery | null> {
  const item = await getItem(table, deliveryKey(webhookId, id))
  return item && fromItem(deliveries, item)
}
