import { Match } from 'aws-cdk-lib/assertions'
import { AwsSolutionsChecks } from 'cdk-nag'
import { expect, test } from 'vitest'
import { deadLetterQueueName, stackName, undeliveredEvents } from '../../../infra/stack-name.ts'
import { dayMs } from '../../../shared/platform/clock.ts'
import { auditKeptForMs } from '../../../shared/store/outbox-entry.ts'
import { appOfEmptyFunctions, resourcesOf, templateOf } from './synthesized-stack.ts'

const app = appOfEmptyFunctions()
const template = templateOf(app)

test('cdk-nag finds nothing that is not acknowledged with a reason', () => {
  const { violations } = new AwsSolutionsChecks(app, { verbose: true }).validateScope(app)
  expect(violations).toEqual([])
})

test('the table survives mistakes: encrypted, recoverable to any second, not to be deleted', () => {
  template.hasResource('AWS::DynamoDB::Table', {
    DeletionPolicy: 'Retain',
    Properties: {
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: Match.anyValue() },
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    },
  })
})

const buckets = Object.entries(resourcesOf(template, 'AWS::S3::Bucket'))

test.each(buckets)('%s is closed, encrypted, versioned and kept', (id, bucket) => {
  expect(bucket.DeletionPolicy).toBe('RetainExceptOnCreate')
  const { Properties } = bucket
  expect(Properties.VersioningConfiguration).toEqual({ Status: 'Enabled' })
  expect(Properties.PublicAccessBlockConfiguration).toEqual({
    BlockPublicAcls: true,
    BlockPublicPolicy: true,
    IgnorePublicAcls: true,
    RestrictPublicBuckets: true,
  })
  expect(Properties.BucketEncryption.ServerSideEncryptionConfiguration).toHaveLength(1)
  template.hasResourceProperties('AWS::S3::BucketPolicy', {
    Bucket: { Ref: id },
    PolicyDocument: { Statement: Match.arrayWith([refusesPlainText('s3:*')]) },
  })
})

test('objects that nobody names expire, and answers and uploads after two days', () => {
  const rules = (id: string) =>
    buckets.find(([name]) => name.startsWith(id))?.[1].Properties.LifecycleConfiguration.Rules
  expect(rules('BucketsDocuments')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ TagFilters: [{ Key: 'orphan', Value: 'true' }], ExpirationInDays: 7 }),
      expect.objectContaining({ Prefix: 'answers/', ExpirationInDays: 2 }),
      expect.objectContaining({ NoncurrentVersionExpiration: { NoncurrentDays: 30 } }),
    ]),
  )
  const documentsWithoutTagOrPrefix = rules('BucketsDocuments').filter(
    (rule: object) => !('TagFilters' in rule) && !('Prefix' in rule),
  )
  for (const rule of documentsWithoutTagOrPrefix) expect(rule).not.toHaveProperty('ExpirationInDays')
  expect(rules('BucketsUploads')).toContainEqual({ ExpirationInDays: 2, Status: 'Enabled' })
})

const queues = Object.entries(resourcesOf(template, 'AWS::SQS::Queue'))
const isDeadLetterQueue = (queue: (typeof queues)[number][1]) => queue.Properties.QueueName.endsWith('-dead-letters')

test.each(queues)('%s is encrypted and reached by TLS only', (id, queue) => {
  expect(queue.Properties.SqsManagedSseEnabled).toBe(true)
  template.hasResourceProperties('AWS::SQS::QueuePolicy', {
    Queues: Match.arrayWith([{ Ref: id }]),
    PolicyDocument: { Statement: Match.arrayWith([refusesPlainText('sqs:*')]) },
  })
})

test.each(queues.filter(([, queue]) => !isDeadLetterQueue(queue)))(
  '%s hides a message six times as long as its function may take, and gives up on it',
  (id, queue) => {
    const mapping = Object.values(resourcesOf(template, 'AWS::Lambda::EventSourceMapping')).find(
      ({ Properties }) => Properties.EventSourceArn['Fn::GetAtt'][0] === id,
    )
    const worker = resourcesOf(template, 'AWS::Lambda::Function')[mapping?.Properties.FunctionName.Ref]
    expect(queue.Properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * worker?.Properties.Timeout)
    expect(queue.Properties.RedrivePolicy.maxReceiveCount).toBeGreaterThanOrEqual(5)
    expect(mapping?.Properties.FunctionResponseTypes).toEqual(['ReportBatchItemFailures'])
  },
)

