import * as v from 'valibot'
import { eventData } from '../../events/catalog.ts'
import type { EventOwner, PublicEvent } from '../../events/envelope.ts'
import type { InternalEvent } from '../../events/internal.ts'
import type { Refusal } from '../errors/refusal.ts'
import { type Clock, timestamp } from '../platform/clock.ts'
import { type Ids, idAt } from '../platform/ids.ts'
import type { AuditEntry, Author } from './audit.ts'
import { type Collection, toItem, type Versioned, versionIs } from './collection.ts'
import { pathOf } from './entities.ts'
import { commitWithinMs, type EventPlace, type OutboxEntry, outboxEntries } from './outbox-entry.ts'
import type { Key, Table, TransactionItem } from './table.ts'

/** The author as an organization knows them: a person can have another name in each. */
export type AuthorIn = (orgId: string) => Author

/** A write of the commit, and what it means when its condition does not hold. */
export interface Write {
  readonly item: TransactionItem
  /** `stale`: somebody else wrote first, so the decision has to be taken again on what is there now. */
  readonly ifConditionFails: Refusal | 'stale'
  /** What it means where the item would be larger than DynamoDB takes; a bug where nothing is said. */
  readonly ifTooLarge?: Refusal
}

/**
 * What a request or a job is about to do. Nothing is written until the whole of it is committed in one transaction:
 * records, events, audit entries and the recorded answer of an idempotency key.
 */
export class UnitOfWork {
  readonly #writes: Write[] = []
  readonly #outboxEntries = new Map<string, OutboxEntry>()
  readonly #undoings: (() => Promise<void>)[] = []
  readonly #table: Table
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #author: AuthorIn
  readonly #aheadMs: number

  /** `aheadMs`: how far the clock of the test organization that it is about is ahead. What it tells and audits has the real time. */
  constructor(options: { table: Table; clock: Clock; ids: Ids; author: Author | AuthorIn; aheadMs?: number }) {
    this.#aheadMs = options.aheadMs ?? 0
    this.#table = options.table
    this.#clock = options.clock
    this.#ids = options.ids
    const { author } = options
    this.#author = typeof author === 'function' ? author : () => author
  }

  /** An empty work of the same author, for what is committed by itself. */
  another(): UnitOfWork {
    return new UnitOfWork({
      table: this.#table,
      clock: this.#clock,
      ids: this.#ids,
      author: this.#author,
      aheadMs: this.#aheadMs,
    })
  }

  /** Everything that the one transaction is to write; the outbox entries last. */
  get writes(): readonly Write[] {
    return [
      ...this.#writes,
      ...[...this.#outboxEntries.values()].map((outboxEntry) => this.#partOf(outboxEntries, outboxEntry)),
    ]
  }

  /** Whether what it tells and audits is too old to be written: its place in the order of what happened is taken as settled. */
  get isOverdue(): boolean {
    return [...this.#outboxEntries.values()].some(({ at }) => this.#clock() - Date.parse(at) > commitWithinMs)
  }

  /** The time, and an id that sorts behind those of earlier moments, for what is noted beside its records. */
  moment(): { id: string; at: string } {
    const nowMs = this.#clock()
    return { id: this.#ids(nowMs), at: timestamp(nowMs + this.#aheadMs) }
  }

  /** The real time, by which budgets are counted. */
  get nowMs(): number {
    return this.#clock()
  }

  /** A new record. When one is there already, the commit refuses as told. */
  create<T>(collection: Collection<T>, record: T, ifTaken: Refusal | 'stale' = 'stale'): void {
    const Item = toItem(collection, record)
    const item = { Put: { TableName: this.#table.name, Item, ConditionExpression: 'attribute_not_exists(PK)' } }
    this.#writes.push({ item, ifConditionFails: ifTaken })
  }

  /** The next state of a versioned record, taken only where the version that was read still stands. */
  update<T extends { version: number }>(collection: Versioned<T>, before: T, after: T): void {
    if (after.version !== before.version + 1)
      throw new Error(`${collection.name}: a change counts the version up by one`)
    const item = {
      Put: {
        TableName: this.#table.name,
        Item: toItem(collection, after),
        ...versionIs(collection, before),
      },
    }
    this.#writes.push({ item, ifConditionFails: 'stale' })
  }

  /** Removes a versioned record, only where the version that was read still stands. */
  remove<T extends { version: number }>(collection: Versioned<T>, record: T): void {
    const item = {
      Delete: {
        TableName: this.#table.name,
        Key: collection.key(record),
        ...versionIs(collection, record),
      },
    }
    this.#writes.push({ item, ifConditionFails: 'stale' })
  }

  /** Writes a record that belongs to a versioned one whose own write guards both. */
  putPart<T>(collection: Collection<T>, record: T): void {
    this.#writes.push(this.#partOf(collection, record))
  }

  #partOf<T>(collection: Collection<T>, record: T): Write {
    const item = { Put: { TableName: this.#table.name, Item: toItem(collection, record) } }
    return { item, ifConditionFails: 'stale' }
  }

  /** Removes a record that belongs to a versioned one whose own write guards both. */
  removePart(key: Key): void {
    this.#writes.push({
      item: { Delete: { TableName: this.#table.name, Key: key } },
      ifConditionFails: 'stale',
    })
  }

  /** Any other conditional write, such as a counter or a thing that is used up. */
  write(item: (tableName: string) => TransactionItem, ifConditionFails: Refusal | 'stale', ifTooLarge?: Refusal): void {
    this.#writes.push({ item: item(this.#table.name), ifConditionFails, ...(ifTooLarge && { ifTooLarge }) })
  }

  /** How to take back what was done outside the table, should the commit not come about. */
  ifNotCommitted(undo: () => Promise<void>): void {
    this.#undoings.push(undo)
  }

  /** Takes back what was done outside the table. What cannot be taken back now expires by itself. */
  async undo(): Promise<void> {
    await Promise.allSettled(this.#undoings.map((undo) => undo()))
  }

  /** An event of the public catalog: on the bus if, and only if, this work is committed. Data that does not fit the catalog throws. */
  emit({ type, data }: PublicEvent, place: EventPlace): void {
    const outboxEntry = this.#outboxOf(place)
    outboxEntry.providerId = place.providerId
    outboxEntry.events.push({ type, data: v.parse(eventData[type], data), path: pathOf(place) })
  }

  /** Tells a job of the service, on the same terms. */
  enqueue({ type, data }: InternalEvent, owner: OutboxEntryOwner): void {
    this.#outboxOf(owner).jobs.push({ type, data })
  }

  audit({ orgId, livemode, ...entry }: AuditEntry): void {
    const outboxEntry = this.#outboxOf({ orgId, livemode })
    outboxEntry.author = this.#author(orgId)
    outboxEntry.audited.push(entry)
  }

  /** What this work does to an organization is told and audited in one item. */
  #outboxOf({ orgId, livemode }: OutboxEntryOwner): OutboxEntry {
    const nowMs = this.#clock()
    const outboxEntry = this.#outboxEntries.get(orgId) ?? {
      id: idAt(this.#ids(nowMs), 0),
      orgId,
      livemode,
      at: timestamp(nowMs),
      publishedAt: null,
      providerId: null,
      events: [],
      jobs: [],
      author: null,
      audited: [],
      links: null,
    }
    this.#outboxEntries.set(orgId, outboxEntry)
    return outboxEntry
  }
}

type OutboxEntryOwner = Pick<EventOwner, 'orgId' | 'livemode'>
