import { Stack } from 'aws-cdk-lib'
import { Match } from 'aws-cdk-lib/assertions'
import { AwsSolutionsChecks } from 'cdk-nag'
import { describe, expect, test } from 'vitest'
import { dailyLimits } from '../../../infra/constructs/daily-limits.ts'
import { Mail } from '../../../infra/constructs/mail.ts'
import { mailFromDomain, mailIdentity, mailSender, smsSenderId } from '../../../infra/constructs/mail-sender.ts'
import { pageUrl } from '../../../infra/constructs/page-url.ts'
import { ServiceFunction } from '../../../infra/constructs/service-function.ts'
import { stackName } from '../../../infra/stack-name.ts'
import { leaseMs } from '../../../shared/mail/claim.ts'
import { appOfEmptyFunctions, functionId, resourcesOf, templateOf } from './synthesized-stack.ts'

/** The app with one of its functions let send mail and SMS. */
function appThatSends(settings: Record<string, string> = {}) {
  const app = appOfEmptyFunctions(settings)
  const stack = app.node.findChild(stackName)
  const mail = stack.node.findChild('Mail')
  const function_ = stack.node.findAll().find((each) => each instanceof ServiceFunction && each.node.id === 'identity')
  if (!Stack.isStack(stack) || !(mail instanceof Mail) || !(function_ instanceof ServiceFunction))
    throw new Error('the stack is not as this test knows it')
  mail.letSendMail(function_)
  mail.letSendTexts(function_)
  return app
}

describe('who is let send', () => {
  const app = appThatSends({ smsSenderId: 'Sealpost' })
  const template = templateOf(app)

  test('sends mail as the sender alone, to any identity of the sandbox, and SMS to numbers alone', () => {
    const anyIdentity = [arnWith(':configuration-set/'), arnWith(':identity/\\*')]
    const Condition = { StringEqualsIgnoreCase: { 'ses:FromAddress': 'no-reply@example.com' } }
    const statements = [
      { Action: 'ses:SendEmail', Effect: 'Allow', Resource: anyIdentity, Condition },
      { Action: Match.arrayWith(['sns:Publish']), Effect: 'Allow', Resource: '*' },
      { Action: 'sns:Publish', Effect: 'Deny', Resource: arnWith(':sns:\\*:\\*:\\*') },
    ]
    for (const statement of statements)
      template.hasResourceProperties('AWS::IAM::Policy', {
        PolicyDocument: { Statement: Match.arrayWith([Match.objectLike(statement)]) },
      })
  })

  test('is told how', () => {
    template.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: `${stackName}-identity`,
      Environment: {
        Variables: Match.objectLike({
          MAIL_FROM: 'Sealpost <no-reply@example.com>',
          MAIL_CONFIGURATION_SET: Match.anyValue(),
          SMS_SENDER_ID: 'Sealpost',
        }),
      },
    })
  })

  test('breaks no rule of cdk-nag', () => {
    expect(new AwsSolutionsChecks(app, { verbose: true }).validateScope(app).violations).toEqual([])
  })
})

function arnWith(pattern: string) {
  return { 'Fn::Join': ['', Match.arrayWith([Match.stringLikeRegexp(pattern)])] }
}

test('SES tells what becomes of mail on the default bus, whence that of ours goes to its queue', () => {
  const template = templateOf(appOfEmptyFunctions())
  template.hasResourceProperties('AWS::SES::ConfigurationSet', {
    DeliveryOptions: { TlsPolicy: 'REQUIRE' },
    SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
  })
  template.hasResourceProperties('AWS::SES::ConfigurationSetEventDestination', {
    EventDestination: { Enabled: true, MatchingEventTypes: ['send', 'delivery', 'bounce', 'complaint', 'reject'] },
  })
  const rules = Object.values(resourcesOf(template, 'AWS::Events::Rule'))
  const [rule] = rules.filter(({ Properties }) => Properties.EventPattern?.source?.includes('aws.ses'))
  expect(rule?.Properties).not.toHaveProperty('EventBusName')
  expect(rule?.Properties.EventPattern.detail.mail.tags).toHaveProperty('ses:configuration-set')
})

test('a domain of the sender is asked for, and the outputs tell what its DNS has to say', () => {
  const template = templateOf(appOfEmptyFunctions({ mailFrom: 'no-reply@Mail.Example.com' }))
  template.hasResourceProperties('AWS::SES::EmailIdentity', { EmailIdentity: 'mail.example.com' })
  for (const name of ['MailDns1', 'MailDns2', 'MailDns3']) expect(template.findOutputs(name)).toHaveProperty(name)
  expect(template.findOutputs('MailDns4')).toEqual({})
  template.hasResource('AWS::SES::EmailIdentity', { DeletionPolicy: 'RetainExceptOnCreate' })
})

test('a subdomain of the sender is the envelope of e-mails, and the outputs tell its MX and SPF', () => {
  const template = templateOf(appOfEmptyFunctions({ mailFromDomain: 'bounces.example.com' }))
  template.hasResourceProperties('AWS::SES::EmailIdentity', {
    MailFromAttributes: { MailFromDomain: 'bounces.example.com' },
  })
  expect(JSON.stringify(template.findOutputs('MailDns4'))).toContain('bounces.example.com MX 10 feedback-smtp.')
  expect(JSON.stringify(template.findOutputs('MailDns5'))).toContain('v=spf1 include:amazonses.com ~all')
})

test('an identity that the account has already is used and not made', () => {
  const template = templateOf(appOfEmptyFunctions({ mailIdentity: 'existing' }))
  template.resourceCountIs('AWS::SES::EmailIdentity', 0)
  expect(template.findOutputs('MailDns1')).toEqual({})
  expect(JSON.stringify(template.toJSON())).toContain('"ses:FromAddress":"no-reply@example.com"')
})

