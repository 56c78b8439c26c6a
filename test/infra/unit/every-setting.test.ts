import { readFileSync } from 'node:fs'
import { Match } from 'aws-cdk-lib/assertions'
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch'
import { AwsSolutionsChecks } from 'cdk-nag'
import { describe, expect, test } from 'vitest'
import { operationGroups } from '../../../infra/build/operation-groups.ts'
import { functionName } from '../../../infra/local/function-host.ts'
import { readApis } from '../../../infra/local/gateway-apis.ts'
import { readRoutes } from '../../../infra/local/gateway-routes.ts'
import { demandKnownTypes } from '../../../infra/local/known-types.ts'
import { resolveTemplate } from '../../../infra/local/template.ts'
import { appOfEmptyFunctions, everySetting, resourcesOf, templateOf } from './synthesized-stack.ts'

const app = appOfEmptyFunctions(everySetting)
const template = templateOf(app)
const ofType = (type: string) => Object.values(resourcesOf(template, type))
const [apiName, authName] = ['sealpost.example.com', 'auth.sealpost.example.com']

test('cdk-nag finds nothing that is not acknowledged with a reason', () => {
  expect(new AwsSolutionsChecks(app, { verbose: true }).validateScope(app).violations).toEqual([])
})

test('the local cloud knows each type of resource', () => {
  const all = { Resources: {}, ...template.toJSON() }
  const { resources } = resolveTemplate(all, { addresses: { gateway: '', queues: '' } })
  expect(() => demandKnownTypes(resources)).not.toThrow()
  const [first] = resources
  if (!first) throw new Error('the template has no resources')
  expect(() => demandKnownTypes([{ ...first, type: 'AWS::EC2::Instance' }])).toThrow('AWS::EC2::Instance')
})

describe('lasting names', () => {
  test('are of the API and of the identity provider, by TLS 1.2 or later, and the only ones', () => {
    for (const DomainName of [apiName, authName])
      template.hasResourceProperties('AWS::ApiGateway::DomainName', {
        DomainName,
        SecurityPolicy: 'TLS_1_2',
        EndpointConfiguration: { Types: ['REGIONAL'] },
      })
    template.resourcePropertiesCountIs('AWS::ApiGateway::RestApi', { DisableExecuteApiEndpoint: true }, 2)
    template.resourceCountIs('AWS::ApiGateway::BasePathMapping', 2)
    template.hasResourceProperties('AWS::CertificateManager::Certificate', {
      DomainName: apiName,
      SubjectAlternativeNames: [authName],
      ValidationMethod: 'DNS',
    })
  })

  test('are found by IPv4 and IPv6', () => {
    const records = ofType('AWS::Route53::RecordSet').map(({ Properties }) => `${Properties.Name} ${Properties.Type}`)
    const names = [apiName, authName].flatMap((name) => [`${name}. A`, `${name}. AAAA`])
    expect(records.toSorted()).toEqual(names.toSorted())
  })

  test('are the issuer and the address of pages everywhere', () => {
    const variables = ofType('AWS::Lambda::Function').map(({ Properties }) => Properties.Environment.Variables)
    const told = (name: string) => new Set(variables.flatMap((each) => each[name] ?? []))
    expect(told('ISSUER')).toEqual(new Set([`https://${authName}`]))
    expect(told('JWKS_URI')).toEqual(new Set([`https://${authName}/oauth/v2/keys`]))
    expect(told('PAGE_URL')).toEqual(new Set([`https://${apiName}`]))
    expect(JSON.stringify(variables)).not.toContain('execute-api')
    expect(template.findOutputs('BaseUrl')).toEqual({ BaseUrl: { Value: `https://${apiName}` } })
  })

  test.each<Record<string, string>>([
    { domain: apiName },
    { hostedZone: 'Z0123456789ABCDEFGHIJ' },
    { domain: 'https://sealpost.example.com', hostedZone: 'Z0123456789ABCDEFGHIJ' },
    { domain: apiName, hostedZone: 'sealpost.example.com' },
  ])('are refused by half or malformed: %o', (settings) => {
    expect(() => appOfEmptyFunctions(settings)).toThrow(/domain|hostedZone/)
  })
})

