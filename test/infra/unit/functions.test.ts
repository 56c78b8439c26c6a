import { expect, test } from 'vitest'
import { functionNames } from '../../../infra/build/function-names.ts'
import { appOfEmptyFunctions, functionId, resourcesOf, templateOf } from './synthesized-stack.ts'

const template = templateOf(appOfEmptyFunctions())
const functions = resourcesOf(template, 'AWS::Lambda::Function')

function settingsOf(name: string, from = template): string[] {
  const { Properties } = resourcesOf(from, 'AWS::Lambda::Function')[functionId(from, name)] ?? {}
  return Object.keys(Properties.Environment.Variables).toSorted()
}

test('the template has exactly the functions of the project', () => {
  expect(Object.keys(functions)).toHaveLength(functionNames.length)
  for (const name of functionNames) expect(functions).toHaveProperty(functionId(template, name))
})

test.each(functionNames)('%s has a role and a log of its own, and is traced', (name) => {
  const { Properties } = functions[functionId(template, name)] ?? {}
  const others = Object.values(functions).filter((other) => other.Properties !== Properties)
  expect(others.map((other) => other.Properties.Role)).not.toContainEqual(Properties.Role)
  expect(Properties).toMatchObject({
    Runtime: 'nodejs24.x',
    Architectures: ['arm64'],
    TracingConfig: { Mode: 'Active' },
  })
  const log = resourcesOf(template, 'AWS::Logs::LogGroup')[Properties.LoggingConfig.LogGroup.Ref]
  expect(log?.Properties.RetentionInDays).toBeGreaterThan(0)
})

