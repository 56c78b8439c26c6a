import { type BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { type Contact, contacts } from '../../../functions/contacts/model/contact.ts'
import { facets, facetsOf } from '../../../functions/contacts/model/facets.ts'
import { entriesOf, searchEntries } from '../../../functions/contacts/model/search-index.ts'
import { toItem } from '../../../shared/store/collection.ts'
import type { Item, Table } from '../../../shared/store/table.ts'

/** What was read of a table: index items of searches, and calls that waited for each other. */
interface Reads {
  entries: number
  rounds: number
}

/** A table in memory that holds contacts with their index items, and stale index items of former states. */
export function contactTable(current: readonly Contact[], former: readonly Contact[] = []) {
  const reads: Reads = { entries: 0, rounds: 0 }
  const records = current.map((contact) => toItem(contacts, contact))
  const byAddress = new Map(records.map((item) => [addressOf(item), item]))
  const byPartition = partitionsOf([...former, ...current].flatMap(indexItemsOf), records)
  const query = ({ input }: QueryCommand) => {
    const index = input.IndexName ?? ''
    const { ':partition': partition, ':low': low, ':high': high } = input.ExpressionAttributeValues ?? {}
    const [from, to] = [Buffer.from(low ?? ''), Buffer.from(high ?? '')]
    const inRange = (byPartition.get(`${index} ${partition}`) ?? [])
      .filter(({ key }) => key.compare(from) >= 0 && key.compare(to) <= 0)
      .map(({ item }) => item)
    const found = (input.ScanIndexForward === false ? inRange.toReversed() : inRange).slice(0, input.Limit)
    if (index === '') reads.entries += found.length
    return { Items: found }
  }
  const get = ({ input }: BatchGetCommand) => {
    const keys: Item[] = input.RequestItems?.table?.Keys ?? []
    const found = keys.map((key) => byAddress.get(addressOf(key))).filter((item) => item !== undefined)
    return { Responses: { table: found } }
  }
  let isRoundOpen = false
  const send = async (command: QueryCommand | BatchGetCommand) => {
    if (!isRoundOpen) reads.rounds++
    isRoundOpen = true
    await new Promise(setImmediate)
    isRoundOpen = false
    return command instanceof QueryCommand ? query(command) : get(command)
  }
  const table = { name: 'table', client: { send } } as unknown as Table
  return { table, reads }
}

const addressOf = ({ PK, SK }: Item) => `${PK}\n${SK}`

interface Sorted {
  readonly key: Buffer
  readonly item: Item
}

function indexItemsOf(contact: Contact): Item[] {
  const entries = entriesOf(contact).map((entry) => toItem(searchEntries, entry))
  return [...entries, ...facetsOf(contact).map((facet) => toItem(facets, facet))]
}

/** By index and partition key, each in the order of its bytes. An item that was written twice is there once. */
function partitionsOf(items: readonly Item[], records: readonly Item[]): Map<string, Sorted[]> {
  const partitions = new Map<string, Sorted[]>()
  const add = (index: string, item: Item) => {
    const name = `${index} ${item[`${index}PK`]}`
    const sorted = { key: Buffer.from(String(item[`${index}SK`])), item }
    const partition = partitions.get(name)
    if (partition) partition.push(sorted)
    else partitions.set(name, [sorted])
  }
  for (const item of new Map(items.map((each) => [addressOf(each), each])).values()) add('', item)
  for (const item of records) for (const index of ['GSI1', 'GSI2']) add(index, item)
  for (const partition of partitions.values()) partition.sort((a, b) => a.key.compare(b.key))
  return partitions
}
