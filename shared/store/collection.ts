import { deflateSync, inflateSync } from 'node:zlib'
import * as v from 'valibot'
import { withNulls, withoutNulls } from './absent-nulls.ts'
import type { IndexKeys, Item, Key } from './table.ts'

/** Records of one kind in the table: their schema, where they are, and how they are found. */
export interface Collection<T> {
  readonly name: string
  readonly schema: v.GenericSchema<unknown, T>
  /** What the schema knows as null is not stored; a condition cannot ask for it then. */
  readonly leavesNullsOut?: true
  readonly key: (record: T) => Key
  /**
   * What its records mostly look like: they are kept as JSON compressed against this text, since each KB of an item is paid
   * for with each write, twice in a transaction, and with each index. It is never changed: what was compressed with it
   * is read with the very same text alone.
   */
  readonly packedWith?: Buffer
  /** Lists show its packed records out of the second index too. */
  readonly isListedTwice?: true
  /** The fields that the key tells: they are not stored a second time. */
  readonly toldByKey?: (key: Key) => Partial<T>
  readonly indexKeys?: (record: T) => IndexKeys
  /** When DynamoDB may drop the item: seconds since the epoch. */
  readonly expiresAtSec?: (record: T) => number | undefined
}

/** A collection whose records are changed only where their `version` is the one that was read. */
export type Versioned<T extends { version: number }> = Collection<T>

/**
 * The item that holds a record. Records keep to an attribute of their own, so that no field collides with a key; beside a
 * packed one stands its version, which conditions ask for.
 */
export function toItem<T>(collection: Collection<T>, record: T): Item {
  const key = collection.key(record)
  return {
    ...key,
    ...collection.indexKeys?.(record),
    type: collection.name,
    expiresAt: collection.expiresAtSec?.(record),
    ...contentOf(collection, record, stored(collection, record, key)),
  }
}

function contentOf<T>(collection: Collection<T>, record: T, content: unknown): Item {
  const { packedWith: dictionary } = collection
  if (!dictionary) return { record: content }
  const version = isObject(record) ? Reflect.get(record, 'version') : undefined
  const bytes = deflateSync(JSON.stringify(content), { dictionary, ...smallWindow })
  return { version, [packedAttribute(collection)]: bytes }
}

/** The one attribute beside keys and type that the second index has a copy of. */
export const listedAttribute = 'listed'

function packedAttribute<T>({ isListedTwice }: Collection<T>): string {
  return isListedTwice ? listedAttribute : 'packed'
}

/**
 * Records are small: a window of 8 KB holds one with its text, and takes a sixth of the memory and less time. The bytes keep the
 * whole of the buffer that they are written to, a KB and not sixteen.
 */
const smallWindow = { windowBits: 13, memLevel: 5, level: 3, chunkSize: 1024 }
const inflatedAtOnce = { chunkSize: 4096 }

/** The content of an item. Bytes that were packed with another text throw. */
function contentIn<T>(collection: Collection<T>, item: Item): unknown {
  const { packedWith: dictionary } = collection
  if (!dictionary) return item.record
  const packed = item[packedAttribute(collection)]
  if (!(packed instanceof Uint8Array)) throw new Error('expected a packed record')
  return JSON.parse(inflateSync(packed, { dictionary, ...inflatedAtOnce }).toString('utf8'))
}

/** The condition that the version of a stored record is the one that was read. */
export function versionIs<T extends { version: number }>({ packedWith }: Versioned<T>, { version }: T) {
  const values = { ExpressionAttributeValues: { ':version': { N: String(version) } } }
  const names = { '#version': 'version' }
  if (packedWith) return { ConditionExpression: '#version = :version', ExpressionAttributeNames: names, ...values }
  return {
    ConditionExpression: '#record.#version = :version',
    ExpressionAttributeNames: { ...names, '#record': 'record' },
    ...values,
  }
}

/** What of a record is written: not what its key or its schema tell anyway. */
function stored<T>(collection: Collection<T>, record: T, key: Key): unknown {
  const told = collection.toldByKey?.(key)
  const own = told && isObject(record) ? omitted(record, Object.keys(told)) : record
  return collection.leavesNullsOut ? withoutNulls(collection.schema, own) : own
}

/** The record that an item holds. An item that does not fit its schema is broken data, and nothing is guessed from it. */
export function fromItem<T>(collection: Collection<T>, item: Item): T {
  if (item.type !== collection.name) throw new Error(`expected an item of ${collection.name}, found ${item.type}`)
  const told = collection.toldByKey?.({ PK: String(item.PK), SK: String(item.SK) })
  const content = contentIn(collection, item)
  const record = told && isObject(content) ? { ...content, ...told } : content
  return v.parse(collection.schema, collection.leavesNullsOut ? withNulls(collection.schema, record) : record)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** What is undefined is not stored; deleting fields would make everything slower that is done with the object. */
function omitted(record: object, names: readonly string[]): object {
  return { ...record, ...Object.fromEntries(names.map((name) => [name, undefined])) }
}

/** The records of one collection among the items of a partition. */
export function recordsOf<T>(collection: Collection<T>, items: readonly Item[]): T[] {
  return items.filter((item) => item.type === collection.name).map((item) => fromItem(collection, item))
}