const tokens = ['AUDIENCE', 'CONSENT_URL', 'FIRST_PARTY_CLIENT_ID', 'ISSUER', 'JWKS_URI']
const settings: Record<(typeof functionNames)[number], string[]> = {
  'api-keys': [...tokens, 'ANSWER_KEY', 'TABLE_NAME'],
  auth: [
    ...['APP_REDIRECT_URIS', 'AUDIENCE', 'AUDIENCE_SCOPE', 'FIRST_PARTY_CLIENT_ID', 'SIGNING_SECRETS_KEYS'],
    'SIGN_IN_CODE_QUEUE_URL',
    ...['TABLE_NAME', 'TOKEN_SIGNING_KEYS'],
  ],
  'contact-links': ['TABLE_NAME'],
  console: ['AUDIENCE_SCOPE', 'FIRST_PARTY_CLIENT_ID', 'ISSUER', 'UPLOADS_ORIGIN'],
  contacts: [...tokens, 'PAGE_TOKEN_KEYS', 'TABLE_NAME', 'UPLOADS_BUCKET'],
  docs: ['AUDIENCE_SCOPE', 'CONSENT_URL', 'ISSUER'],
  'document-keeping': ['DOCUMENTS_BUCKET'],
  'document-sealing': [
    ...['DOCUMENTS_BUCKET', 'LIVE_SEAL_KEY_ID', 'SIGNING_ACTS_KEYS', 'TABLE_NAME', 'TEST_SEAL_KEY_ID'],
    'PAGE_URL',
    'VENDOR_SECRETS_KEY',
  ],
  downloads: [...tokens, 'DOCUMENTS_BUCKET', 'TABLE_NAME'],
  'due-sweep': [
    ...[
      'AUDIT_HEADS_BUCKET',
      'EVENT_BUS_NAME',
      'LIVE_SEAL_KEY_ID',
      'METRIC_NAMESPACE',
      'TABLE_NAME',
      'TEST_SEAL_KEY_ID',
    ],
    'WEBHOOK_DELIVERY_QUEUE_URL',
  ],
  'event-relay': ['EVENT_BUS_NAME', 'METRIC_NAMESPACE', 'TABLE_NAME'],
  events: [...tokens, 'PAGE_TOKEN_KEYS', 'TABLE_NAME'],
  grants: [...tokens, 'ANSWER_KEY', 'AUDIENCE_SCOPE', 'TABLE_NAME', 'TOKEN_SIGNING_KEYS'],
  identity: [...tokens, 'TABLE_NAME'],
  'mail-events': ['TABLE_NAME'],
  'member-letters': ['MAIL_CONFIGURATION_SET', 'MAIL_FROM', 'PAGE_URL', 'SIGNING_SECRETS_KEYS', 'TABLE_NAME'],
  provisioning: [...tokens, 'PAGE_TOKEN_KEYS', 'TABLE_NAME'],
  'registered-mail-jobs': ['TABLE_NAME'],
  'registered-mails': [
    ...tokens,
    ...['DOCUMENTS_BUCKET', 'MAIL_FROM', 'PAGE_TOKEN_KEYS', 'TABLE_NAME', 'UPLOADS_BUCKET', 'VENDOR_SECRETS_KEY'],
  ],
  'registered-mail-letters': ['MAIL_CONFIGURATION_SET', 'MAIL_FROM', 'PAGE_URL', 'SIGNING_SECRETS_KEYS', 'TABLE_NAME'],
  'registered-mail-page': ['DOCUMENTS_BUCKET', 'MAIL_ACTS_KEYS', 'SIGNING_SECRETS_KEYS', 'TABLE_NAME'],
  'registered-mail-proofs': [
    'DOCUMENTS_BUCKET',
    'LIVE_SEAL_KEY_ID',
    'MAIL_ACTS_KEYS',
    'TABLE_NAME',
    'TEST_SEAL_KEY_ID',
    'VENDOR_SECRETS_KEY',
  ],
  'registered-mail-vendors': ['API_URL', 'DOCUMENTS_BUCKET', 'TABLE_NAME', 'VENDOR_SECRETS_KEY'],
  'signature-vendors': ['DOCUMENTS_BUCKET', 'TABLE_NAME', 'VENDOR_SECRETS_KEY'],
  'vendor-connections': [...tokens, 'TABLE_NAME', 'VENDOR_SECRETS_KEY'],
  signature: [
    ...tokens,
    'ANSWER_KEY',
    'DOCUMENTS_BUCKET',
    'MAIL_FROM',
    'PAGE_TOKEN_KEYS',
    'TABLE_NAME',
    'UPLOADS_BUCKET',
  ],
  'signature-letters': [
    'DOCUMENTS_BUCKET',
    'MAIL_CONFIGURATION_SET',
    'MAIL_FROM',
    'PAGE_URL',
    'SIGNING_SECRETS_KEYS',
    'TABLE_NAME',
  ],
  signing: ['DOCUMENTS_BUCKET', 'SIGNING_ACTS_KEYS', 'SIGNING_SECRETS_KEYS', 'TABLE_NAME', 'VENDOR_SECRETS_KEY'],
  'simulated-vendor': ['TABLE_NAME'],
  structure: [...tokens, 'PAGE_TOKEN_KEYS', 'SIGNING_SECRETS_KEYS', 'TABLE_NAME', 'UPLOADS_BUCKET'],
  'task-jobs': ['MAIL_CONFIGURATION_SET', 'MAIL_FROM', 'PAGE_URL', 'TABLE_NAME'],
  tasks: [...tokens, 'ANSWER_KEY', 'PAGE_TOKEN_KEYS', 'TABLE_NAME'],
  'test-mode': ['DOCUMENTS_BUCKET', 'TABLE_NAME'],
  uploads: [...tokens, 'TABLE_NAME', 'UPLOADS_BUCKET'],
  'verify-page': ['LIVE_SEAL_KEY_ID', 'TABLE_NAME', 'TEST_SEAL_KEY_ID', 'UPLOADS_BUCKET'],
  verification: [...tokens, 'DOCUMENTS_BUCKET', 'LIVE_SEAL_KEY_ID', 'TABLE_NAME', 'TEST_SEAL_KEY_ID', 'UPLOADS_BUCKET'],
  'webhook-delivery': [
    ...['TABLE_NAME', 'UV_THREADPOOL_SIZE', 'WEBHOOK_DELIVERY_QUEUE_URL', 'WEBHOOK_RETRY_MACHINE_ARN'],
    ...['WEBHOOK_SECRET_KEYS', 'WEBHOOK_SLOW_QUEUE_URL'],
  ],
  'webhook-fanout': ['TABLE_NAME', 'WEBHOOK_DELIVERY_QUEUE_URL', 'WEBHOOK_EVENT_QUEUE_URL'],
  webhooks: [...tokens, 'ANSWER_KEY', 'PAGE_TOKEN_KEYS', 'TABLE_NAME', 'UV_THREADPOOL_SIZE', 'WEBHOOK_SECRET_KEYS'],
}

test.each(Object.entries(settings))('%s is told what it needs and nothing else', (name, expected) => {
  // Who knows the table knows where DynamoDB is.
  const endpoints = expected.includes('TABLE_NAME') ? ['AWS_ENDPOINT_URL_DYNAMODB'] : []
  expect(settingsOf(name)).toEqual([...expected, ...endpoints].toSorted())
})

test.each(['webhook-delivery', 'webhooks'])('%s looks up many hosts at once', (name) => {
  const { Properties } = functions[functionId(template, name)] ?? {}
  // libuv leaves names half of its threads, and takes no more than 1,024.
  const threads = Number(Properties.Environment.Variables.UV_THREADPOOL_SIZE)
  expect(threads).toBeGreaterThanOrEqual(64)
  expect(threads).toBeLessThanOrEqual(1_024)
})

