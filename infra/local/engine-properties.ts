import * as v from 'valibot'
import type { TableProperties } from './engines/dynamodb-tables.ts'
import type { RuleProperties } from './engines/event-bridge.ts'
import type { KmsOptions } from './engines/kms.ts'
import type { SecretProperties } from './engines/secrets-manager.ts'
import type { ConfigurationSet } from './engines/ses-events.ts'
import type { QueueProperties } from './engines/sqs.ts'
import type { StateMachineProperties } from './engines/step-functions.ts'
import type { Resource } from './template.ts'

/** What the engines host, read from the resolved resources. Each name is the resource's own here, also where the template gives none. */
export type HostedResources = {
  tables: TableProperties[]
  buckets: string[]
  queues: QueueProperties[]
  keys: KmsOptions['keys'][number][]
  secrets: SecretProperties[]
  buses: string[]
  rules: RuleProperties[]
  stateMachines: StateMachineProperties[]
  /** Domains and addresses that may send mail; on this machine they need no verification. */
  identities: string[]
  configurationSets: ConfigurationSet[]
}

const attributeType = v.picklist(['S', 'N', 'B'])
const keySchema = v.array(v.object({ AttributeName: v.string(), KeyType: v.picklist(['HASH', 'RANGE']) }))
const indexes = v.optional(
  v.array(
    v.object({
      IndexName: v.string(),
      KeySchema: keySchema,
      Projection: v.object({
        ProjectionType: v.optional(v.picklist(['ALL', 'KEYS_ONLY', 'INCLUDE'])),
        NonKeyAttributes: v.optional(v.array(v.string())),
      }),
    }),
  ),
)
const tableSchema = v.object({
  TableName: v.string(),
  AttributeDefinitions: v.array(v.object({ AttributeName: v.string(), AttributeType: attributeType })),
  KeySchema: keySchema,
  GlobalSecondaryIndexes: indexes,
  LocalSecondaryIndexes: indexes,
  StreamSpecification: v.optional(
    v.object({ StreamViewType: v.picklist(['KEYS_ONLY', 'NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES']) }),
  ),
  TimeToLiveSpecification: v.optional(v.object({ AttributeName: v.optional(v.string()), Enabled: v.boolean() })),
})
const queueSchema = v.object({
  QueueName: v.string(),
  DelaySeconds: v.optional(v.number()),
  VisibilityTimeout: v.optional(v.number()),
  MessageRetentionPeriod: v.optional(v.number()),
  MaximumMessageSize: v.optional(v.number()),
  ReceiveMessageWaitTimeSeconds: v.optional(v.number()),
  RedrivePolicy: v.optional(v.object({ deadLetterTargetArn: v.string(), maxReceiveCount: v.number() })),
})
const secretSchema = v.object({
  Name: v.string(),
  SecretString: v.optional(v.string()),
  GenerateSecretString: v.optional(v.looseObject({})),
})
const ruleSchema = v.object({
  Name: v.string(),
  EventBusName: v.optional(v.string()),
  EventPattern: v.unknown(),
  State: v.optional(v.string()),
  Targets: v.optional(
    v.array(
      v.object({
        Id: v.string(),
        Arn: v.string(),
        Input: v.optional(v.string()),
        InputPath: v.optional(v.string()),
        InputTransformer: v.optional(v.unknown()),
        DeadLetterConfig: v.optional(v.object({ Arn: v.optional(v.string()) })),
        RetryPolicy: v.optional(
          v.object({
            MaximumRetryAttempts: v.optional(v.number()),
            MaximumEventAgeInSeconds: v.optional(v.number()),
          }),
        ),
      }),
    ),
  ),
})
const keyDefinitionSchema = v.object({
  id: v.string(),
  aliases: v.array(v.string()),
  KeySpec: v.optional(v.string()),
  KeyUsage: v.optional(v.string()),
})
const eventDestinationSchema = v.object({
  ConfigurationSetName: v.string(),
  EventDestination: v.object({
    Enabled: v.boolean(),
    MatchingEventTypes: v.array(v.string()),
    // SES takes no other bus than the default one.
    EventBridgeDestination: v.object({ EventBusArn: v.pipe(v.string(), v.endsWith(':event-bus/default')) }),
  }),
})
const stateMachineSchema = v.object({ StateMachineName: v.string(), DefinitionString: v.string() })

export function readHostedResources(resources: readonly Resource[]): HostedResources {
  const read = <const Schema extends v.GenericSchema>(type: string, nameProperty: string, schema: Schema) =>
    resources
      .filter((resource) => resource.type === type && !isScheduled(resource))
      .map((resource) => parse(schema, { ...resource.properties, [nameProperty]: resource.name }, resource.logicalId))
  const aliases = resources.filter((resource) => resource.type === 'AWS::KMS::Alias')
  const aliasesOf = (key: Resource) =>
    aliases.filter(({ properties: { TargetKeyId } }) => TargetKeyId === key.name || TargetKeyId === key.arn)
  return {
    tables: read('AWS::DynamoDB::Table', 'TableName', tableSchema),
    buckets: resources.filter(({ type }) => type === 'AWS::S3::Bucket').map(({ name }) => name),
    queues: read('AWS::SQS::Queue', 'QueueName', queueSchema),
    secrets: read('AWS::SecretsManager::Secret', 'Name', secretSchema),
    buses: resources.filter(({ type }) => type === 'AWS::Events::EventBus').map(({ name }) => name),
    rules: read('AWS::Events::Rule', 'Name', ruleSchema),
    stateMachines: read('AWS::StepFunctions::StateMachine', 'StateMachineName', stateMachineSchema),
    identities: resources.filter(({ type }) => type === 'AWS::SES::EmailIdentity').map(({ name }) => name),
    configurationSets: readConfigurationSets(resources),
    keys: resources
      .filter(({ type }) => type === 'AWS::KMS::Key')
      .map((key) => {
        const definition = { ...key.properties, id: key.name, aliases: aliasesOf(key).map(({ name }) => name) }
        return parse(keyDefinitionSchema, definition, key.logicalId)
      }),
  }
}

function readConfigurationSets(resources: readonly Resource[]): ConfigurationSet[] {
  const destinations = resources
    .filter(({ type }) => type === 'AWS::SES::ConfigurationSetEventDestination')
    .map(({ properties, logicalId }) => parse(eventDestinationSchema, properties, logicalId))
    .filter(({ EventDestination }) => EventDestination.Enabled)
  const sets = resources.filter(({ type }) => type === 'AWS::SES::ConfigurationSet')
  return sets.map(({ name }) => ({
    name,
    publishes: destinations
      .filter(({ ConfigurationSetName }) => ConfigurationSetName === name)
      .flatMap(({ EventDestination }) => EventDestination.MatchingEventTypes),
  }))
}

/** A rule on a schedule has no pattern, and is none of EventBridge's here (see schedules.ts). */
function isScheduled({ type, properties }: Resource): boolean {
  return type === 'AWS::Events::Rule' && properties.EventPattern === undefined
}

function parse<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  logicalId: string,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  throw new Error(`The local cloud cannot host ${logicalId}: ${v.summarize(parsed.issues)}`)
}
