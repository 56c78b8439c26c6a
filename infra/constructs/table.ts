import { RemovalPolicy } from 'aws-cdk-lib'
import {
  AttributeType,
  BillingMode,
  type GlobalSecondaryIndexProps,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { Construct } from 'constructs'
import { listedAttribute } from '../../shared/store/collection.ts'
import { existingArn } from './existing.ts'

type Projection = Pick<GlobalSecondaryIndexProps, 'projectionType' | 'nonKeyAttributes'>

/** The one table, with its three indexes and the stream that the event relay reads: a new one, or one that was restored. */
export function serviceTable(scope: Construct, id: string, encryptionKey: IKey): ITable {
  const [tableArn, tableStreamArn] = [existingArn(scope, 'Table'), existingArn(scope, 'TableStream')]
  if (!tableArn && !tableStreamArn) return createTable(scope, id, encryptionKey)
  if (!tableArn || !tableStreamArn)
    throw new Error('an existing table needs both Table=… and TableStream=… in -c existing=…')
  return Table.fromTableAttributes(scope, `${id}Existing`, {
    tableArn,
    tableStreamArn,
    encryptionKey,
    globalIndexes: [...indexNames],
  })
}

function createTable(scope: Construct, id: string, encryptionKey: IKey): Table {
  const table = new Table(scope, id, {
    partitionKey: stringKey('PK'),
    sortKey: stringKey('SK'),
    billingMode: BillingMode.PAY_PER_REQUEST,
    stream: StreamViewType.NEW_IMAGE,
    timeToLiveAttribute: 'expiresAt',
    encryption: TableEncryption.CUSTOMER_MANAGED,
    encryptionKey,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
  })
  for (const [indexName, projection] of indexes) {
    const [partitionKey, sortKey] = [stringKey(`${indexName}PK`), stringKey(`${indexName}SK`)]
    table.addGlobalSecondaryIndex({ indexName, partitionKey, sortKey, ...projection })
  }
  return table
}

/**
 * Lists show records as an index holds them: the first one any, the second one those of collections that are listed in both.
 * What is due in the second is read again before anything is done. The third one holds keys alone: a change of an item costs no
 * write in it.
 */
const indexes: readonly (readonly [string, Projection])[] = [
  ['GSI1', { projectionType: ProjectionType.ALL }],
  ['GSI2', { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: ['type', listedAttribute] }],
  ['GSI3', { projectionType: ProjectionType.KEYS_ONLY }],
]

export const indexNames = indexes.map(([name]) => name)

const stringKey = (name: string) => ({ name, type: AttributeType.STRING })
