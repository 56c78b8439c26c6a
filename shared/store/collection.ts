import * as v from 'valibot'
import type { IndexKeys, Item, Key } from './table.ts'

/** Records of one kind in the table: their schema, where they are, and how they are found. */
export interface Collection<T> {
  readonly name: string
  readonly schema: v.GenericSchema<unknown, T>
  readonly key: (record: T) => Key
  readonly indexKeys?: (record: T) => IndexKeys
  /** When DynamoDB may drop the item: seconds since the epoch. */
  readonly expiresAtSec?: (record: T) => number | undefined
}

/** A collection whose records are changed only where their `version` is the one that was read. */
export type Versioned<T extends { version: number }> = Collection<T>

/** The item that holds a record. Records keep to an attribute of their own, so that no field collides with a key. */
export function toItem<T>(collection: Collection<T>, record: T): Item {
  return {
    ...collection.key(record),
    ...collection.indexKeys?.(record),
    type: collection.name,
    expiresAt: collection.expiresAtSec?.(record),
    record,
  }
}

/** The record that an item holds. An item that does not fit its schema is broken data, and nothing is guessed from it. */
export function fromItem<T>(collection: Collection<T>, item: Item): T {
  if (item.type !== collection.name) throw new Error(`expected an item of ${collection.name}, found ${item.type}`)
  return v.parse(collection.schema, item.record)
}

/** The records of one collection among the items of a partition. */
export function recordsOf<T>(collection: Collection<T>, items: readonly Item[]): T[] {
  return items.filter((item) => item.type === collection.name).map((item) => fromItem(collection, item))
}
