import { RemovalPolicy } from 'aws-cdk-lib'
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { Construct } from 'constructs'

/** The one table, with its two indexes and the stream that the event relay reads. */
export function createTable(scope: Construct, id: string, encryptionKey: IKey): Table {
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
  for (const [indexName, projectionType] of indexes) {
    const [partitionKey, sortKey] = [stringKey(`${indexName}PK`), stringKey(`${indexName}SK`)]
    table.addGlobalSecondaryIndex({ indexName, partitionKey, sortKey, projectionType })
  }
  return table
}

/** Lists show records as the first index holds them; what is due in the second is read again before anything is done. */
const indexes = [
  ['GSI1', ProjectionType.ALL],
  ['GSI2', ProjectionType.KEYS_ONLY],
] as const

const stringKey = (name: string) => ({ name, type: AttributeType.STRING })
