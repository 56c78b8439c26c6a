import { describe, expect, it, test } from 'vitest'
import { readGrants } from '../../../../infra/local/grants.ts'
import { type Json, resolveTemplate, type Template } from '../../../../infra/local/template.ts'

const queue = 'arn:aws:sqs:us-east-1:123456789012:Jobs'
const table = 'arn:aws:dynamodb:us-east-1:123456789012:table/Table'

type Given = { statements?: Json[]; inline?: Json[]; role?: { [key: string]: Json }; more?: Template['Resources'] }

/** A function Work whose role has the statements, attached, inline, or both. */
function grantsOf({ statements = [], inline = [], role = {}, more = {} }: Given) {
  const template: Template = {
    Resources: {
      Table: { Type: 'AWS::DynamoDB::Table' },
      Jobs: { Type: 'AWS::SQS::Queue' },
      Role: {
        Type: 'AWS::IAM::Role',
        Properties: { Policies: [{ PolicyName: 'inline', PolicyDocument: { Statement: inline } }], ...role },
      },
      Policy: {
        Type: 'AWS::IAM::Policy',
        Properties: { PolicyDocument: { Statement: statements }, Roles: [{ Ref: 'Role' }] },
      },
      Work: { Type: 'AWS::Lambda::Function', Properties: { Role: { 'Fn::GetAtt': ['Role', 'Arn'] } } },
      OtherRole: { Type: 'AWS::IAM::Role' },
      Other: { Type: 'AWS::Lambda::Function', Properties: { Role: { 'Fn::GetAtt': ['OtherRole', 'Arn'] } } },
      ...more,
    },
  }
  return readGrants(resolveTemplate(template, { addresses: { gateway: '', queues: '' } }).resources)
}

const allow = (Action: Json, Resource: Json, more: { [key: string]: Json } = {}) => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...more,
})
const tableArn = { 'Fn::GetAtt': ['Table', 'Arn'] }
const viaDynamoDb = { Condition: { StringEquals: { 'kms:ViaService': 'dynamodb.us-east-1.amazonaws.com' } } }

describe('a call', () => {
  test.each<[string, Json[], string, string, boolean]>([
    ['that a statement names', [allow('dynamodb:GetItem', tableArn)], 'dynamodb:GetItem', table, true],
    ['of another action', [allow('dynamodb:GetItem', tableArn)], 'dynamodb:PutItem', table, false],
    ['on another resource', [allow('dynamodb:GetItem', tableArn)], 'dynamodb:GetItem', `${table}s`, false],
    ['on an index of the table', [allow('dynamodb:Query', tableArn)], 'dynamodb:Query', `${table}/index/GSI1`, false],
    ['of one of several actions', [allow(['a:One', 'a:Two'], ['x', queue])], 'a:Two', queue, true],
    ['that * covers', [allow('s3:Get*', 'arn:aws:s3:::bucket/*')], 's3:GetObject', 'arn:aws:s3:::bucket/a/b', true],
    [
      'outside what * covers',
      [allow('s3:*', 'arn:aws:s3:::bucket/a/*')],
      's3:GetObject',
      'arn:aws:s3:::bucket/b',
      false,
    ],
    ['that ? covers', [allow('s3:GetObject', 'arn:aws:s3:::b?cket')], 's3:GetObject', 'arn:aws:s3:::bucket', true],
    [
      'with more than ? covers',
      [allow('s3:GetObject', 'arn:aws:s3:::b?t')],
      's3:GetObject',
      'arn:aws:s3:::beet',
      false,
    ],
    ['whose . is no wildcard', [allow('s3:GetObject', 'arn:aws:s3:::a.b')], 's3:GetObject', 'arn:aws:s3:::aXb', false],
    ['in another account', [allow('sqs:*', 'arn:aws:sqs:*:1:Jobs')], 'sqs:SendMessage', queue, false],
    ['over a colon', [allow('sqs:*', 'arn:aws:sqs:*:Jobs')], 'sqs:SendMessage', queue, false],
    ['of an action in other letters', [allow('SQS:sendmessage', queue)], 'sqs:SendMessage', queue, true],
    [
      'on a resource in other letters',
      [allow('sqs:SendMessage', queue.toUpperCase())],
      'sqs:SendMessage',
      queue,
      false,
    ],
    ['on any resource', [allow('sns:Publish', '*')], 'sns:Publish', '*', true],
    [
      'that a denial covers',
      [allow('sqs:*', '*'), { ...allow('sqs:Send*', queue), Effect: 'Deny' }],
      'sqs:SendMessage',
      queue,
      false,
    ],
    [
      'beside a denial',
      [allow('sqs:*', '*'), { ...allow('sqs:Purge*', '*'), Effect: 'Deny' }],
      'sqs:SendMessage',
      queue,
      true,
    ],
    ['to a key that works through a service', [allow('kms:Decrypt', '*', viaDynamoDb)], 'kms:Decrypt', 'key', false],
  ])('%s', (_, statements, action, resource, expected) => {
    expect(grantsOf({ statements }).isGranted({ functionName: 'Work', action, resource })).toBe(expected)
    expect(grantsOf({ inline: statements }).isGranted({ functionName: 'Work', action, resource })).toBe(expected)
    expect(grantsOf({ statements }).isGranted({ functionName: 'Other', action, resource })).toBe(false)
  })

  it('of a function that the template does not have is not granted', () => {
    expect(
      grantsOf({ statements: [allow('*', '*')] }).isGranted({
        functionName: 'Nobody',
        action: 'sqs:SendMessage',
        resource: queue,
      }),
    ).toBe(false)
  })
})

