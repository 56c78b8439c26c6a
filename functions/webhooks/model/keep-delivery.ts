import {
  ConditionalCheckFailedException,
  PutItemCommand,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'
import { marshalled, unmarshalled } from '../../../shared/store/attributes.ts'
import { fromItem, toItem, versionIs } from '../../../shared/store/collection.ts'
import { isCollision } from '../../../shared/store/commit.ts'
import type { Table } from '../../../shared/store/table.ts'
import { type Delivery, deliveries } from './delivery.ts'

/** Stores a new delivery unless it exists. Gives the stored one. */
export async function keepNewDelivery(table: Table, delivery: Delivery): Promise<Delivery> {
  const put = new PutItemCommand({
    TableName: table.name,
    Item: marshalled(toItem(deliveries, delivery)),
    ConditionExpression: 'attribute_not_exists(PK)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  })
  try {
    await table.client.send(put)
    return delivery
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException && error.Item)) throw error
    return fromItem(deliveries, unmarshalled(error.Item))
  }
}

/** Writes the next state of a delivery, with other writes where there are any. False: it is not what it was when it was read. */
export async function changeDelivery(
  table: Table,
  before: Delivery,
  after: Delivery,
  others: readonly TransactWriteItem[] = [],
): Promise<boolean> {
  const Put = {
    TableName: table.name,
    Item: marshalled(toItem(deliveries, after)),
    ...versionIs(deliveries, before),
  }
  try {
    if (others.length === 0) await table.client.send(new PutItemCommand(Put))
    else await table.client.send(new TransactWriteItemsCommand({ TransactItems: [{ Put }, ...others] }))
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException || isCollision(error)) return false
    throw error
  }
}
