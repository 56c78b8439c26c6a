import type { BatchWriteCommandInput, PutCommandInput, TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import { asObject } from '../../infra/local/template.ts'
import { listedAttribute } from '../../shared/store/collection.ts'
import type { Item, TransactionItem } from '../../shared/store/table.ts'
import { itemBytes } from '../costs/item-size.ts'

/** What is paid for writes, by the attribute of a partition key and the key. */
export interface WriteBill {
  readonly units: ReadonlyMap<string, number>
  /** Adds the input of a call; what writes nothing costs nothing. */
  note(input: object): void
}

/** An item that is put, or null in the place of one that goes. How many times each KB is paid: twice in a transaction. */
interface Paid {
  readonly address: string
  readonly item: Item | null
  readonly key: Item
  readonly times: 1 | 2
}

/**
 * The write units that DynamoDB would take: of the table by the larger of the item before and after; of an index one write
 * for a copy that comes, goes or changes, in the first the whole item and in the second what it has of it. An item that is updated
 * counts as one KB, as the counts of tags do.
 */
export function writeBill(onPaid: (key: string, units: number) => void = () => {}): WriteBill {
  const units = new Map<string, number>()
  const items = new Map<string, Item>()
  const add = (attribute: string, { [attribute]: key }: Item, paid: number) => {
    if (key === undefined || paid === 0) return
    const address = `${attribute} ${key}`
    units.set(address, (units.get(address) ?? 0) + paid)
    onPaid(address, paid)
  }
  const pay = ({ address, item, key, times }: Paid) => {
    const before = items.get(address) ?? null
    const kilobytes = Math.max(1, kilobytesOf(before), kilobytesOf(item))
    add('PK', key, times * kilobytes)
    for (const state of [before, item])
      if (state) {
        add('GSI1PK', state, kilobytesOf(state))
        add('GSI2PK', state, kilobytesOf(copyInSecond(state)))
      }
    if (item) items.set(address, item)
    else items.delete(address)
  }
  return { units, note: (input) => paidOf(input).forEach(pay) }
}

function paidOf(input: object): Paid[] {
  if (isTransaction(input)) return (input.TransactItems ?? []).flatMap(ofTransaction)
  if (isBatch(input))
    return Object.values(input.RequestItems ?? {})
      .flat()
      .flatMap(({ PutRequest }) => (PutRequest?.Item ? [paidPut(PutRequest.Item, 1)] : []))
  return isPut(input) && input.Item ? [paidPut(input.Item, 1)] : []
}

function ofTransaction({ Put, Delete, Update, ConditionCheck }: TransactionItem): Paid[] {
  if (Put?.Item) return [paidPut(Put.Item, 2)]
  const key = Delete?.Key ?? Update?.Key ?? ConditionCheck?.Key
  return key ? [{ address: addressOf(key), item: null, key, times: 2 }] : []
}

function paidPut(item: Item, times: 1 | 2): Paid {
  return { address: addressOf(item), item, key: item, times }
}

const addressOf = ({ PK, SK }: Item) => `${PK}\n${SK}`

function isTransaction(input: object): input is TransactWriteCommandInput {
  return 'TransactItems' in input
}

/** Reads of a batch are lists of keys under a name, and not a list. */
function isBatch(input: object): input is BatchWriteCommandInput {
  return 'RequestItems' in input && Object.values(input.RequestItems ?? {}).every(Array.isArray)
}

function isPut(input: object): input is PutCommandInput {
  return 'Item' in input
}

const copied = ['PK', 'SK', 'GSI2PK', 'GSI2SK', 'type', listedAttribute]

function copyInSecond(item: Item): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => copied.includes(name)))
}

function kilobytesOf(item: Item | null): number {
  return item ? Math.ceil(itemBytes(asObject(JSON.parse(JSON.stringify(wireOf(item))))) / 1024) : 0
}

function wireOf(item: Item) {
  return marshall(item, { removeUndefinedValues: true })
}
