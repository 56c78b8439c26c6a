import * as v from 'valibot'
import { apiVersion, type Envelope, type EventOwner } from '../../events/envelope.ts'
import { busSources } from '../../events/internal.ts'
import { dayMs, minuteMs, timestamp } from '../platform/clock.ts'
import { idAt, timeOfId } from '../platform/ids.ts'
import { type AuditRecord, auditedSchema, authorSchema } from './audit.ts'
import type { Collection } from './collection.ts'
import { dueKeys } from './due.ts'
import type { NodePlace } from './entities.ts'
import type { Key } from './table.ts'

const toldSchema = v.object({ type: v.string(), data: v.record(v.string(), v.unknown()) })

/** Of the public catalog. What is sent of it tells less: who may read an event is decided by where it happened. */
const eventSchema = v.object({
  ...toldSchema.entries,
  /** The path of its place in the organization's tree, which is empty for the organization; null where it is not known. */
  path: v.nullable(v.string()),
})
export type OutboxEntryEvent = v.InferOutput<typeof eventSchema>

/** The organization that an event belongs to, and where in it that happened. */
export type EventPlace = EventOwner & NodePlace

const linksSchema = v.object({
  /** Of the entry before its first; empty where that is the organization's very first. */
  prevHash: v.string(),
  /** Of its entries, in their order. */
  hashes: v.array(v.string()),
})
/** The place of a commit's audit entries in the chain of their organization and day. */
export type Links = v.InferOutput<typeof linksSchema>

/**
 * What one commit did to an organization: the events that tell of it and its audit entries, in one item, since each item
 * of a transaction is paid for. What they have in common is noted once. The stream relays the events to the bus and
 * links the entries; until the relay has noted that, the outbox entry is due, so that a sweep finds what a stalled stream left
 * behind.
 */
export const outboxSchema = v.object({
  /** The root of the ids of its events and entries, which follow from their places and never change. */
  id: v.string(),
  orgId: v.string(),
  livemode: v.boolean(),
  /** When its id was made, which tells it. */
  at: v.string(),
  /** Null where nothing public is told. */
  providerId: v.nullable(v.string()),
  events: v.array(eventSchema),
  /** What the jobs of the service are told. */
  jobs: v.array(toldSchema),
  /** Null where nothing is audited. */
  author: v.nullable(authorSchema),
  audited: v.array(auditedSchema),
  /** Null until they are linked. */
  links: v.nullable(linksSchema),
  publishedAt: v.nullable(v.string()),
})
export type OutboxEntry = v.InferOutput<typeof outboxSchema>

/** Events are kept for as long as they can be read and replayed (contract §8: 30 days), audit entries for three years. */
export const eventsKeptForMs = 30 * dayMs
export const auditKeptForMs = 3 * 365 * dayMs
/** How long the stream may take before the sweep publishes in its stead. */
const relayGraceMs = 5 * minuteMs

/**
 * An outbox entry has its id, and with it its place among the others, before it is committed: one with an earlier id can appear
 * after one with a later id. So no try of a commit starts later than this after the id was made (an API request has 25 s).
 */
export const commitWithinMs = 30_000

/**
 * How old an outbox entry's id is when no earlier one can appear any more. A try may take 5 s, the table may carry out what nobody
 * waits for any longer, and the clocks of two machines may differ: twice as long covers all of it.
 */
export const settledAfterMs = 2 * commitWithinMs

const [partitionStart, partitionEnd] = ['ORG#', '#JOURNAL']

/** An organization's outbox entries stand in the order of their ids, and so of their commits. */
export function outboxPartition(orgId: string): string {
  return `${partitionStart}${orgId}${partitionEnd}`
}

export function isOutboxEntryKey({ PK }: Key): boolean {
  return PK.endsWith(partitionEnd)
}

export const outboxEntries: Collection<OutboxEntry> = {
  name: 'journal',
  schema: outboxSchema,
  key: ({ orgId, id }) => ({ PK: outboxPartition(orgId), SK: id }),
  toldByKey: ({ PK, SK }) => ({
    orgId: PK.slice(partitionStart.length, -partitionEnd.length),
    id: SK,
    at: timestamp(timeOfId(SK)),
  }),
  // The relay's filter of the stream asks for these keys: they say that there is something to publish.
  indexKeys: (outboxEntry) => (isUnpublished(outboxEntry) ? dueKeys(outboxEntry.id, dueAtOf(outboxEntry)) : {}),
  expiresAtSec: ({ at, audited }) =>
    Math.floor((Date.parse(at) + (audited.length > 0 ? auditKeptForMs : eventsKeptForMs)) / 1000),
}

/** Whether the outbox entry has events, or audit entries, of which it is not noted that they are on the bus, or linked. */
export function isUnpublished({ events, jobs, audited, publishedAt }: OutboxEntry): boolean {
  return publishedAt === null && events.length + jobs.length + audited.length > 0
}

function dueAtOf({ at }: OutboxEntry): string {
  return timestamp(Date.parse(at) + relayGraceMs)
}

/** The public events of a commit, as subscribers get them. */
export function envelopesOf({ id, at, providerId, orgId, livemode, events }: OutboxEntry): Envelope[] {
  if (providerId === null) return []
  const common = { apiVersion, createdAt: at, providerId, orgId, livemode } as const
  return events.map(({ type, data }, index) => ({ ...common, id: idAt(id, index), type, data }))
}

/** An event as the bus carries it. */
export interface Outgoing {
  readonly source: string
  readonly detail: { readonly id: string; readonly type: string; readonly createdAt: string }
}

/** Everything that a commit told, in its order: to subscribers, then to the jobs. */
export function outgoingOf(outboxEntry: OutboxEntry): Outgoing[] {
  const { id, at, events, jobs } = outboxEntry
  const told = jobs.map(({ type, data }, index) => ({
    source: busSources.internal,
    detail: { id: idAt(id, events.length + index), type, createdAt: at, data },
  }))
  return [...envelopesOf(outboxEntry).map((detail) => ({ source: busSources.public, detail })), ...told]
}

/** The audit entries of a commit. */
export function auditRecordsOf(outboxEntry: OutboxEntry): AuditRecord[] {
  const { id, at, orgId, livemode, events, jobs, audited, author, links } = outboxEntry
  if (author === null) return []
  const before = events.length + jobs.length
  return audited.map((entry, index) => {
    const hash = links?.hashes[index] ?? null
    const prevHash = (index === 0 ? links?.prevHash : links?.hashes[index - 1]) ?? null
    return { ...entry, ...author, id: idAt(id, before + index), at, orgId, livemode, hash, prevHash }
  })
}