test('DynamoDB is where the region and its partition have it', () => {
  const { Properties } = functions[functionId(template, 'identity')] ?? {}
  const region = [{ Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }]
  expect(Properties.Environment.Variables.AWS_ENDPOINT_URL_DYNAMODB).toEqual({
    'Fn::Join': ['', ['https://dynamodb.', ...region]],
  })
})

interface Statement {
  readonly Effect: string
  readonly Action: string | string[]
  readonly Resource: unknown
}

function grantsOf(): { actions: string[]; resource: string }[] {
  const policies = Object.values(resourcesOf(template, 'AWS::IAM::Policy'))
  const statements: Statement[] = policies.flatMap((policy) => policy.Properties.PolicyDocument.Statement)
  const allowing = statements.filter(({ Effect }) => Effect === 'Allow')
  return allowing.flatMap(({ Action, Resource }) =>
    [Resource].flat().map((resource) => ({ actions: [Action].flat(), resource: JSON.stringify(resource) })),
  )
}

test('no grant names actions by a wildcard', () => {
  expect(grantsOf().filter(({ actions }) => actions.some((action) => action.includes('*')))).toEqual([])
})

/** What X-Ray, SNS for telephone numbers, and the delivery of logs know no resource for (see mail.test.ts for topics). */
const ofNoResource =
  /^(xray:(Put|GetSampling)\w+|sns:Publish|logs:\w+(LogDeliver(y|ies)|LogGroups|ResourcePolic(y|ies)))$/

test('a grant reaches many resources only where it must', () => {
  const wide = grantsOf().filter(({ resource }) => resource.includes('*'))
  const unexpected = wide.filter(({ actions, resource }) => {
    if (resource === '"*"') return !actions.every((action) => ofNoResource.test(action))
    // The state machine of retries may invoke each version of its function.
    if (actions.join() === 'lambda:InvokeFunction') return !resource.includes('"Webhookswebhookdelivery')
    // Of recipients, in the sandbox of SES; a condition names the sender.
    if (resource.includes(':identity/*')) return actions.join() !== 'ses:SendEmail'
    if (resource.includes('/stream/*')) return actions.join() !== 'dynamodb:ListStreams'
    return !actions.every((action) => /^s3:\w+Object(Tagging|Version)?$/.test(action)) || !resource.includes('"Buckets')
  })
  expect(unexpected).toEqual([])
})

test('no role has a managed policy but that of the gateway, which writes the logs of its account', () => {
  const managed = Object.values(resourcesOf(template, 'AWS::IAM::Role')).flatMap(
    (role) => role.Properties.ManagedPolicyArns ?? [],
  )
  expect(managed).toHaveLength(1)
  expect(JSON.stringify(managed)).toContain('AmazonAPIGatewayPushToCloudWatchLogs')
})

test('with an outside identity provider nothing of our own is deployed', () => {
  const outside = templateOf(
    appOfEmptyFunctions({ issuer: 'https://id.example.com', audience: 'https://api.example.com' }),
  )
  expect(() => functionId(outside, 'auth')).toThrow()
  expect(Object.keys(resourcesOf(outside, 'AWS::ApiGateway::RestApi'))).toHaveLength(1)
  expect(settingsOf('identity', outside)).not.toContain('JWKS_URI')
  const identity = resourcesOf(outside, 'AWS::Lambda::Function')[functionId(outside, 'identity')]
  expect(identity?.Properties.Environment.Variables).toMatchObject({
    ISSUER: 'https://id.example.com',
    AUDIENCE: 'https://api.example.com',
  })
})

test('an outside identity provider that is named by half is refused', () => {
  expect(() => appOfEmptyFunctions({ issuer: 'https://id.example.com' })).toThrow('audience')
})

test('a function that asks itself by its own queue is not taken for a loop', () => {
  const functions = resourcesOf(template, 'AWS::Lambda::Function')
  const isOfItself = ([id, { Properties }]: [string, (typeof functions)[string]]) => {
    const queues = Object.values(resourcesOf(template, 'AWS::Lambda::EventSourceMapping'))
      .filter((mapping) => mapping.Properties.FunctionName.Ref === id)
      .map((mapping) => JSON.stringify(mapping.Properties.EventSourceArn))
    const roleId = Properties.Role['Fn::GetAtt'][0]
    const sendsTo = Object.values(resourcesOf(template, 'AWS::IAM::Policy'))
      .filter((policy) => policy.Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === roleId))
      .flatMap((policy): Statement[] => policy.Properties.PolicyDocument.Statement)
      .filter(({ Action }) => [Action].flat().includes('sqs:SendMessage'))
      .map(({ Resource }) => JSON.stringify(Resource))
    return sendsTo.some((resource) => queues.some((queue) => resource.includes(queue)))
  }
  const asking = Object.entries(functions).filter(isOfItself)
  expect(asking.map(([, { Properties }]) => Properties.RecursiveLoop)).toEqual(['Allow', 'Allow'])
})