describe('a stage', () => {
  test('has names and metrics of its own', () => {
    const names = ofType('AWS::Lambda::Function').map(({ Properties }) => Properties.FunctionName)
    expect(names.every((name) => name.startsWith('sealpost-staging-'))).toBe(true)
    const spaces = ofType('AWS::Logs::MetricFilter').map(
      ({ Properties }) => Properties.MetricTransformations[0].MetricNamespace,
    )
    expect(new Set(spaces)).toEqual(new Set(['Sealpost/staging']))
  })

  test.each(['Staging', '2', 'a-b', 'toolongtobeastage'])('is not %j', (stage) => {
    expect(() => appOfEmptyFunctions({ stage })).toThrow('stage')
  })
})

test('the origins of our apps, and no others, are told to functions that verify tokens', () => {
  const variables = ofType('AWS::Lambda::Function').map(({ Properties }) => Properties.Environment.Variables)
  const told = new Set(variables.flatMap(({ APP_ORIGINS }) => APP_ORIGINS ?? []))
  expect(told).toEqual(new Set(['https://app.example.com https://admin.example.com']))
  const answers = ofType('AWS::ApiGateway::RestApi').map(
    ({ Properties }) => Properties.Body['x-amazon-apigateway-gateway-responses'].THROTTLED.responseParameters,
  )
  const allowed = answers.map((parameters) => parameters['gatewayresponse.header.Access-Control-Allow-Origin'])
  expect(allowed.toSorted()).toEqual(["'*'", undefined])
})

test.each(['http://app.example.com', 'https://app.example.com/', '*', 'app.example.com'])(
  'the origin %j is refused',
  (appOrigins) => {
    expect(() => appOfEmptyFunctions({ appOrigins })).toThrow('appOrigins')
  },
)

test('concurrency is set aside for the relay, sign-in, sealing and the sweep', () => {
  const reserved = ofType('AWS::Lambda::Function').flatMap(({ Properties }) =>
    Properties.ReservedConcurrentExecutions === undefined
      ? []
      : [`${Properties.FunctionName} ${Properties.ReservedConcurrentExecutions}`],
  )
  expect(reserved.toSorted()).toEqual([
    'sealpost-staging-auth 100',
    'sealpost-staging-document-sealing 20',
    'sealpost-staging-due-sweep 1',
    'sealpost-staging-event-relay 100',
  ])
})

test('each address may send so many requests to both gateways, and is told how long to wait', () => {
  const [[id, acl] = []] = Object.entries(resourcesOf(template, 'AWS::WAFv2::WebACL'))
  template.resourcePropertiesCountIs(
    'AWS::WAFv2::WebACLAssociation',
    { WebACLArn: { 'Fn::GetAtt': [id, 'Arn'] }, ResourceArn: Match.anyValue() },
    2,
  )
  const { Rules, CustomResponseBodies, DefaultAction } = acl?.Properties ?? {}
  expect(DefaultAction).toEqual({ Allow: {} })
  expect(Rules).toEqual([
    expect.objectContaining({
      Statement: { RateBasedStatement: { AggregateKeyType: 'IP', EvaluationWindowSec: 300, Limit: 2000 } },
      Action: {
        Block: {
          CustomResponse: {
            ResponseCode: 429,
            CustomResponseBodyKey: expect.any(String),
            ResponseHeaders: [{ Name: 'Retry-After', Value: '300' }],
          },
        },
      },
    }),
  ])
  const [body] = Object.values<{ Content: string }>(CustomResponseBodies)
  expect(JSON.parse(body?.Content ?? '')).toMatchObject({
    error: { code: 'rate_limited', details: { retryAfterSeconds: 300 } },
  })
})

test('a web ACL of another stack judges the requests of both gateways', () => {
  const webAclArn = 'arn:aws:wafv2:us-east-1:123456789012:regional/webacl/ours/1'
  const of = templateOf(appOfEmptyFunctions({ webAclArn }))
  of.resourcePropertiesCountIs('AWS::WAFv2::WebACLAssociation', { WebACLArn: webAclArn }, 2)
  of.resourceCountIs('AWS::WAFv2::WebACL', 0)
})