test.each(queues.filter(([, queue]) => isDeadLetterQueue(queue)))(
  '%s keeps its messages and gives alarm',
  (id, queue) => {
    expect(queue.Properties.MessageRetentionPeriod).toBe(14 * 24 * 60 * 60)
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [id, 'QueueName'] } }],
      Threshold: 0,
      ComparisonOperator: 'GreaterThanThreshold',
      AlarmActions: [Match.anyValue()],
    })
  },
)

test('what a rule cannot deliver is not lost', () => {
  const targets = Object.values(resourcesOf(template, 'AWS::Events::Rule')).flatMap((rule) => rule.Properties.Targets)
  expect(targets).not.toHaveLength(0)
  for (const target of targets) expect(target).toHaveProperty('DeadLetterConfig.Arn')
})

test('the operator can put back all that a rule cannot deliver: a queue missed a whole event, or the sweep a minute', () => {
  const rules = Object.values(resourcesOf(template, 'AWS::Events::Rule')).map(({ Properties }) => Properties)
  const queues = Object.keys(resourcesOf(template, 'AWS::SQS::Queue'))
  for (const { ScheduleExpression, Targets } of rules)
    for (const { Arn, Input, InputPath, InputTransformer, DeadLetterConfig } of Targets) {
      expect(ScheduleExpression !== undefined || queues.includes(Arn['Fn::GetAtt'][0])).toBe(true)
      expect([Input, InputPath, InputTransformer]).toEqual([undefined, undefined, undefined])
      const [id] = DeadLetterConfig.Arn['Fn::GetAtt']
      expect(template.findResources('AWS::SQS::Queue')[id]?.Properties.QueueName).toBe(
        deadLetterQueueName(stackName, undeliveredEvents),
      )
    }
})

/** Only an outbox entry that has events to publish, or audit entries to link, has the keys of the index of what is due. */
const newOutboxEntry = { type: { S: ['journal'] }, GSI2PK: { S: [{ exists: true }] } }

test('the relay reads new journals with events or audit entries only, and gives up on none unnoticed', () => {
  template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
    StartingPosition: 'TRIM_HORIZON',
    BisectBatchOnFunctionError: true,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    FilterCriteria: {
      Filters: [{ Pattern: JSON.stringify({ eventName: ['INSERT'], dynamodb: { NewImage: newOutboxEntry } }) }],
    },
    DestinationConfig: { OnFailure: { Destination: Match.anyValue() } },
  })
})

test.each([
  'IteratorAge',
  '5XXError',
  'SealFailed',
  'SealCertificateExpires',
  'SealRenewalFailed',
  'ProofFailed',
  'VendorSignedAfterEnd',
  'VendorRequestMissing',
  'Errors',
])('there is an alarm on %s', (MetricName) => {
  template.hasResourceProperties('AWS::CloudWatch::Alarm', { MetricName, AlarmActions: [Match.anyValue()] })
})

test('a proof that takes longer than its function may run raises an alarm', () => {
  template.hasResourceProperties('AWS::CloudWatch::Alarm', {
    Namespace: 'AWS/Lambda',
    MetricName: 'Errors',
    Threshold: 0,
    AlarmDescription: Match.stringLikeRegexp('proof of a registered mail was stopped'),
    Dimensions: [{ Name: 'FunctionName', Value: { Ref: Match.stringLikeRegexp('registeredmailproofs') } }],
    AlarmActions: [Match.anyValue()],
  })
})

test('a certificate that does not fit its key raises the alarm of failed seals', () => {
  template.hasResourceProperties('AWS::Logs::MetricFilter', {
    FilterPattern: '?"SealFailed" ?"SealCertificateUnusable"',
    MetricTransformations: [Match.objectLike({ MetricName: 'SealFailed' })],
  })
})

test('keys that encrypt are rotated, keys that seal are kept', () => {
  template.hasResource('AWS::KMS::Key', {
    DeletionPolicy: 'RetainExceptOnCreate',
    Properties: { EnableKeyRotation: true },
  })
  template.resourcePropertiesCountIs('AWS::KMS::Key', { KeySpec: 'RSA_3072', KeyUsage: 'SIGN_VERIFY' }, 2)
  template.allResources('AWS::KMS::Key', { DeletionPolicy: 'RetainExceptOnCreate' })
})

function refusesPlainText(Action: string) {
  return Match.objectLike({ Action, Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } })
}

test('heads of audit chains are locked for longer than audit entries are kept', () => {
  const [, heads] = buckets.find(([name]) => name.startsWith('BucketsAuditHeads')) ?? []
  expect(heads?.Properties).toMatchObject({
    ObjectLockEnabled: true,
    ObjectLockConfiguration: {
      ObjectLockEnabled: 'Enabled',
      Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: auditKeptForMs / dayMs + 30 } },
    },
    VersioningConfiguration: { Status: 'Enabled' },
  })
})
