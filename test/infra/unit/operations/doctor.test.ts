import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { NotFoundException, SESv2Client } from '@aws-sdk/client-sesv2'
import { SNSClient } from '@aws-sdk/client-sns'
import { expect, test } from 'vitest'
import type { AccountClients } from '../../../../infra/operations/examination/account.ts'
import { examine } from '../../../../infra/operations/examination/examination.ts'
import { command } from '../../../support/commands.ts'

/** Answers by the names of calls; an error is thrown. */
type Answers = Readonly<Record<string, object>>

const healthy: Answers = {
  GetAccountSettingsCommand: { AccountLimit: { ConcurrentExecutions: 1000 } },
  GetFunctionConfigurationCommand: { Environment: { Variables: { MAIL_FROM: 'Sealpost <no-reply@example.com>' } } },
  GetAccountCommand: { ProductionAccessEnabled: true, SendingEnabled: true, SendQuota: { Max24HourSend: 50_000 } },
  GetEmailIdentityCommand: {
    VerifiedForSendingStatus: true,
    DkimAttributes: { Status: 'SUCCESS' },
    MailFromAttributes: { MailFromDomain: 'bounces.example.com', MailFromDomainStatus: 'SUCCESS' },
  },
  GetSMSSandboxAccountStatusCommand: { IsInSandbox: false },
  GetSMSAttributesCommand: { attributes: { MonthlySpendLimit: '50' } },
  ListSubscriptionsByTopicCommand: { Subscriptions: [{ SubscriptionArn: 'arn:aws:sns:eu-west-3:1:topic:sub' }] },
  DescribeTableCommand: { Table: { DeletionProtectionEnabled: true } },
  DescribeContinuousBackupsCommand: {
    ContinuousBackupsDescription: { PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED' } },
  },
}

const outputs: Readonly<Record<string, string>> = {
  TableName: 'table',
  AlarmTopicArn: 'arn:aws:sns:eu-west-3:1:topic',
  BaseUrl: 'https://sealpost.example.com',
}

interface World {
  readonly answers?: Answers
  readonly isDeployed?: boolean
  readonly isBootstrapped?: boolean
  readonly dmarc?: string[]
  readonly baseUrl?: string
}

/** Clients of the SDK whose calls a world answers before they leave. */
function clientsIn(world: World): AccountClients {
  const { isDeployed = true, isBootstrapped = true, dmarc = ['v=DMARC1; p=reject'] } = world
  const answers: Answers = { ...healthy, ...world.answers }
  const region = { region: 'eu-west-3' }
  const clients = {
    lambda: new LambdaClient(region),
    ses: new SESv2Client(region),
    sns: new SNSClient(region),
    dynamodb: new DynamoDBClient(region),
  }
  for (const { middlewareStack } of Object.values(clients))
    middlewareStack.add(
      (_, { commandName = '' }) =>
        async () => {
          const answer = answers[commandName]
          if (!answer) throw new Error(`nobody answers ${commandName}`)
          if (answer instanceof Error) throw answer
          return { response: {}, output: { $metadata: {}, ...answer } }
        },
      { step: 'initialize', priority: 'high' },
    )
  return {
    ...clients,
    output: async (name) =>
      isDeployed ? ({ ...outputs, ...(world.baseUrl && { BaseUrl: world.baseUrl }) }[name] ?? null) : null,
    texts: async (name) => (name === '_dmarc.example.com' ? dmarc : []),
    hasProvider: async () => isBootstrapped,
  }
}

const stateOf = async (world: World, about: string) =>
  (await examine(clientsIn(world), 'sealpost')).filter((finding) => finding.about === about)

test('an account with everything is told so', async () => {
  const findings = await examine(clientsIn({}), 'sealpost')
  expect(findings.filter(({ state }) => state !== 'ok')).toEqual([])
  const about = [
    'Lambda',
    'SES',
    'DKIM',
    'MAIL FROM',
    'DMARC',
    'SNS',
    'SNS',
    'Stack',
    'Bootstrap',
    'Alarms',
    'Table',
    'Domain',
  ]
  expect(findings.map((finding) => finding.about)).toEqual(about)
})

const named = (name: string) => Object.assign(new Error(name), { name })
const unknownDomain = new NotFoundException({ message: 'no such identity', $metadata: {} })

test.each<[string, string, World, string]>([
  [
    'a new account',
    'Lambda',
    { answers: { GetAccountSettingsCommand: { AccountLimit: { ConcurrentExecutions: 10 } } } },
    'L-B99A9384',
  ],
  ['the sandbox of SES', 'SES', { answers: { GetAccountCommand: { SendingEnabled: true } } }, 'sandbox'],
  [
    'an account that AWS has stopped',
    'SES',
    {
      answers: {
        GetAccountCommand: { ProductionAccessEnabled: true, SendingEnabled: true, EnforcementStatus: 'SHUTDOWN' },
      },
    },
    'stopped',
  ],
  [
    'a deployment without a sender',
    'SES',
    { answers: { GetFunctionConfigurationCommand: { Environment: {} } } },
    'mailFrom',
  ],
  [
    'a domain whose records are missing',
    'DKIM',
    { answers: { GetEmailIdentityCommand: { DkimAttributes: { Status: 'PENDING' } } } },
    'MailDns1',
  ],
  ['a domain that SES does not know', 'DKIM', { answers: { GetEmailIdentityCommand: unknownDomain } }, 'not verified'],
  [
    'an envelope without its records',
    'MAIL FROM',
    {
      answers: {
        GetEmailIdentityCommand: {
          ...healthy.GetEmailIdentityCommand,
          MailFromAttributes: { MailFromDomain: 'b.example.com', MailFromDomainStatus: 'FAILED' },
        },
      },
    },
    'MailDns4',
  ],
  ['the sandbox of SMS', 'SNS', { answers: { GetSMSSandboxAccountStatusCommand: { IsInSandbox: true } } }, 'sandbox'],
  ['the spending quota of SMS', 'SNS', { answers: { GetSMSAttributesCommand: {} } }, 'Raise'],
  [
    'no stack',
    'Stack',
    { isDeployed: false, answers: { GetFunctionConfigurationCommand: named('ResourceNotFoundException') } },
    'npm run deploy',
  ],
  ['an empty installation', 'Bootstrap', { isBootstrapped: false }, 'npm run bootstrap'],
  [
    'alarms for nobody',
    'Alarms',
    { answers: { ListSubscriptionsByTopicCommand: { Subscriptions: [{ SubscriptionArn: 'PendingConfirmation' }] } } },
    'alarmMail',
  ],
  ['a table without protection', 'Table', { answers: { DescribeTableCommand: { Table: {} } } }, 'deletion protection'],
  ['what cannot be looked at', 'SNS', { answers: { GetSMSAttributesCommand: named('AccessDenied') } }, 'AccessDenied'],
])('%s is missing something about %s', async (_, about, world, told) => {
  const findings = await stateOf(world, about)
  expect(findings.filter(({ state }) => state === 'missing').map(({ text }) => text)).toEqual([
    expect.stringContaining(told),
  ])
})

test.each<[string, string, World]>([
  ['a policy of DMARC', 'DMARC', { dmarc: ['v=spf1 -all'] }],
  [
    'an own envelope',
    'MAIL FROM',
    { answers: { GetEmailIdentityCommand: { ...healthy.GetEmailIdentityCommand, MailFromAttributes: {} } } },
  ],
  ['a lasting domain', 'Domain', { baseUrl: 'https://abc.execute-api.eu-west-3.amazonaws.com/live' }],
])('%s is advised', async (_, about, world) => {
  expect(await stateOf(world, about)).toMatchObject([{ state: 'advice' }])
})

test('the command tells how it is used, and what it does not understand', async () => {
  const help = await command('doctor', ['--help'])
  expect([help.code, help.told]).toEqual([0, expect.stringContaining('npm run doctor')])
  expect((await command('doctor', ['--nothing'])).code).toBe(2)
})

/** Files of this machine must not lend their region or credentials. */
const nobody = {
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  AWS_EC2_METADATA_DISABLED: 'true',
}
const audit = ['--org', '01920000-0000-7000-8000-000000000000']

test.each([
  ['doctor', []],
  ['operator', ['undelivered-events', 'show']],
  ['seal', ['show']],
  ['audit-heads', audit],
] as const)('%s says in one line that it has no region, or no credentials', async (name, args) => {
  const placeless = await command(name, args, nobody)
  const told = 'No AWS region is chosen. Set AWS_REGION, or give --region.'
  expect([placeless.code, placeless.told, placeless.stderr.trim()]).toEqual([1, '', told])
  const unknown = await command(name, args, { ...nobody, AWS_REGION: 'eu-west-3' })
  const signIn = expect.stringMatching(/^There are no valid AWS credentials\. Sign in with .*\n$/)
  expect([unknown.code, unknown.told, unknown.stderr]).toEqual([1, '', signIn])
})
