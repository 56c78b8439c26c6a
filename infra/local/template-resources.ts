import { createHash } from 'node:crypto'

/** The account and region of everything local. s3rver verifies signatures for us-east-1 alone. */
export const localAccount = '123456789012'
export const localRegion = 'us-east-1'

/** Where the hosts of this machine answer, as far as a template's values name them. No slash at the end. */
export type LocalAddresses = { gateway: string; queues: string }

export type Identity = { name: string; arn: string; reference: string; attributes: Record<string, string> }

/** Reads a property of the resource in hand, resolved; undefined when it is absent or not a string. */
type ReadProperty = (name: string) => string | undefined

type Naming = {
  nameProperty?: string
  defaultName?: (logicalId: string) => string
  arn?: (name: string, property: ReadProperty) => string
  /** What `Ref` gives; the name when it says nothing. */
  reference?: 'arn' | 'url'
  attributes?: (identity: { name: string; arn: string; url: string; property: ReadProperty }) => Record<string, string>
}

/** Of a resource of this account and region. */
export const arnOf = (service: string, resource: string) =>
  `arn:aws:${service}:${localRegion}:${localAccount}:${resource}`

const namings: Record<string, Naming> = {
  'AWS::DynamoDB::Table': {
    nameProperty: 'TableName',
    arn: (name) => arnOf('dynamodb', `table/${name}`),
    attributes: ({ arn }) => ({ StreamArn: `${arn}/stream/latest` }),
  },
  'AWS::S3::Bucket': {
    nameProperty: 'BucketName',
    defaultName: (logicalId) => logicalId.toLowerCase(),
    arn: (name) => `arn:aws:s3:::${name}`,
    attributes: ({ name }) => ({
      DomainName: `${name}.s3.amazonaws.com`,
      RegionalDomainName: `${name}.s3.${localRegion}.amazonaws.com`,
    }),
  },
  'AWS::SQS::Queue': {
    nameProperty: 'QueueName',
    arn: (name) => arnOf('sqs', name),
    reference: 'url',
    attributes: ({ name, url }) => ({ QueueName: name, QueueUrl: url }),
  },
  'AWS::SNS::Topic': {
    nameProperty: 'TopicName',
    arn: (name) => arnOf('sns', name),
    reference: 'arn',
    attributes: ({ name, arn }) => ({ TopicName: name, TopicArn: arn }),
  },
  'AWS::KMS::Key': {
    defaultName: uuidFrom,
    arn: (name) => arnOf('kms', `key/${name}`),
    attributes: ({ name }) => ({ KeyId: name }),
  },
  'AWS::KMS::Alias': { nameProperty: 'AliasName', arn: (name) => arnOf('kms', name) },
  'AWS::SecretsManager::Secret': {
    nameProperty: 'Name',
    arn: (name) => arnOf('secretsmanager', `secret:${name}`),
    reference: 'arn',
    attributes: ({ arn }) => ({ Id: arn }),
  },
  'AWS::Lambda::Function': { nameProperty: 'FunctionName', arn: (name) => arnOf('lambda', `function:${name}`) },
  'AWS::Lambda::Version': {
    arn: (_, property) => `${functionArn(property('FunctionName'))}:1`,
    reference: 'arn',
    attributes: ({ arn }) => ({ FunctionArn: arn, Version: '1' }),
  },
  'AWS::Lambda::Alias': {
    nameProperty: 'Name',
    arn: (name, property) => `${functionArn(property('FunctionName'))}:${name}`,
    reference: 'arn',
    attributes: ({ arn }) => ({ AliasArn: arn }),
  },
  'AWS::IAM::Role': { nameProperty: 'RoleName', arn: (name) => `arn:aws:iam::${localAccount}:role/${name}` },
  'AWS::Events::EventBus': {
    nameProperty: 'Name',
    arn: (name) => arnOf('events', `event-bus/${name}`),
    attributes: ({ name }) => ({ Name: name }),
  },
  'AWS::Events::Rule': {
    nameProperty: 'Name',
    arn: (name, property) => arnOf('events', `rule/${ruleFolder(property('EventBusName'))}${name}`),
  },
  'AWS::Scheduler::Schedule': { nameProperty: 'Name', arn: (name) => arnOf('scheduler', `schedule/default/${name}`) },
  'AWS::StepFunctions::StateMachine': {
    nameProperty: 'StateMachineName',
    arn: (name) => arnOf('states', `stateMachine:${name}`),
    reference: 'arn',
    attributes: ({ name }) => ({ Name: name }),
  },
  'AWS::ApiGateway::RestApi': {
    defaultName: (logicalId) => digest(logicalId).slice(0, 10),
    arn: (name) => `arn:aws:apigateway:${localRegion}::/restapis/${name}`,
    attributes: ({ name }) => ({ RestApiId: name, RootResourceId: 'root' }),
  },
  'AWS::ApiGateway::Stage': { nameProperty: 'StageName' },
  'AWS::Logs::LogGroup': { nameProperty: 'LogGroupName', arn: (name) => arnOf('logs', `log-group:${name}:*`) },
  'AWS::SES::ConfigurationSet': { nameProperty: 'Name', arn: (name) => arnOf('ses', `configuration-set/${name}`) },
  'AWS::SES::EmailIdentity': {
    nameProperty: 'EmailIdentity',
    arn: (name) => arnOf('ses', `identity/${name}`),
    // The records that prove the domain on AWS; here nobody asks for them.
    attributes: ({ name }) =>
      Object.fromEntries(
        [1, 2, 3].flatMap((number) => [
          [`DkimDNSTokenName${number}`, `token${number}._domainkey.${name}`],
          [`DkimDNSTokenValue${number}`, `token${number}.dkim.amazonses.com`],
        ]),
      ),
  },
  'AWS::SSM::Parameter': {
    nameProperty: 'Name',
    attributes: ({ property }) => ({ Value: property('Value') ?? '' }),
  },
}

/** What a resource is called on this machine: the template's own name, else its logical id, so that it is the same at each start. */
export function identify(
  resource: { logicalId: string; type: string },
  property: ReadProperty,
  addresses: LocalAddresses,
): Identity {
  const { logicalId, type } = resource
  const naming = namings[type] ?? {}
  const given = naming.nameProperty === undefined ? undefined : property(naming.nameProperty)
  const name = given ?? naming.defaultName?.(logicalId) ?? logicalId
  const arn = naming.arn?.(name, property) ?? arnOf(serviceOf(type), name)
  const url = `${addresses.queues}/${localAccount}/${name}`
  return {
    name,
    arn,
    reference: naming.reference === 'arn' ? arn : naming.reference === 'url' ? url : name,
    attributes: { Arn: arn, ...naming.attributes?.({ name, arn, url, property }) },
  }
}

/** An ARN from a function's name or ARN, without its version or alias. */
function functionArn(nameOrArn = 'unknown'): string {
  return nameOrArn.startsWith('arn:')
    ? nameOrArn.split(':').slice(0, 7).join(':')
    : arnOf('lambda', `function:${nameOrArn}`)
}

function ruleFolder(busNameOrArn: string | undefined): string {
  const bus = busNameOrArn?.split('/').at(-1)
  return bus === undefined || bus === 'default' ? '' : `${bus}/`
}

const serviceOf = (type: string) => (type.split('::')[1] ?? 'local').toLowerCase()

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

function uuidFrom(text: string): string {
  const hex = digest(text)
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
