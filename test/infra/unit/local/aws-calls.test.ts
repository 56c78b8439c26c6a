import { describe, expect, it, test } from 'vitest'
import { type AwsRequest, permissionsOf } from '../../../../infra/local/aws-calls.ts'
import type { Endpoints } from '../../../../infra/local/endpoints.ts'

const arn = (service: string, resource: string) => `arn:aws:${service}:us-east-1:123456789012:${resource}`
const told = (service: keyof Endpoints, request: AwsRequest) =>
  permissionsOf(service, request).map(({ action, resource }) => `${action} ${resource}`)

function call(target: string, input: object): AwsRequest {
  return { method: 'POST', url: '/', headers: { 'x-amz-target': target }, body: JSON.stringify(input) }
}

const items = arn('dynamodb', 'table/Items')
const key = { PK: { S: '1' } }
const ofPartition = { ExpressionAttributeValues: { ':partition': { S: 'OIDC#Session#1' } } }

test.each<[string, object, string[]]>([
  ['GetItem', { TableName: 'Items', Key: { PK: { S: 'CLIENT#1#2' } } }, ['CLIENT#']],
  ['PutItem', { TableName: 'Items', Item: { PK: { S: 'lonely' } } }, ['lonely']],
  ['Query', { TableName: 'Items', ...ofPartition }, ['OIDC#']],
  [
    'BatchGetItem',
    { RequestItems: { Items: { Keys: [{ PK: { S: 'A#1' } }, { PK: { S: 'A#2' } }, { PK: { S: 'B#1' } }] } } },
    ['A#', 'B#'],
  ],
  [
    'BatchWriteItem',
    {
      RequestItems: {
        Items: [{ PutRequest: { Item: { PK: { S: 'A#1' } } } }, { DeleteRequest: { Key: { PK: { S: 'B#1' } } } }],
      },
    },
    ['A#', 'B#'],
  ],
  ['TransactWriteItems', { TransactItems: [{ Put: { TableName: 'Items', Item: { PK: { S: 'A#1' } } } }] }, ['A#']],
])('%s tells the partitions that it touches', (name, input, expected) => {
  const permissions = permissionsOf('dynamodb', call(`DynamoDB_20120810.${name}`, input))
  expect(permissions.map(({ leadingKey }) => leadingKey)).toEqual(expected)
})

describe('a call by the JSON protocols needs', () => {
  test.each<[keyof Endpoints, string, object, string[]]>([
    ['dynamodb', 'DynamoDB_20120810.GetItem', { TableName: 'Items' }, [`dynamodb:GetItem ${items}`]],
    ['dynamodb', 'DynamoDB_20120810.GetItem', { TableName: items }, [`dynamodb:GetItem ${items}`]],
    ['dynamodb', 'DynamoDB_20120810.PutItem', { TableName: 'Items' }, [`dynamodb:PutItem ${items}`]],
    ['dynamodb', 'DynamoDB_20120810.UpdateItem', { TableName: 'Items' }, [`dynamodb:UpdateItem ${items}`]],
    ['dynamodb', 'DynamoDB_20120810.DeleteItem', { TableName: 'Items' }, [`dynamodb:DeleteItem ${items}`]],
    ['dynamodb', 'DynamoDB_20120810.Query', { TableName: 'Items', ...ofPartition }, [`dynamodb:Query ${items}`]],
    [
      'dynamodb',
      'DynamoDB_20120810.Query',
      { TableName: 'Items', IndexName: 'GSI1', ...ofPartition },
      [`dynamodb:Query ${items}/index/GSI1`],
    ],
    [
      'dynamodb',
      'DynamoDB_20120810.BatchGetItem',
      { RequestItems: { Items: { Keys: [key] }, Others: { Keys: [key] } } },
      [`dynamodb:BatchGetItem ${items}`, `dynamodb:BatchGetItem ${arn('dynamodb', 'table/Others')}`],
    ],
    [
      'dynamodb',
      'DynamoDB_20120810.TransactWriteItems',
      {
        TransactItems: ['Put', 'Update', 'Delete', 'ConditionCheck'].map((kind) => ({
          [kind]: { TableName: 'Items' },
        })),
      },
      ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'].map((name) => `dynamodb:${name} ${items}`),
    ],
    [
      'dynamodb',
      'DynamoDB_20120810.TransactGetItems',
      { TransactItems: [{ Get: { TableName: 'Items' } }] },
      [`dynamodb:GetItem ${items}`],
    ],
    ['kms', 'TrentService.Sign', { KeyId: '1-2' }, [`kms:Sign ${arn('kms', 'key/1-2')}`]],
    ['kms', 'TrentService.GetPublicKey', { KeyId: arn('kms', 'key/1') }, [`kms:GetPublicKey ${arn('kms', 'key/1')}`]],
    [
      'eventBridge',
      'AWSEvents.PutEvents',
      { Entries: [{ EventBusName: 'bus' }, { EventBusName: 'bus' }, {}] },
      [`events:PutEvents ${arn('events', 'event-bus/bus')}`, `events:PutEvents ${arn('events', 'event-bus/default')}`],
    ],
    [
      'sqs',
      'AmazonSQS.SendMessageBatch',
      { QueueUrl: 'http://127.0.0.1:1/123456789012/Jobs' },
      [`sqs:SendMessage ${arn('sqs', 'Jobs')}`],
    ],
    [
      'secretsManager',
      'secretsmanager.GetSecretValue',
      { SecretId: 'Key' },
      [`secretsmanager:GetSecretValue ${arn('secretsmanager', 'secret:Key')}`],
    ],
    [
      'stepFunctions',
      'AWSStepFunctions.StartExecution',
      { stateMachineArn: arn('states', 'stateMachine:Retry') },
      [`states:StartExecution ${arn('states', 'stateMachine:Retry')}`],
    ],
  ])('%s %s %o', (service, target, input, expected) => {
    expect(told(service, call(target, input))).toEqual(expected)
  })
})

