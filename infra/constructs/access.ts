import { Aws, Stack, Validations } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager'
import type { IConstruct } from 'constructs'
import type { IndexName } from '../../shared/store/table.ts'
import type { KeyRing } from './key-rings.ts'
import type { ServiceFunction } from './service-function.ts'

/** What a function may do with the table: each action by its name, and the indexes it queries. */
export interface TableAccess {
  readonly actions: readonly TableAction[]
  readonly indexes?: readonly IndexName[]
  /** The guarded partitions that are the function's own. */
  readonly owns?: readonly GuardedPartition[]
}

/** The beginnings of partition keys that are one function's own, and what the others may not do there. */
const guardedPartitions = {
  /** Sessions, codes and tokens of the identity provider: who could read them could sign in as their owners. */
  'OIDC#': [
    ...['BatchGetItem', 'BatchWriteItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query'],
    'UpdateItem',
  ],
  /** API keys and applications: most functions only read them and count their requests. */
  'CLIENT#': ['BatchWriteItem', 'DeleteItem', 'PutItem'],
} as const
type GuardedPartition = keyof typeof guardedPartitions

type TableAction =
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'ConditionCheckItem'
  | 'DeleteItem'
  | 'GetItem'
  | 'PutItem'
  | 'Query'
  | 'UpdateItem'

/** What a function may do with the objects whose keys begin alike. */
export interface ObjectAccess {
  readonly actions: readonly ObjectAction[]
  /** Such as `originals/`; empty for all objects of the bucket. */
  readonly prefix: string
}

type ObjectAction =
  | 'DeleteObject'
  | 'DeleteObjectTagging'
  | 'DeleteObjectVersion'
  | 'GetObject'
  | 'PutObject'
  | 'PutObjectTagging'

/** DynamoDB acts on the key in the caller's name, for whatever the table is asked. */
const tableKeyActions = ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey']

export function letUseTable(
  function_: ServiceFunction,
  table: ITable,
  { actions, indexes = [], owns = [] }: TableAccess,
): void {
  function_.addEnvironment('TABLE_NAME', table.tableName)
  // The regional endpoint: otherwise the SDK may choose one that names the account.
  function_.addEnvironment('AWS_ENDPOINT_URL_DYNAMODB', `https://dynamodb.${Aws.REGION}.${Aws.URL_SUFFIX}`)
  function_.allow(
    actions.map((action) => `dynamodb:${action}`),
    [table.tableArn],
  )
  if (indexes.length > 0)
    function_.allow(
      ['dynamodb:Query'],
      indexes.map((index) => `${table.tableArn}/index/${index}`),
    )
  if (table.encryptionKey) allowKeyThrough('dynamodb', function_, table.encryptionKey, tableKeyActions)
  for (const [start, denied] of Object.entries(guardedPartitions))
    if (!owns.some((own) => own === start))
      function_.deny(
        denied.map((action) => `dynamodb:${action}`),
        [table.tableArn],
        { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [`${start}*`] } },
      )
}

/** Lets a function read secrets: a setting of it names them by number. */
export function letReadSecrets(function_: ServiceFunction, setting: string, ring: KeyRing<ISecret>): void {
  function_.addEnvironment(
    setting,
    ring.setting(({ secretArn }) => secretArn),
  )
  letRead(function_, ring.all)
}

/** The same for one secret, which a setting names by its ARN. */
export function letReadSecret(function_: ServiceFunction, setting: string, secret: ISecret): void {
  function_.addEnvironment(setting, secret.secretArn)
  letRead(function_, [secret])
}

function letRead(function_: ServiceFunction, secrets: readonly ISecret[]): void {
  function_.allow(
    ['secretsmanager:GetSecretValue'],
    secrets.map(({ secretArn }) => secretArn),
  )
}

export function letUseObjects(function_: ServiceFunction, bucket: IBucket, ...accesses: readonly ObjectAccess[]): void {
  for (const { actions, prefix } of accesses) {
    function_.allow(
      actions.map((action) => `s3:${action}`),
      [bucket.arnForObjects(`${prefix}*`)],
    )
    acknowledgeAnyObject(function_, bucket, prefix)
  }
  const used = new Set(accesses.flatMap(({ actions }) => actions))
  const keyActions = [
    ...(used.has('GetObject') ? ['kms:Decrypt'] : []),
    ...(used.has('PutObject') ? ['kms:GenerateDataKey'] : []),
  ]
  if (bucket.encryptionKey && keyActions.length > 0) allowKeyThrough('s3', function_, bucket.encryptionKey, keyActions)
}

function acknowledgeAnyObject(function_: ServiceFunction, bucket: IBucket, prefix: string): void {
  Validations.of(function_.ownRole).acknowledge({
    id: `AwsSolutions-IAM5[Resource::${attributePath(bucket, bucket.bucketArn)}/${prefix}*]`,
    reason: 'Objects have keys of their own under the prefix, which are not known before they are stored.',
  })
}

/** What an attribute of a resource is called in the findings of cdk-nag, such as `<Table.Arn>`; that of an existing one is known. */
export function attributePath(scope: IConstruct, attribute: string): string {
  const resolved: string | { 'Fn::GetAtt': string[] } = Stack.of(scope).resolve(attribute)
  return typeof resolved === 'string' ? resolved : `<${resolved['Fn::GetAtt'].join('.')}>`
}

/** The key works for the function only by way of the service that holds the data. */
function allowKeyThrough(service: 'dynamodb' | 's3', function_: ServiceFunction, key: IKey, actions: string[]): void {
  const via = `${service}.${Aws.REGION}.amazonaws.com`
  function_.allow(actions, [key.keyArn], { StringEquals: { 'kms:ViaService': via } })
}
