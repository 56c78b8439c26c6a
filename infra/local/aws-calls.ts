import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoints } from './endpoints.ts'
import { s3Permissions } from './s3-calls.ts'
import { asArray, asObject, asString, type Json, type JsonObject } from './template.ts'
import { arnOf } from './template-resources.ts'

/** A request to an AWS service as it goes over the wire. */
export type AwsRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

/** What IAM asks for before it lets a call through. */
export type Permission = {
  action: string
  resource: string
  /** Of a call to DynamoDB, the partition key up to its first `#`. */
  leadingKey?: string
  /** Of an e-mail, the address of its sender without the name. */
  fromAddress?: string
}

type Service = keyof Endpoints
/** By the name of the operation, what its input needs. */
type Operations = Readonly<Record<string, (input: JsonObject) => Permission[]>>

/**
 * The permissions that a call needs: https://docs.aws.amazon.com/service-authorization/latest/reference/. Throws for a call that is
 * not listed here, since a proof that skips what it does not know proves nothing.
 */
export function permissionsOf(service: Service, request: AwsRequest): Permission[] {
  if (service === 's3') return s3Permissions(request)
  if (service === 'email') return emailPermissions(request)
  if (service === 'sms') return smsPermissions(request)
  return targetPermissions(targets[service], request)
}

/** The AWS JSON protocols name the operation in a header. */
function targetPermissions({ prefix, operations }: Target, { headers, body }: AwsRequest): Permission[] {
  const target = String(headers['x-amz-target'])
  const name = target.startsWith(`${prefix}.`) ? target.slice(prefix.length + 1) : ''
  const permissions = Object.hasOwn(operations, name) ? operations[name] : undefined
  if (!permissions) throw new Error(`what ${target} needs is not known`)
  return permissions(asObject(JSON.parse(body)))
}

const on = (action: string, resourceOf: (input: JsonObject) => string) => (input: JsonObject) => [
  { action, resource: resourceOf(input) },
]

/** A resource that a call names by its ARN, or by a name of which the ARN is made. */
function arnFrom(named: Json | undefined, toArn: (name: string) => string): string {
  const name = asString(named)
  if (name === '') throw new Error('the call names no resource')
  return name.startsWith('arn:') ? name : toArn(name)
}

const table = (name: Json | undefined) => arnFrom(name, (text) => arnOf('dynamodb', `table/${text}`))
const tableOf = ({ TableName }: JsonObject) => table(TableName)
const tableOrIndexOf = ({ TableName, IndexName }: JsonObject) =>
  IndexName === undefined ? table(TableName) : `${table(TableName)}/index/${asString(IndexName)}`

