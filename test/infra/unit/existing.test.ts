import { AwsSolutionsChecks } from 'cdk-nag'
import { describe, expect, test } from 'vitest'
import { appOfEmptyFunctions, functionId, resourcesOf, templateOf } from './synthesized-stack.ts'

const arn = (service: string, resource: string) => `arn:aws:${service}:eu-west-3:123456789012:${resource}`
const key = (name: string) => arn('kms', `key/${name}`)
const table = arn('dynamodb', 'table/restored')
const existing = {
  Table: table,
  TableStream: `${table}/stream/2026-01-31T12:00:00.000`,
  Documents: 'arn:aws:s3:::restored-documents',
  Data: key('data'),
  LiveSeal: key('live'),
  TestSeal: key('test'),
  VendorSecrets: key('vendor-secrets'),
  SigningSecrets: key('links'),
  SigningSecrets2: key('links-2'),
  SigningActs: key('acts'),
  MailActs: key('mail-acts'),
  SigningKey: key('tokens'),
  WebhookSecretKey: arn('secretsmanager', 'secret:webhooks-AbCdEf'),
}
const settingOf = (named: Partial<typeof existing>) =>
  Object.entries(named)
    .map(([name, value]) => `${name}=${value}`)
    .join(',')

describe('what another stack left behind, or was restored, is put into service', () => {
  const app = appOfEmptyFunctions({ existing: settingOf(existing), linkKeys: '2,1' })
  const template = templateOf(app)
  const variablesOf = (name: string) =>
    resourcesOf(template, 'AWS::Lambda::Function')[functionId(template, name)]?.Properties.Environment.Variables

  test('and the stack makes none of it', () => {
    for (const type of ['AWS::DynamoDB::Table', 'AWS::KMS::Key']) template.resourceCountIs(type, 0)
    const buckets = Object.keys(resourcesOf(template, 'AWS::S3::Bucket'))
    expect(buckets.filter((id) => id.startsWith('BucketsDocuments'))).toEqual([])
    const secrets = Object.keys(resourcesOf(template, 'AWS::SecretsManager::Secret'))
    expect(secrets.filter((id) => id.startsWith('WebhookSecretKey'))).toEqual([])
  })

  test('as functions are told', () => {
    expect(variablesOf('signing')).toMatchObject({
      TABLE_NAME: 'restored',
      DOCUMENTS_BUCKET: 'restored-documents',
      SIGNING_SECRETS_KEYS: '2:links-2,1:links',
      SIGNING_ACTS_KEYS: '1:acts',
    })
    expect(variablesOf('verification')).toMatchObject({ LIVE_SEAL_KEY_ID: 'live', TEST_SEAL_KEY_ID: 'test' })
    expect(variablesOf('auth')).toMatchObject({ TOKEN_SIGNING_KEYS: '1:tokens' })
    expect(JSON.stringify(variablesOf('webhooks').WEBHOOK_SECRET_KEYS)).toContain(existing.WebhookSecretKey)
  })

  test('and as their roles let them', () => {
    const policies = JSON.stringify(resourcesOf(template, 'AWS::IAM::Policy'))
    for (const resource of [table, `${table}/index/GSI1`, `${existing.Documents}/originals/*`, existing.Data])
      expect(policies).toContain(`"${resource}"`)
  })

  test('and the relay reads the stream of the table', () => {
    const sources = Object.values(resourcesOf(template, 'AWS::Lambda::EventSourceMapping'))
    expect(sources.map(({ Properties }) => Properties.EventSourceArn)).toContain(existing.TableStream)
  })

  test('without a finding of cdk-nag', () => {
    expect(new AwsSolutionsChecks(app, { verbose: true }).validateScope(app).violations).toEqual([])
  })
})

test.each([
  'Nothing=arn:aws:kms:eu-west-3:123456789012:key/1',
  'Data=key/1',
  'Data',
  settingOf({ Table: existing.Table }),
  settingOf({ TableStream: existing.TableStream }),
])('%j is refused', (setting) => {
  expect(() => appOfEmptyFunctions({ existing: setting })).toThrow('existing')
})
