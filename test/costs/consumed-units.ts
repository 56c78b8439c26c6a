import type { EngineAnswer, InterceptedCall } from '../../infra/local/interception.ts'
import { asArray, asNumber, asObject, asString, type JsonObject } from '../../infra/local/template.ts'
import { itemBytes } from './item-size.ts'

/** Units that calls of DynamoDB consumed. */
export interface ConsumedUnits {
  readonly reads: number
  /** Of the table itself, and of its indexes, which follow it. */
  readonly tableWrites: number
  readonly indexWrites: number
}

export const noUnits: ConsumedUnits = { reads: 0, tableWrites: 0, indexWrites: 0 }

const reading = ['GetItem', 'Query', 'Scan', 'BatchGetItem', 'TransactGetItems']

export function addUnits(a: ConsumedUnits, b: ConsumedUnits): ConsumedUnits {
  return {
    reads: a.reads + b.reads,
    tableWrites: a.tableWrites + b.tableWrites,
    indexWrites: a.indexWrites + b.indexWrites,
  }
}

/**
 * A request that also asks what it consumes, and for the item on which its condition fails: that item's size is what a refused write
 * costs. A function does not look at what it has not asked for.
 */
export function askingForUnits({ body }: Pick<InterceptedCall, 'body'>): Buffer {
  const input = asObject(JSON.parse(body.toString('utf8')))
  const TransactItems = asArray(input.TransactItems).map((item) =>
    Object.fromEntries(Object.entries(asObject(item)).map(([kind, part]) => [kind, askingForItem(asObject(part))])),
  )
  const asked = { ...askingForItem(input), ...(input.TransactItems && { TransactItems }) }
  return Buffer.from(JSON.stringify({ ...asked, ReturnConsumedCapacity: 'INDEXES' }))
}

function askingForItem(write: JsonObject): JsonObject {
  return write.ConditionExpression === undefined ? write : { ...write, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }
}

/** What a call that was asked so has consumed. */
export function unitsOf({ operation, body }: Pick<InterceptedCall, 'operation' | 'body'>, answer: EngineAnswer) {
  const answered = asObject(JSON.parse(answer.body.toString('utf8')))
  const error = asString(answered.__type).split('#').at(-1)
  if (error === 'ConditionalCheckFailedException') return refused(writeUnits(asObject(answered.Item)))
  if (error === 'TransactionCanceledException')
    return refused(canceledUnits(asObject(JSON.parse(body.toString('utf8'))), answered))
  return toldUnits(operation, answered)
}

/** Capacity as the engine tells it: one object, or one for each table. */
function toldUnits(operation: string, { ConsumedCapacity = [] }: JsonObject): ConsumedUnits {
  const capacities = Array.isArray(ConsumedCapacity) ? ConsumedCapacity : [ConsumedCapacity]
  return capacities.map(asObject).reduce((total, { CapacityUnits, Table }) => {
    const all = asNumber(CapacityUnits) ?? 0
    const tableWrites = asNumber(asObject(Table).CapacityUnits) ?? 0
    const isRead = reading.includes(operation)
    return addUnits(
      total,
      isRead ? { ...noUnits, reads: all } : { reads: 0, tableWrites, indexWrites: all - tableWrites },
    )
  }, noUnits)
}

const refused = (tableWrites: number): ConsumedUnits => ({ ...noUnits, tableWrites })

/** A write unit is for a kilobyte; a write whose condition fails consumes those of the item that is there, and at least one. */
function writeUnits(item: JsonObject): number {
  return Math.max(1, Math.ceil(itemBytes(item) / 1024))
}

/**
 * A transaction that is canceled has been prepared, and every one of its items is paid twice over as if it were carried out. DynamoDB does not
 * tell how much that was: the items known are those that conditions failed on and those to be put; others count as one kilobyte.
 */
function canceledUnits(input: JsonObject, answered: JsonObject): number {
  const reasons = asArray(answered.CancellationReasons)
  const units = asArray(input.TransactItems).map((item, index) =>
    writeUnits({ ...asObject(asObject(asObject(item).Put).Item), ...asObject(asObject(reasons[index]).Item) }),
  )
  return 2 * units.reduce((total, each) => total + each, 0)
}