/** The partition key of an item or a key, as far as its kind. */
const leadingKeyOf = (keyed: Json | undefined) => kindOfKey(asObject(asObject(keyed).PK).S)
const kindOfKey = (key: Json | undefined) => asString(key ?? '').replace(/#.*$/s, '#')
const onItem = (action: string, part: 'Key' | 'Item') => (input: JsonObject) => [
  { action, resource: tableOf(input), leadingKey: leadingKeyOf(input[part]) },
]
/** Our queries call the partition `:partition`. */
const query = (input: JsonObject) => {
  const partition = asObject(asObject(input.ExpressionAttributeValues)[':partition']).S
  if (partition === undefined) throw new Error('the query does not call its partition ":partition"')
  return [{ action: 'dynamodb:Query', resource: tableOrIndexOf(input), leadingKey: kindOfKey(partition) }]
}
/** A batch of reads has keys, one of writes has requests. */
const batch =
  (action: string) =>
  ({ RequestItems }: JsonObject): Permission[] =>
    Object.entries(asObject(RequestItems)).flatMap(([name, requested]) => {
      const keyed = Array.isArray(requested)
        ? requested.flatMap((request) =>
            Object.values(asObject(request)).map((write) => asObject(write).Item ?? asObject(write).Key),
          )
        : asArray(asObject(requested).Keys)
      return [...new Set(keyed.map(leadingKeyOf))].map((leadingKey) => ({ action, resource: table(name), leadingKey }))
    })

/** A transaction needs what each of its items needs. */
const transactionActions: Readonly<Record<string, string>> = {
  ConditionCheck: 'dynamodb:ConditionCheckItem',
  Delete: 'dynamodb:DeleteItem',
  Get: 'dynamodb:GetItem',
  Put: 'dynamodb:PutItem',
  Update: 'dynamodb:UpdateItem',
}
const transaction = ({ TransactItems }: JsonObject) =>
  asArray(TransactItems).flatMap((item) =>
    Object.entries(asObject(item)).map(([kind, part]) => {
      const action = transactionActions[kind]
      if (action === undefined) throw new Error(`what ${kind} in a transaction needs is not known`)
      const { Item, Key } = asObject(part)
      return { action, resource: tableOf(asObject(part)), leadingKey: leadingKeyOf(Item ?? Key) }
    }),
  )

/** The key behind an alias is not known here; a function has the key's id from its environment. */
function keyOf({ KeyId }: JsonObject): string {
  if (/(^|:)alias\//.test(asString(KeyId))) throw new Error(`the key behind ${asString(KeyId)} is not known`)
  return arnFrom(KeyId, (id) => arnOf('kms', `key/${id}`))
}

const queueOf = ({ QueueUrl }: JsonObject) =>
  arnFrom(QueueUrl, (url) => arnOf('sqs', new URL(url).pathname.split('/').at(-1) ?? ''))
const busOf = (entry: Json) =>
  arnFrom(asObject(entry).EventBusName ?? 'default', (name) => arnOf('events', `event-bus/${name}`))

type Target = { prefix: string; operations: Operations }

const targets: Record<Exclude<Service, 's3' | 'email' | 'sms'>, Target> = {
  dynamodb: {
    prefix: 'DynamoDB_20120810',
    operations: {
      BatchGetItem: batch('dynamodb:BatchGetItem'),
      BatchWriteItem: batch('dynamodb:BatchWriteItem'),
      DeleteItem: onItem('dynamodb:DeleteItem', 'Key'),
      GetItem: onItem('dynamodb:GetItem', 'Key'),
      PutItem: onItem('dynamodb:PutItem', 'Item'),
      Query: query,
      Scan: on('dynamodb:Scan', tableOrIndexOf),
      TransactGetItems: transaction,
      TransactWriteItems: transaction,
      UpdateItem: onItem('dynamodb:UpdateItem', 'Key'),
    },
  },
  kms: {
    prefix: 'TrentService',
    operations: Object.fromEntries(
      [
        'Decrypt',
        'DescribeKey',
        'Encrypt',
        'GenerateDataKey',
        'GenerateMac',
        'GetPublicKey',
        'Sign',
        'Verify',
        'VerifyMac',
      ].map((name) => [name, on(`kms:${name}`, keyOf)]),
    ),
  },
  sqs: {
    prefix: 'AmazonSQS',
    operations: {
      // IAM knows no actions for batches.
      ChangeMessageVisibility: on('sqs:ChangeMessageVisibility', queueOf),
      ChangeMessageVisibilityBatch: on('sqs:ChangeMessageVisibility', queueOf),
      DeleteMessage: on('sqs:DeleteMessage', queueOf),
      DeleteMessageBatch: on('sqs:DeleteMessage', queueOf),
      GetQueueAttributes: on('sqs:GetQueueAttributes', queueOf),
      ReceiveMessage: on('sqs:ReceiveMessage', queueOf),
      SendMessage: on('sqs:SendMessage', queueOf),
      SendMessageBatch: on('sqs:SendMessage', queueOf),
    },
  },
  eventBridge: {
    prefix: 'AWSEvents',
    operations: {
      PutEvents: ({ Entries }) =>
        [...new Set(asArray(Entries).map(busOf))].map((resource) => ({ action: 'events:PutEvents', resource })),
    },
  },
  secretsManager: {
    prefix: 'secretsmanager',
    operations: {
      GetSecretValue: on('secretsmanager:GetSecretValue', ({ SecretId }) =>
        arnFrom(SecretId, (name) => arnOf('secretsmanager', `secret:${name}`)),
      ),
    },
  },
  stepFunctions: {
    prefix: 'AWSStepFunctions',
    operations: {
      StartExecution: on('states:StartExecution', ({ stateMachineArn }) =>
        arnFrom(stateMachineArn, (name) => arnOf('states', `stateMachine:${name}`)),
      ),
    },
  },
}

/**
 * SES v2, of which SendEmail is known. The domain of the sender is an identity. In its sandbox SES also asks for the identity of each
 * recipient, whose domain stands here for it.
 */
function emailPermissions({ method, url, body }: AwsRequest): Permission[] {
  if (`${method} ${url}` !== 'POST /v2/email/outbound-emails')
    throw new Error(`what ${method} ${url} needs is not known`)
  const input = asObject(JSON.parse(body))
  const { FromEmailAddress, FromEmailAddressIdentityArn, ConfigurationSetName } = input
  const [, fromAddress, domain] = /([^@<\s]+@([^@>\s]+))>?\s*$/.exec(asString(FromEmailAddress)) ?? []
  const identity = FromEmailAddressIdentityArn ?? (domain === undefined ? undefined : `identity/${domain}`)
  const recipients = asArray(asObject(input.Destination).ToAddresses).map((address) =>
    asString(address).split('@').at(-1),
  )
  const resources = [
    identity,
    ...(ConfigurationSetName ? [`configuration-set/${asString(ConfigurationSetName)}`] : []),
    ...new Set(recipients.map((recipientDomain) => `identity/${recipientDomain}`)),
  ]
  return resources.map((name) => ({
    action: 'ses:SendEmail',
    resource: arnFrom(name, (text) => arnOf('ses', text)),
    ...(fromAddress !== undefined && { fromAddress }),
  }))
}

/** SNS speaks the query protocol. A message to a telephone number is for no resource, which IAM writes as `*`. */
function smsPermissions({ body }: AwsRequest): Permission[] {
  const input = new URLSearchParams(body)
  const action = input.get('Action')
  if (action !== 'Publish') throw new Error(`what sns:${action} needs is not known`)
  return [{ action: 'sns:Publish', resource: input.get('TopicArn') ?? input.get('TargetArn') ?? '*' }]
}
