import type { TransactWriteItem } from '@aws-sdk/client-dynamodb'
import { type EventOwner, enveloped, type PublicEvent } from '../../events/envelope.ts'
import type { InternalEvent } from '../../events/internal.ts'
import { type Clock, timestamp } from '../clock.ts'
import type { Refusal } from '../errors/refusal.ts'
import type { Ids } from '../ids.ts'
import { type AuditActor, type AuditEntry, auditEntries } from './audit.ts'
import { type Collection, toItem, type Versioned } from './collection.ts'
import { outbox, outboxRecord } from './outbox.ts'
import { type Key, marshalled, type Table } from './table.ts'

/** A write of the commit, and what it means when its condition does not hold. */
export interface Write {
  readonly item: TransactWriteItem
  /** `stale`: somebody else wrote first, so the decision has to be taken again on what is there now. */
  readonly ifConditionFails: Refusal | 'stale'
}

/** Who the writes are made by, for the audit entries among them. */
export interface Author {
  readonly actor: AuditActor
  readonly requestId: string
  readonly ip: string | null
  readonly userAgent: string | null
}

/**
 * What a request or a job is about to do. Nothing is written until the whole of it is committed in one transaction:
 * records, events, audit entries and the recorded answer of an idempotency key.
 */
export class Work {
  readonly writes: Write[] = []
  readonly #undoings: (() => Promise<void>)[] = []
  readonly #table: Table
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #author: Author

  constructor(options: { table: Table; clock: Clock; ids: Ids; author: Author }) {
    this.#table = options.table
    this.#clock = options.clock
    this.#ids = options.ids
    this.#author = options.author
  }

  /** A new record. When one is there already, the commit refuses as told. */
  create<T>(collection: Collection<T>, record: T, ifTaken: Refusal | 'stale' = 'stale'): void {
    const Item = marshalled(toItem(collection, record))
    const item = { Put: { TableName: this.#table.name, Item, ConditionExpression: 'attribute_not_exists(PK)' } }
    this.writes.push({ item, ifConditionFails: ifTaken })
  }

  /** The next state of a versioned record, taken only where the version that was read still stands. */
  update<T extends { version: number }>(collection: Versioned<T>, before: T, after: T): void {
    if (after.version !== before.version + 1)
      throw new Error(`${collection.name}: a change counts the version up by one`)
    const item = {
      Put: {
        TableName: this.#table.name,
        Item: marshalled(toItem(collection, after)),
        ConditionExpression: '#record.#version = :version',
        ExpressionAttributeNames: versionPath,
        ExpressionAttributeValues: marshalled({ ':version': before.version }),
      },
    }
    this.writes.push({ item, ifConditionFails: 'stale' })
  }

  /** Removes a versioned record, only where the version that was read still stands. */
  remove<T extends { version: number }>(collection: Versioned<T>, record: T): void {
    const item = {
      Delete: {
        TableName: this.#table.name,
        Key: marshalled(collection.key(record)),
        ConditionExpression: '#record.#version = :version',
        ExpressionAttributeNames: versionPath,
        ExpressionAttributeValues: marshalled({ ':version': record.version }),
      },
    }
    this.writes.push({ item, ifConditionFails: 'stale' })
  }

  /** Writes a record that belongs to a versioned one whose own write guards both. */
  putPart<T>(collection: Collection<T>, record: T): void {
    this.writes.push({
      item: { Put: { TableName: this.#table.name, Item: marshalled(toItem(collection, record)) } },
      ifConditionFails: 'stale',
    })
  }

  /** Removes a record that belongs to a versioned one whose own write guards both. */
  removePart(key: Key): void {
    this.writes.push({
      item: { Delete: { TableName: this.#table.name, Key: marshalled(key) } },
      ifConditionFails: 'stale',
    })
  }

  /** Any other conditional write, such as a counter or a thing that is used up. */
  write(item: (tableName: string) => TransactWriteItem, ifConditionFails: Refusal | 'stale'): void {
    this.writes.push({ item: item(this.#table.name), ifConditionFails })
  }

  /** How to take back what was done outside the table, should the commit not come about. */
  ifNotCommitted(undo: () => Promise<void>): void {
    this.#undoings.push(undo)
  }

  /** Takes back what was done outside the table. What cannot be taken back now expires by itself. */
  async undo(): Promise<void> {
    await Promise.allSettled(this.#undoings.map((undo) => undo()))
  }

  /** An event of the public catalog: on the bus if, and only if, this work is committed. */
  emit(event: PublicEvent, owner: EventOwner): void {
    const at = timestamp(this.#clock())
    const envelope = enveloped(event, owner, this.#ids(), at)
    this.putPart(outbox, outboxRecord({ audience: 'public', envelope }))
  }

  /** Tells a job of the service, on the same terms. */
  tell(event: InternalEvent): void {
    const at = timestamp(this.#clock())
    this.putPart(outbox, outboxRecord({ audience: 'internal', event: { ...event, id: this.#ids(), createdAt: at } }))
  }

  audit(entry: AuditEntry): void {
    const at = timestamp(this.#clock())
    this.putPart(auditEntries, { ...entry, ...this.#author, id: this.#ids(), at })
  }
}

const versionPath = { '#record': 'record', '#version': 'version' }
