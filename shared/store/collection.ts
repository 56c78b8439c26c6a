import * as v from 'valibot'
import { withNulls, withoutNulls } from './absent-nulls.ts'
import type { IndexKeys, Item, Key } from './table.ts'
import { keepUnknownFields, withUnknownFields } from './unknown-fields.ts'

/** Records of one kind in the table: their schema, their keys, and how they are found. */
export interface Collection<T> {
  readonly name: string
  readonly schema: v.GenericSchema<unknown, T>
  readonly key: (record: T) => Key
  /** The second index, too, holds a copy of the whole record. */
  readonly isListedTwice?: true
  /** The fields that the keys contain: they are not stored a second time. */
  readonly toldByKey?: (keys: Key & IndexKeys) => Partial<T>
  readonly indexKeys?: (record: T) => IndexKeys
  /** When DynamoDB may delete the item: seconds since the epoch. */
  readonly expiresAtSec?: (record: T) => number | undefined
}

/** A collection whose records are changed only where their `version` is the one that was read. */
export type Versioned<T extends { version: number }> = Collection<T>

/** The attribute that the second index holds a copy of, beside keys and type. */
export const listedAttribute = 'listed'

/** A record has one attribute for itself, so that no field of it collides with a key. */
function recordAttribute<T>({ isListedTwice }: Collection<T>): string {
  return isListedTwice ? listedAttribute : 'record'
}

/** The item that holds a record: as plain as the record, but without nulls, and without the fields that its keys contain. */
export function toItem<T>(collection: Collection<T>, record: T): Item {
  const keys = { ...collection.key(record), ...collection.indexKeys?.(record) }
  return {
    ...keys,
    type: collection.name,
    expiresAt: collection.expiresAtSec?.(record),
    [recordAttribute(collection)]: stored(collection, record, keys),
  }
}

/** The condition that a stored record still has the version that was read. */
export function versionIs<T extends { version: number }>(collection: Versioned<T>, { version }: T) {
  return {
    ConditionExpression: '#record.#version = :version',
    ExpressionAttributeNames: { '#record': recordAttribute(collection), '#version': 'version' },
    ExpressionAttributeValues: { ':version': version },
  }
}

function stored<T>(collection: Collection<T>, record: T, keys: Key & IndexKeys): unknown {
  const inKeys = collection.toldByKey?.(keys)
  const own = inKeys && isObject(record) ? omitted(record, Object.keys(inKeys)) : record
  return withUnknownFields(withoutNulls(collection.schema, own), own)
}

/** The record that an item holds, with fields that only a later version knows. An item that does not fit its schema is broken, and throws. */
export function fromItem<T>(collection: Collection<T>, item: Item): T {
  if (item.type !== collection.name) throw new Error(`expected an item of ${collection.name}, found ${item.type}`)
  const inKeys = collection.toldByKey?.(keysOf(item))
  const content = item[recordAttribute(collection)]
  const record = inKeys && isObject(content) ? { ...content, ...inKeys } : content
  const read = v.parse(collection.schema, withNulls(collection.schema, record))
  keepUnknownFields(read, content)
  return read
}

function keysOf({ PK, SK, GSI1PK, GSI1SK, GSI2PK, GSI2SK }: Item): Key & IndexKeys {
  return {
    PK: String(PK),
    SK: String(SK),
    ...(GSI1PK !== undefined && { GSI1PK: String(GSI1PK), GSI1SK: String(GSI1SK) }),
    ...(GSI2PK !== undefined && { GSI2PK: String(GSI2PK), GSI2SK: String(GSI2SK) }),
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Undefined fields are not stored. Deleting them from a copy would slow down everything that reads it. */
function omitted(record: object, names: readonly string[]): object {
  return { ...record, ...Object.fromEntries(names.map((name) => [name, undefined])) }
}

/** The records of one collection among the items of a partition. */
export function recordsOf<T>(collection: Collection<T>, items: readonly Item[]): T[] {
  return items.filter((item) => item.type === collection.name).map((item) => fromItem(collection, item))
}