test.each([
  ['webAclArn', 'arn:aws:wafv2:us-east-1:123456789012:regional/webacl/ours/1'],
  ['trustedProxies', '10.0.0.0/8'],
])('a limit for each address is refused beside %s', (setting, value) => {
  expect(() => appOfEmptyFunctions({ requestsPerAddress: '2000', [setting]: value })).toThrow('requestsPerAddress')
})

test('the table and the documents are backed up daily and monthly, with copies in another region', () => {
  const [plan] = ofType('AWS::Backup::BackupPlan')
  const rules = plan?.Properties.BackupPlan.BackupPlanRule
  expect(rules).toEqual(
    [
      ['Daily', 'cron(0 3 * * ? *)', 35],
      ['Monthly', 'cron(0 4 1 * ? *)', 400],
    ].map(([RuleName, ScheduleExpression, DeleteAfterDays]) =>
      expect.objectContaining({
        RuleName,
        ScheduleExpression,
        Lifecycle: { DeleteAfterDays },
        CopyActions: [{ DestinationBackupVaultArn: everySetting.backupCopyTo, Lifecycle: { DeleteAfterDays } }],
      }),
    ),
  )
  const [selection] = ofType('AWS::Backup::BackupSelection')
  expect(selection?.Properties.BackupSelection.Resources).toEqual([
    { 'Fn::GetAtt': [expect.stringMatching(/^Table/), 'Arn'] },
    { 'Fn::GetAtt': [expect.stringMatching(/^BucketsDocuments/), 'Arn'] },
  ])
  template.hasResource('AWS::Backup::BackupVault', {
    DeletionPolicy: 'Retain',
    Properties: {
      Notifications: {
        BackupVaultEvents: ['BACKUP_JOB_FAILED', 'COPY_JOB_FAILED'],
        SNSTopicArn: { Ref: Match.stringLikeRegexp('^AlarmsTopic') },
      },
    },
  })
})

test('copies of backups go to a vault, and nowhere else', () => {
  const app = { backups: 'on', backupCopyTo: 'arn:aws:s3:::copies' }
  expect(() => appOfEmptyFunctions(app)).toThrow('backupCopyTo')
})

test('proofs of live organizations are copied to where nobody can delete them for ten years', () => {
  template.hasResourceProperties('AWS::S3::Bucket', {
    ObjectLockEnabled: true,
    ObjectLockConfiguration: { Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: 3_653 } } },
  })
  const told = ofType('AWS::Lambda::Function').filter(
    ({ Properties }) => 'LOCKED_PROOFS_BUCKET' in Properties.Environment.Variables,
  )
  expect(told.map(({ Properties }) => Properties.FunctionName)).toEqual([expect.stringMatching(/document-keeping$/)])
})

describe('a new version of a function behind a gateway', () => {
  const aliases = ofType('AWS::Lambda::Alias')
  const called = [...Object.keys(operationGroups), 'auth']

  test('gets a tenth of the requests first, and goes where an alarm of its gateway rings', () => {
    expect(aliases).toHaveLength(called.length)
    for (const alias of aliases) expect(alias.UpdatePolicy).toHaveProperty('CodeDeployLambdaAliasUpdate')
    const groups = ofType('AWS::CodeDeploy::DeploymentGroup').map(({ Properties }) => Properties)
    expect(groups).toHaveLength(called.length)
    for (const { DeploymentConfigName, AlarmConfiguration, AutoRollbackConfiguration } of groups) {
      expect(DeploymentConfigName).toBe('CodeDeployDefault.LambdaCanary10Percent5Minutes')
      expect(AlarmConfiguration).toMatchObject({ Enabled: true, Alarms: [expect.anything()] })
      expect(AutoRollbackConfiguration.Events).toContain('DEPLOYMENT_STOP_ON_ALARM')
    }
  })

  test('is what the gateway calls, and may call', () => {
    const permitted = ofType('AWS::Lambda::Permission')
      .filter(({ Properties }) => Properties.Principal === 'apigateway.amazonaws.com')
      .map(({ Properties }) => Properties.FunctionName.Ref)
    expect(permitted.toSorted()).toEqual(Object.keys(resourcesOf(template, 'AWS::Lambda::Alias')).toSorted())
  })

  test('is the function of that name for the local cloud', () => {
    const all = resolveTemplate({ Resources: {}, ...template.toJSON() }, { addresses: { gateway: '', queues: '' } })
    const routed = readApis(all).flatMap(({ definition }) =>
      readRoutes(definition).map(({ functionArn }) => functionArn),
    )
    expect(new Set(routed.map(functionName))).toEqual(new Set(called.map((name) => `sealpost-staging-${name}`)))
    expect(routed.every((arn) => arn.endsWith(':in-service'))).toBe(true)
  })
})