const bucket = 'arn:aws:s3:::bucket'
const request = (method: string, url: string, headers = {}): AwsRequest => ({ method, url, headers, body: '' })

describe('a call of S3 needs', () => {
  test.each<[string, string, Record<string, string>, string[]]>([
    ['GET', '/bucket/a/b.pdf?x-id=GetObject', {}, [`s3:GetObject ${bucket}/a/b.pdf`]],
    ['HEAD', '/bucket/a', {}, [`s3:GetObject ${bucket}/a`]],
    ['GET', '/bucket/a%20%C3%A9?response-content-type=x', {}, [`s3:GetObject ${bucket}/a é`]],
    ['PUT', '/bucket/a?x-id=PutObject', {}, [`s3:PutObject ${bucket}/a`]],
    ['PUT', '/bucket/a', { 'x-amz-tagging': 'a=b' }, [`s3:PutObject ${bucket}/a`, `s3:PutObjectTagging ${bucket}/a`]],
    [
      'PUT',
      '/bucket/a?X-Amz-Signature=1&x-amz-tagging=a',
      {},
      [`s3:PutObject ${bucket}/a`, `s3:PutObjectTagging ${bucket}/a`],
    ],
    ['PUT', '/bucket/a?tagging', {}, [`s3:PutObjectTagging ${bucket}/a`]],
    ['PUT', '/bucket/a?partNumber=1&uploadId=2', {}, [`s3:PutObject ${bucket}/a`]],
    ['DELETE', '/bucket/a', {}, [`s3:DeleteObject ${bucket}/a`]],
    ['DELETE', '/bucket/a?tagging=', {}, [`s3:DeleteObjectTagging ${bucket}/a`]],
    ['DELETE', '/bucket/a?versionId=1', {}, [`s3:DeleteObjectVersion ${bucket}/a`]],
    ['GET', '/bucket?list-type=2&prefix=a', {}, [`s3:ListBucket ${bucket}`]],
    ['HEAD', '/bucket/', {}, [`s3:ListBucket ${bucket}`]],
  ])('%s %s %o', (method, url, headers, expected) => {
    expect(told('s3', request(method, url, headers))).toEqual(expected)
  })
})

describe('mail and SMS', () => {
  const mail = (input: object) => ({ ...request('POST', '/v2/email/outbound-emails'), body: JSON.stringify(input) })
  it('are sent as the domain, with the configuration set that the mail names', () => {
    const input = {
      FromEmailAddress: 'Ann <ann@example.com>',
      ConfigurationSetName: 'mails',
      Destination: { ToAddresses: ['bob@example.org'] },
    }
    expect(told('email', mail(input))).toEqual([
      `ses:SendEmail ${arn('ses', 'identity/example.com')}`,
      `ses:SendEmail ${arn('ses', 'configuration-set/mails')}`,
      // In the sandbox, SES asks for the recipient's identity as well.
      `ses:SendEmail ${arn('ses', 'identity/example.org')}`,
    ])
    const senders = permissionsOf('email', mail(input)).map(({ fromAddress }) => fromAddress)
    expect(new Set(senders)).toEqual(new Set(['ann@example.com']))
  })

  it('go to a topic, or to a number, which is no resource', () => {
    const publish = (body: string) => told('sms', { ...request('POST', '/'), body })
    expect(publish('Action=Publish&PhoneNumber=%2B34')).toEqual(['sns:Publish *'])
    expect(publish(`Action=Publish&TopicArn=${arn('sns', 'topic')}`)).toEqual([`sns:Publish ${arn('sns', 'topic')}`])
  })
})

describe('a call that is not known is an error', () => {
  test.each<[keyof Endpoints, AwsRequest]>([
    ['dynamodb', call('DynamoDB_20120810.ExecuteStatement', {})],
    ['dynamodb', call('DynamoDB_20120810.toString', {})],
    ['dynamodb', call('TrentService.Sign', { KeyId: '1' })],
    ['dynamodb', call('DynamoDB_20120810.GetItem', {})],
    ['dynamodb', call('DynamoDB_20120810.TransactWriteItems', { TransactItems: [{ Other: {} }] })],
    ['dynamodb', { ...call('DynamoDB_20120810.GetItem', {}), body: 'no JSON' }],
    ['kms', call('TrentService.Sign', { KeyId: 'alias/key' })],
    ['sqs', call('AmazonSQS.PurgeQueue', { QueueUrl: 'http://127.0.0.1/1/Jobs' })],
    ['s3', request('POST', '/bucket?delete')],
    ['s3', request('GET', '/bucket/a?torrent')],
    ['s3', request('PUT', '/bucket/a', { 'x-amz-copy-source': 'bucket/b' })],
    ['s3', request('GET', '/')],
    ['email', request('GET', '/v2/email/identities')],
    ['sms', { ...request('POST', '/'), body: 'Action=CreateTopic' }],
  ])('%s %o', (service, unknown) => {
    expect(() => permissionsOf(service, unknown)).toThrow()
  })
})