describe('a denial for partitions', () => {
  const denial = {
    ...allow('dynamodb:GetItem', tableArn, {
      Condition: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['OIDC#*'] } },
    }),
    Effect: 'Deny',
  }
  const grants = grantsOf({ statements: [allow('dynamodb:*', tableArn), denial] })
  const read = { functionName: 'Work', action: 'dynamodb:GetItem', resource: table }

  test.each([
    ['OIDC#', false],
    ['CLIENT#', true],
  ])('decides by the key %s', (leadingKey, expected) => {
    expect(grants.isGranted({ ...read, leadingKey })).toBe(expected)
    expect(grants.isGranted({ ...read, leadingKey, action: 'dynamodb:PutItem' })).toBe(true)
  })
})

describe('a condition on the sender', () => {
  const sender = { StringEqualsIgnoreCase: { 'ses:FromAddress': 'Ann@example.com' } }
  const grants = grantsOf({ statements: [allow('ses:SendEmail', '*', { Condition: sender })] })
  const send = { functionName: 'Work', action: 'ses:SendEmail', resource: 'arn:aws:ses:us-east-1:1:identity/a' }

  test.each([
    ['ann@EXAMPLE.com', true],
    ['bob@example.com', false],
    [undefined, false],
  ])('decides by the address %s', (fromAddress, expected) => {
    expect(grants.isGranted({ ...send, ...(fromAddress !== undefined && { fromAddress }) })).toBe(expected)
  })
})

describe('what could be judged only by halves is refused', () => {
  test.each<[string, Given]>([
    ['NotAction', { statements: [{ Effect: 'Allow', NotAction: 's3:*', Resource: '*' }] }],
    ['NotResource', { statements: [{ Effect: 'Allow', Action: 's3:*', NotResource: 'x' }] }],
    [
      'aws:SourceIp',
      { statements: [allow('s3:*', '*', { Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } })] },
    ],
    [
      'StringLike kms:ViaService',
      { statements: [allow('kms:*', '*', { Condition: { StringLike: { 'kms:ViaService': '*' } } })] },
    ],
    ['policy variable', { statements: [allow('s3:*', 'arn:aws:s3:::b/$' + '{aws:username}')] }],
    ['no effect', { statements: [{ Action: 's3:*', Resource: '*' }] }],
    ['AdministratorAccess', { role: { ManagedPolicyArns: ['arn:aws:iam::aws:policy/AdministratorAccess'] } }],
    ['permissions boundary', { role: { PermissionsBoundary: 'arn:aws:iam::aws:policy/X' } }],
    ['no role', { more: { Lost: { Type: 'AWS::Lambda::Function', Properties: { Role: 'arn:aws:iam::1:role/x' } } } }],
  ])('%s', (told, given) => {
    expect(() => grantsOf(given)).toThrow(told)
  })
})