test('alarms and the budget are sent to the address that is named', () => {
  const Endpoint = everySetting.alarmMail
  template.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint })
  template.hasResourceProperties('AWS::Budgets::Budget', {
    Budget: { BudgetName: 'sealpost-staging-month', BudgetLimit: { Amount: 200, Unit: 'USD' }, TimeUnit: 'MONTHLY' },
    NotificationsWithSubscribers: [
      Match.objectLike({ Subscribers: [{ Address: Endpoint, SubscriptionType: 'EMAIL' }] }),
      Match.objectLike({ Notification: Match.objectLike({ NotificationType: 'FORECASTED' }) }),
    ],
  })
})

test('an alarm looks at the certificate of the domain, and at what SMS may cost', () => {
  template.hasResourceProperties('AWS::CloudWatch::Alarm', {
    MetricName: 'DaysToExpiry',
    ComparisonOperator: 'LessThanThreshold',
    Threshold: 30,
  })
  template.hasResourceProperties('AWS::CloudWatch::Alarm', { MetricName: 'SMSMonthToDateSpentUSD', Threshold: 40 })
})

// Each function with a queue takes about 13. What comes next needs a stack of its own, or shares a function.
test('the stack stays below the quota of 500 resources with every setting, too', () => {
  expect(Object.keys(template.toJSON().Resources).length).toBeLessThan(490)
})

test('the runbook names every type of resource that stays when the stack is deleted', () => {
  const all: Record<string, { Type: string; DeletionPolicy?: string }> = template.toJSON().Resources
  const kept = Object.values(all).filter(({ DeletionPolicy = 'Delete' }) => DeletionPolicy !== 'Delete')
  const [, deleting = ''] = readFileSync('infra/runbook.md', 'utf8').split('## Deleting')
  const named = [...deleting.matchAll(/`(AWS::\w+::\w+)`/g)].map(([, type]) => type)
  expect([...new Set(named)].toSorted()).toEqual([...new Set(kept.map(({ Type }) => Type))].toSorted())
})

test('the README has a line for every alarm', () => {
  const alarms = app.node.findAll().filter((each) => each instanceof Alarm)
  // That of a dead-letter queue has the name of the queue's construct.
  const names = alarms.map(({ node }) => (node.id === 'Alarm' ? node.scope?.node.id : node.id.replace(/Alarm$/, '')))
  const [, section = ''] = readFileSync('infra/README.md', 'utf8').split('## Watching it')
  const [table = ''] = section.split('AR24 sends')
  const told = table.split('\n').map((line) => line.split('|')[1] ?? '')
  const without = [...new Set(names)].filter((name) => !told.some((cell) => cell.includes(`\`${name}\``)))
  expect([names.length > 50, without]).toEqual([true, []])
})

test('the runbook names every check of the doctor, and every setting that it gives is known', () => {
  const runbook = readFileSync('infra/runbook.md', 'utf8')
  for (const about of ['Lambda', 'SES', 'SNS', 'DKIM', 'MAIL FROM', 'DMARC', 'Stack', 'Bootstrap', 'Alarms'])
    expect(runbook).toContain(`\`${about}\``)
  const table = readFileSync('infra/README.md', 'utf8')
  const given = [...runbook.matchAll(/-c (\w+)=/g)].map(([, name]) => name)
  expect(given.filter((name) => !table.includes(`-c ${name}=`))).toEqual([])
})
