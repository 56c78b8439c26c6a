import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { fromItem, toItem, versionIs } from '../../../shared/store/collection.ts'
import { isCollision } from '../../../shared/store/commit.ts'
import type { Table, TransactionItem } from '../../../shared/store/table.ts'
import { type Delivery, deliveries } from './delivery.ts'

/** Stores a new delivery unless it exists. Gives the stored one. */
export async function keepNewDelivery(table: Table, delivery: Delivery): Promise<Delivery> {
  const put = new PutCommand({
    TableName: table.name,
    Item: toItem(deliveries, delivery),
    ConditionExpression: 'attribute_not_exists(PK)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  })
  try {
    await table.client.send(put)
    return delivery
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException && error.Item)) throw error
    return fromItem(deliveries, unmarshall(error.Item))
  }
}

/** Writes the next state of a delivery, with other writes where there are any. False: it is not what it was when it was read. */
export async function changeDelivery(
  table: Table,
  before: Delivery,
  after: Delivery,
  others: readonly TransactionItem[] = [],
): Promise<boolean> {
  const Put = {
    TableName: table.name,
    Item: toItem(deliveries, after),
    ...versionIs(deliveries, before),
  }
  try {
    if (others.length === 0) await table.client.send(new PutCommand(Put))
    else await table.client.send(new TransactWriteCommand({ TransactItems: [{ Put }, ...others] }))
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException || isCollision(error)) return false
    throw error
  }
}
