import { unmarshall } from '@aws-sdk/util-dynamodb'
import { createStreamClient, type StreamRecord } from '../../../infra/local/stream-client.ts'
import type { Item } from '../../../shared/store/table.ts'
import { printable } from './printable.ts'

/** The whole table as its stream tells it: what is asked of it costs the engine nothing. */
export interface TableMirror {
  /** Reads the stream to its end. */
  catchUp(): Promise<void>
  /** Everything there is. */
  items(): Item[]
  /** Everything that belongs to whoever has these ids: what names them, and what stands in a partition of such a thing. */
  belongingTo(ids: readonly string[]): Item[]
  /** The stream's records about items that belong to them, in their order. */
  streamOf(ids: readonly string[]): StreamRecord[]
}

const uuidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

interface Kept {
  readonly item: Item
  readonly ids: ReadonlySet<string>
}

export async function startTableMirror(endpoint: string, tableName: string): Promise<TableMirror> {
  const client = createStreamClient(endpoint)
  const { streamArn } = await client.table(tableName)
  if (!streamArn) throw new Error(`${tableName} has no stream`)
  const [shard] = await client.shards(streamArn)
  let iterator = await client.iterator(streamArn, shard?.id ?? '', undefined)
  let reading: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  const kept = new Map<string, Kept>()
  const keysNaming = new Map<string, Set<string>>()
  const records = new Map<string, StreamRecord[]>()

  const apply = (record: StreamRecord) => {
    const { PK, SK } = unmarshalled(record.dynamodb?.Keys)
    const key = `${PK} ${SK}`
    records.set(key, [...(records.get(key) ?? []), record])
    if (record.eventName === 'REMOVE') return void kept.delete(key)
    const item = unmarshalled(record.dynamodb?.NewImage)
    const ids = new Set(JSON.stringify(printable(item)).match(uuidPattern) ?? [])
    kept.set(key, { item, ids })
    for (const id of ids) keysNaming.set(id, (keysNaming.get(id) ?? new Set()).add(key))
  }
  const readToEnd = async () => {
    for (;;) {
      const { records: read, next: following } = await client.records(iterator, 1000)
      for (const record of read) apply(record)
      if (following === undefined) throw new Error('the shard was closed')
      iterator = following
      if (read.length === 0) return
    }
  }
  const keysOf = (ids: readonly string[]): Set<string> => {
    const known = new Set(ids)
    const keys = new Set<string>()
    // Ids that come up on the way are added to the set, which is then gone through to its new end.
    for (const id of known)
      for (const key of keysNaming.get(id) ?? []) {
        keys.add(key)
        for (const own of leadingPart(key).match(uuidPattern) ?? []) known.add(own)
      }
    return keys
  }
  return {
    catchUp() {
      // Whoever asks while a reading goes on needs the one after it, which all of them share.
      next ??= reading.then(() => {
        next = undefined
        reading = readToEnd()
        return reading
      })
      return next
    },
    items: () => [...kept.values()].map(({ item }) => item),
    belongingTo: (ids) => [...keysOf(ids)].map((key) => kept.get(key)?.item).filter((item) => item !== undefined),
    streamOf: (ids) => {
      const all = [...keysOf(ids)].flatMap((key) => records.get(key) ?? [])
      return all.sort((a, b) => (BigInt(a.sequenceNumber) < BigInt(b.sequenceNumber) ? -1 : 1))
    },
  }
}

/** What of a key names whose an item is: its partition, and an application where that stands for it in an organization's. */
function leadingPart(key: string): string {
  const [partition = ''] = key.split(' ')
  return partition.endsWith('#APPLICATIONS') ? key : partition
}

/** The stream's images as the SDK's own type: the two describe the same JSON in different words, and bytes as text. */
function unmarshalled(image: Record<string, StreamAttribute> = {}): Item {
  const attributes = Object.entries(image).map(([name, attribute]) => {
    return [name, attribute.B === undefined ? attribute : { B: Buffer.from(attribute.B, 'base64') }]
  })
  return unmarshall(Object.fromEntries(attributes))
}

type StreamAttribute = NonNullable<NonNullable<StreamRecord['dynamodb']>['NewImage']>[string]