describe('unused grants', () => {
  it('are those that no call of the same function needed, each action on each resource by itself', () => {
    const grants = grantsOf({ statements: [allow(['a:One', 'a:Two'], [queue, 'arn:aws:s3:::bucket/*'])] })
    const unused = grants.unusedGrants([
      { functionName: 'Work', action: 'a:One', resource: queue },
      { functionName: 'Work', action: 'a:Two', resource: 'arn:aws:s3:::bucket/key' },
      { functionName: 'Other', action: 'a:Two', resource: queue },
    ])
    expect(unused.map(({ action, resource }) => `${action} ${resource}`)).toEqual([
      'a:One arn:aws:s3:::bucket/*',
      `a:Two ${queue}`,
    ])
  })

  it('are told once, though statements repeat them', () => {
    expect(grantsOf({ statements: [allow('a:One', queue), allow('a:One', queue)] }).unusedGrants([])).toHaveLength(1)
  })

  it('hold no denial', () => {
    expect(grantsOf({ statements: [{ ...allow('a:One', queue), Effect: 'Deny' }] }).unusedGrants([])).toEqual([])
  })
})

describe('grants that AWS itself uses', () => {
  const mapping = (FunctionName: string): Template['Resources'] => ({
    Mapping: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        FunctionName: { Ref: FunctionName },
        EventSourceArn: queue,
        DestinationConfig: { OnFailure: { Destination: 'arn:aws:sqs:us-east-1:123456789012:Failed' } },
      },
    },
    Stream: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        FunctionName: { Ref: FunctionName },
        EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
      },
    },
  })
  const ofAws: [string, Json][] = [
    ['logs', allow('logs:PutLogEvents', '*')],
    ['traces', allow('xray:PutTraceSegments', '*')],
    ['encryption at rest', allow('kms:Decrypt', '*', viaDynamoDb)],
    ['the queue that is worked off', allow('sqs:ReceiveMessage', queue)],
    ['the stream that is read', allow('dynamodb:ListStreams', `${table}/stream/*`)],
    ['what the function could not do', allow('sqs:SendMessage', 'arn:aws:sqs:us-east-1:123456789012:Failed')],
  ]
  test.each(ofAws)('%s', (_, statement) => {
    const grants = grantsOf({ statements: [statement], more: mapping('Work') })
    expect(grants.grantsUsedByAws()).toHaveLength(1)
    expect(grants.unusedGrants([])).toEqual([])
  })

  test.each<[string, Json, string]>([
    ['a queue that another function works off', allow('sqs:ReceiveMessage', queue), 'Other'],
    ['a stream that another function reads', allow('dynamodb:GetRecords', `${table}/stream/latest`), 'Other'],
    ['sending to the queue that is worked off', allow('sqs:SendMessage', queue), 'Work'],
    ['a key without a service between', allow('kms:Decrypt', '*'), 'Work'],
    ['an action of the table', allow('dynamodb:GetItem', table), 'Work'],
  ])('not: %s', (_, statement, reader) => {
    const grants = grantsOf({ statements: [statement], more: mapping(reader) })
    expect(grants.grantsUsedByAws()).toEqual([])
    expect(grants.unusedGrants([])).toHaveLength(1)
  })
})
