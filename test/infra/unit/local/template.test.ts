import { describe, expect, it } from 'vitest'
import { type Json, resolveTemplate, type Template } from '../../../../infra/local/template.ts'

const addresses = { gateway: 'http://localhost:4000', queues: 'http://127.0.0.1:9324' }

/** The value of a property `Value` in a template with one resource of each kind that the cases name. */
function resolved(value: Json, template: Partial<Template> = {}): Json | undefined {
  const { resources } = resolveTemplate(
    {
      Parameters: { Stage: { Type: 'String', Default: 'test' } },
      Conditions: { Yes: { 'Fn::Equals': [{ Ref: 'Stage' }, 'test'] }, No: { 'Fn::Not': [{ Condition: 'Yes' }] } },
      Mappings: { Sizes: { 'us-east-1': { small: 128 } } },
      ...template,
      Resources: {
        Table: { Type: 'AWS::DynamoDB::Table', Properties: {} },
        Named: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: { 'Fn::Sub': `\${AWS::StackName}-data` } } },
        Bucket: { Type: 'AWS::S3::Bucket' },
        Queue: { Type: 'AWS::SQS::Queue' },
        Key: { Type: 'AWS::KMS::Key' },
        Secret: { Type: 'AWS::SecretsManager::Secret' },
        Function: { Type: 'AWS::Lambda::Function' },
        Live: { Type: 'AWS::Lambda::Alias', Properties: { Name: 'live', FunctionName: { Ref: 'Function' } } },
        Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'events' } },
        Machine: { Type: 'AWS::StepFunctions::StateMachine' },
        Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'sealpost' } },
        AuthApi: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'sealpost-auth' } },
        Stage1: { Type: 'AWS::ApiGateway::Stage', Properties: { StageName: 'prod' } },
        Probe: { Type: 'Custom::Probe', Properties: { Value: value } },
        ...template.Resources,
      },
    },
    { addresses, stackName: 'sealpost' },
  )
  return resources.find(({ logicalId }) => logicalId === 'Probe')?.properties.Value
}

const urlOf = (api: string): Json => ({
  'Fn::Join': [
    '',
    [
      'https://',
      { Ref: api },
      '.execute-api.',
      { Ref: 'AWS::Region' },
      '.',
      { Ref: 'AWS::URLSuffix' },
      '/',
      { Ref: 'Stage1' },
      '/',
    ],
  ],
})

describe('a resolved template', () => {
  it.each<[string, Json, Json | undefined]>([
    ['a name is the logical id', { Ref: 'Table' }, 'Table'],
    ['a name given by the template wins', { Ref: 'Named' }, 'sealpost-data'],
    ['a bucket name is lower case', { Ref: 'Bucket' }, 'bucket'],
    ['a table has an ARN', { 'Fn::GetAtt': ['Table', 'Arn'] }, 'arn:aws:dynamodb:us-east-1:123456789012:table/Table'],
    ['GetAtt takes a dotted string', { 'Fn::GetAtt': 'Queue.QueueName' }, 'Queue'],
    ['a queue is known by its URL', { Ref: 'Queue' }, 'http://127.0.0.1:9324/123456789012/Queue'],
    ['a secret by its ARN', { Ref: 'Secret' }, 'arn:aws:secretsmanager:us-east-1:123456789012:secret:Secret'],
    ['an alias by its function', { Ref: 'Live' }, 'arn:aws:lambda:us-east-1:123456789012:function:Function:live'],
    ['a state machine by its ARN', { Ref: 'Machine' }, 'arn:aws:states:us-east-1:123456789012:stateMachine:Machine'],
    ['a parameter has its default', { Ref: 'Stage' }, 'test'],
    [
      'Sub reads variables, references and attributes',
      { 'Fn::Sub': [`\${Own}/\${Bus}/\${Table.Arn}/\${!Literal}`, { Own: 'x' }] },
      `x/events/arn:aws:dynamodb:us-east-1:123456789012:table/Table/\${Literal}`,
    ],
    ['Join joins', { 'Fn::Join': ['-', ['a', { Ref: 'Stage' }]] }, 'a-test'],
    ['Select and Split cut', { 'Fn::Select': [1, { 'Fn::Split': ['/', 'a/b/c'] }] }, 'b'],
    ['FindInMap looks up', { 'Fn::FindInMap': ['Sizes', { Ref: 'AWS::Region' }, 'small'] }, 128],
    ['If takes the first when it holds', { 'Fn::If': ['Yes', 1, 2] }, 1],
    ['If takes the second when not', { 'Fn::If': ['No', 1, 2] }, 2],
    [
      'NoValue leaves a property out',
      { kept: 1, dropped: { 'Fn::If': ['No', 1, { Ref: 'AWS::NoValue' }] } },
      { kept: 1 },
    ],
    ['NoValue leaves an element out', [1, { Ref: 'AWS::NoValue' }], [1]],
    ['the main API is at the root', urlOf('Api'), 'http://localhost:4000/'],
    ['the identity API is under /auth', urlOf('AuthApi'), 'http://localhost:4000/auth/'],
    [
      'an address elsewhere is left alone',
      'https://other.execute-api.us-east-1.amazonaws.com/prod',
      'https://other.execute-api.us-east-1.amazonaws.com/prod',
    ],
    [
      'an IAM condition is no condition of the template',
      { Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
      { Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
    ],
  ])('%s', (_, value, expected) => {
    expect(resolved(value)).toEqual(expected)
  })

  it('has no resource whose condition does not hold', () => {
    const Resources = { Gone: { Type: 'AWS::SQS::Queue', Condition: 'No' } }
    const { resources } = resolveTemplate(
      { Resources, Conditions: { No: { 'Fn::Equals': ['a', 'b'] } } },
      { addresses },
    )
    expect(resources).toEqual([])
  })

  it('refuses what it does not know rather than guessing', () => {
    expect(() => resolved({ 'Fn::Cidr': ['10.0.0.0/16', 1] })).toThrow('Fn::Cidr')
    expect(() => resolved({ Ref: 'Nothing' })).toThrow('Nothing')
  })

  it('gives the same names at every start', () => {
    expect(resolved({ Ref: 'Key' })).toBe(resolved({ Ref: 'Key' }))
    expect(resolved({ Ref: 'Key' })).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  })
})