test('settings of the identity that mean nothing are refused', () => {
  const sender = mailSender('no-reply@example.com')
  expect(() => mailIdentity('other')).toThrow('mailIdentity')
  for (const domain of ['example.com', 'bounces.example.org', 'a b.example.com'])
    expect(() => mailFromDomain(domain, { sender, identity: 'own' })).toThrow('mailFromDomain')
  expect(() => mailFromDomain('bounces.example.com', { sender: null, identity: 'own' })).toThrow('mailFromDomain')
  const existing = { sender, identity: 'existing' } as const
  expect(() => mailFromDomain('bounces.example.com', existing)).toThrow('Set that of the existing one in SES')
})

test('without a sender nothing is claimed as ours, and whoever is let send is told of none', () => {
  const template = templateOf(appThatSends({ mailFrom: '' }))
  template.resourceCountIs('AWS::SES::EmailIdentity', 0)
  expect(JSON.stringify(template.toJSON())).not.toContain('MAIL_FROM')
})

test.each(['Sealpost', 'no-reply@localhost', 'a@example.com, b@example.com', 'Sealpost <no reply@example.com>'])(
  'the sender %j is refused',
  (mailFrom) => {
    expect(() => mailSender(mailFrom)).toThrow('mailFrom')
  },
)

test('a sender may be named in any language', () => {
  expect(mailSender('Société <no-reply@Example.com>')).toEqual({
    from: 'Société <no-reply@Example.com>',
    address: 'no-reply@example.com',
    domain: 'example.com',
  })
})

test.each(['12345', 'Sealpost SAS', 'Sealpost12345', ''])('the sender %j of SMS is refused', (senderId) => {
  expect(() => smsSenderId(senderId)).toThrow('smsSenderId')
})

test('whoever sends mail gets its messages again for longer than a mail stays claimed', () => {
  const template = templateOf(appOfEmptyFunctions())
  const senders = Object.values(resourcesOf(template, 'AWS::IAM::Policy'))
    .filter(({ Properties }) => JSON.stringify(Properties.PolicyDocument).includes('ses:SendEmail'))
    .flatMap(({ Properties }) => Properties.Roles)
  const functions = Object.entries(resourcesOf(template, 'AWS::Lambda::Function')).filter(([, { Properties }]) =>
    senders.some(({ Ref }) => Properties.Role['Fn::GetAtt'][0] === Ref),
  )
  const letters = ['member-letters', 'registered-mail-letters', 'signature-letters', 'task-jobs'].map((name) =>
    functionId(template, name),
  )
  expect(functions.map(([id]) => id).toSorted()).toEqual(letters.toSorted())
  for (const [id] of functions) {
    const mappings = Object.values(resourcesOf(template, 'AWS::Lambda::EventSourceMapping'))
    const [mapping] = mappings.filter(({ Properties }) => Properties.FunctionName.Ref === id)
    const queue = resourcesOf(template, 'AWS::SQS::Queue')[mapping?.Properties.EventSourceArn['Fn::GetAtt'][0]]
    const { VisibilityTimeout, RedrivePolicy } = queue?.Properties ?? {}
    expect(VisibilityTimeout * (RedrivePolicy.maxReceiveCount - 1) * 1000).toBeGreaterThan(leaseMs)
  }
})

describe('links', () => {
  const pageUrlIn = (settings: Record<string, string>, functionName = 'signature-letters') => {
    const template = templateOf(appOfEmptyFunctions(settings))
    const { Properties } = resourcesOf(template, 'AWS::Lambda::Function')[functionId(template, functionName)] ?? {}
    return Properties.Environment.Variables.PAGE_URL
  }

  test('in mail lead to the API, or to the page of its own that a setting names', () => {
    expect(JSON.stringify(pageUrlIn({}))).toMatch(/execute-api.*[^/]"\]\]\}$/)
    expect(pageUrlIn({ pageUrl: 'https://Sign.example.com/' })).toBe('https://sign.example.com')
  })

  test('that a sender asks for lead to where the request was sent, or to that page', () => {
    expect(pageUrlIn({}, 'signature')).toBeUndefined()
    expect(pageUrlIn({ pageUrl: 'https://sign.example.com' }, 'signature')).toBe('https://sign.example.com')
  })

  test.each([
    ...['http://sign.example.com', 'sign.example.com', 'https://a@example.com', 'https://example.com/?a', 'x'],
    'https://example.com/base',
  ])('do not lead to %j', (setting) => {
    expect(() => pageUrl(setting)).toThrow('pageUrl')
  })
})

describe('how much is sent a day', () => {
  test('is what the operator says', () => {
    const settings: Record<string, string> = {
      smsPerDay: '2000',
      emailsPerDay: '9000',
      emailsPerAddress: '40',
      checksPerMinute: '20',
    }
    expect(dailyLimits((name) => settings[name])).toEqual({
      emails: { EMAILS_PER_DAY: '9000', EMAILS_PER_ADDRESS: '40' },
      sms: { SMS_PER_DAY: '2000' },
      checks: { CHECKS_PER_MINUTE: '20' },
    })
    expect(dailyLimits(() => undefined)).toEqual({ emails: {}, sms: {}, checks: {} })
  })

  test.each(['', 'many', '0', '-1', '1.5', '12345678'])('is not %j', (value) => {
    for (const setting of ['smsPerDay', 'emailsPerDay', 'emailsPerAddress', 'checksPerMinute'])
      expect(() => dailyLimits((name) => (name === setting ? value : undefined))).toThrow(setting)
  })
})
