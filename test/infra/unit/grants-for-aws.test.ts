import { describe, expect, test } from 'vitest'
import { readEventSourceMapping } from '../../../infra/local/event-sources.ts'
import { grantsOfRole, type IamGrant, matchesArn, readGrants } from '../../../infra/local/grants.ts'
import { asArray, asObject, asString, resolveTemplate } from '../../../infra/local/template.ts'
import { appOfEmptyFunctions, templateOf } from './synthesized-stack.ts'

/** What no call of a function shows, and what nothing here would miss: AWS itself needs it. */
const template = { Resources: {}, ...templateOf(appOfEmptyFunctions()).toJSON() }
const { resources } = resolveTemplate(template, { addresses: { gateway: '', queues: '' } })
const { allowed } = readGrants(resources)
type WantedGrant = Omit<IamGrant, 'effect' | 'leadingKeys' | 'fromAddresses'>
const ofType = (type: string) => resources.filter((resource) => resource.type === type)

const has = (wanted: WantedGrant) =>
  allowed.some(
    ({ functionName, action, resource, through }) =>
      functionName === wanted.functionName &&
      action === wanted.action &&
      through === wanted.through &&
      matchesArn(resource, wanted.resource),
  )
const missing = (wanted: readonly WantedGrant[]) =>
  wanted
    .filter((grant) => !has(grant))
    .map(({ functionName, action, resource }) => `${functionName} ${action} ${resource}`)

describe('a key that encrypts what a function reaches works for it by way of the service', () => {
  const through = (service: string) => `${service}.us-east-1.amazonaws.com`

  test('that keeps a table', () => {
    const tables = ofType('AWS::DynamoDB::Table').map(({ arn, properties }) => ({
      arn,
      key: asString(asObject(properties.SSESpecification).KMSMasterKeyId),
    }))
    const using = allowed.flatMap(({ functionName, resource }) =>
      tables.filter(({ arn }) => resource === arn).map(({ key }) => ({ functionName, key })),
    )
    expect(using).not.toEqual([])
    const wanted = using.flatMap(({ functionName, key }) =>
      ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey'].map((action) => ({
        functionName,
        action,
        resource: key,
        through: through('dynamodb'),
      })),
    )
    expect(missing(wanted)).toEqual([])
  })

  test.each([
    ['s3:GetObject', 'kms:Decrypt'],
    ['s3:PutObject', 'kms:GenerateDataKey'],
  ])('that keeps objects, for %s', (objectAction, action) => {
    const buckets = ofType('AWS::S3::Bucket').flatMap(({ arn, properties }) => {
      const [rule] = asArray(asObject(properties.BucketEncryption).ServerSideEncryptionConfiguration)
      const { KMSMasterKeyID } = asObject(asObject(rule ?? {}).ServerSideEncryptionByDefault)
      return KMSMasterKeyID === undefined ? [] : [{ arn, key: asString(KMSMasterKeyID) }]
    })
    const wanted = allowed
      .filter((grant) => grant.action === objectAction)
      .flatMap(({ functionName, resource }) =>
        buckets
          .filter(({ arn }) => resource.startsWith(`${arn}/`))
          .map(({ key }) => ({ functionName, action, resource: key, through: through('s3') })),
      )
    expect(wanted).not.toEqual([])
    expect(missing(wanted)).toEqual([])
  })
})

describe('an event source mapping', () => {
  const mappings = resources.flatMap(readEventSourceMapping)
  const pollingOf = (sourceArn: string) =>
    sourceArn.startsWith('arn:aws:sqs:')
      ? ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage']
      : ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:ListStreams']

  test.each(mappings)(
    '$name lets Lambda read its source in the name of its function',
    ({ functionName, sourceArn }) => {
      const wanted = pollingOf(sourceArn).map((action) => ({
        functionName,
        action,
        resource: sourceArn,
        through: null,
      }))
      expect(missing(wanted)).toEqual([])
    },
  )

  test('lets it send what the function cannot do to where that is to go', () => {
    const wanted = mappings.flatMap(({ functionName, failureDestinationArn: resource }) =>
      resource === undefined ? [] : [{ functionName, action: 'sqs:SendMessage', resource, through: null }],
    )
    expect(wanted).not.toEqual([])
    expect(missing(wanted)).toEqual([])
  })
})

test('the machine of retries may invoke the functions of its tasks, and none besides', () => {
  const machines = ofType('AWS::StepFunctions::StateMachine')
  expect(machines).not.toEqual([])
  for (const { name, properties } of machines) {
    const states = Object.values(asObject(asObject(JSON.parse(asString(properties.DefinitionString))).States)).map(
      asObject,
    )
    const tasks = states.filter(({ Type }) => Type === 'Task')
    const invoked = tasks.map(({ Parameters }) => asString(asObject(Parameters).FunctionName))
    const granted = grantsOfRole(name, properties.RoleArn, resources)
      .filter(({ action }) => action === 'lambda:InvokeFunction')
      // CDK adds the versions of each function.
      .map(({ resource }) => resource.replace(/:\*$/, ''))
    expect(tasks).not.toEqual([])
    expect([...new Set(granted)].toSorted()).toEqual([...new Set(invoked)].toSorted())
    expect(granted.some((resource) => resource.includes('*'))).toBe(false)
  }
})
