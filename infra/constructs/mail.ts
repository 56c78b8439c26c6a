import { Annotations, Aws, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import { EventBus, Rule } from 'aws-cdk-lib/aws-events'
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets'
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses'
import { Construct } from 'constructs'
import { sesEventTypes } from '../../shared/mail/ses-event.ts'
import { letUseTable } from './access.ts'
import type { Foundation } from './foundation.ts'
import type { MailIdentity, MailSender } from './mail-sender.ts'
import { JobQueue, queueSource } from './queues.ts'
import { ServiceFunction } from './service-function.ts'

export interface MailProps {
  /** Null: nothing can be sent until a deployment names one. */
  readonly sender: MailSender | null
  readonly smsSenderId: string | undefined
  readonly identity: MailIdentity
  /** The subdomain for MAIL FROM; undefined: that of SES. */
  readonly mailFromDomain: string | undefined
}

/** Who sends mail and SMS, and the function that hears from SES what became of a mail. */
export class Mail extends Construct {
  readonly configurationSetName: string
  /** What the domain's DNS has to say before SES sends for it, by the name of an output. */
  readonly dnsRecords: Readonly<Record<string, string>>
  readonly #props: MailProps
  readonly #resources: readonly string[]

  constructor(scope: Construct, id: string, foundation: Foundation, props: MailProps) {
    super(scope, id)
    this.#props = props
    const set = configurationSet(this)
    this.configurationSetName = set.configurationSetName
    if (!props.sender)
      Annotations.of(this).addWarningV2(
        'sealpost:mailFrom',
        'No e-mail can be sent without -c mailFrom="Name <address>".',
      )
    const arn = (resource: string, resourceName: string) =>
      Stack.of(this).formatArn({ service: 'ses', resource, resourceName })
    // SES also checks the recipient's identity where the account has one, as it must in the sandbox.
    this.#resources = [
      arn('configuration-set', set.configurationSetName),
      ...(props.sender ? [arn('identity', '*')] : []),
    ]
    this.dnsRecords = props.sender && props.identity === 'own' ? this.#identityOf(props.sender) : {}
    mailEvents(this, foundation, set)
  }

  /** Has SES send for the domain. Says what its DNS needs. */
  #identityOf({ domain }: MailSender): Record<string, string> {
    const { mailFromDomain } = this.#props
    const identity = new EmailIdentity(this, 'Sender', {
      identity: Identity.domain(domain),
      ...(mailFromDomain && { mailFromDomain }),
    })
    // A domain that is given up sends nothing any more, whoever else uses it.
    identity.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE)
    const records = [
      ...identity.dkimRecords.map(({ name, value }) => `${name} CNAME ${value}`),
      ...(mailFromDomain
        ? [
            `${mailFromDomain} MX 10 feedback-smtp.${Aws.REGION}.amazonses.com`,
            `${mailFromDomain} TXT "v=spf1 include:amazonses.com ~all"`,
          ]
        : []),
    ]
    return Object.fromEntries(records.map((record, index) => [`MailDns${index + 1}`, record]))
  }

  /**
   * Lets a function send mail through shared/mail, where it also needs GetItem, PutItem and UpdateItem of the table. Its queue has to
   * bring a message again for longer than a claim lasts (`leaseMs`).
   */
  letSendMail(function_: ServiceFunction): void {
    const { sender } = this.#props
    if (sender) function_.addEnvironment('MAIL_FROM', sender.from)
    function_.addEnvironment('MAIL_CONFIGURATION_SET', this.configurationSetName)
    const condition = sender && { StringEqualsIgnoreCase: { 'ses:FromAddress': sender.address } }
    function_.allow(['ses:SendEmail'], this.#resources, condition ?? undefined)
    if (!sender) return
    Validations.of(function_.ownRole).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]',
      reason:
        'In its sandbox SES also asks whether the function may send to the identity of the recipient. The condition names the sender.',
    })
  }

  /** Lets a function send SMS to telephone numbers, which are no resources, and nothing to topics. */
  letSendTexts(function_: ServiceFunction): void {
    const { smsSenderId } = this.#props
    if (smsSenderId) function_.addEnvironment('SMS_SENDER_ID', smsSenderId)
    function_.allow(['sns:Publish'], ['*'])
    const topics = Stack.of(this).formatArn({ service: 'sns', region: '*', account: '*', resource: '*' })
    const actions = ['sns:Publish']
    function_.addToRolePolicy(new PolicyStatement({ effect: Effect.DENY, actions, resources: [topics] }))
    Validations.of(function_.ownRole).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray takes trace segments for no resource, and a telephone number is none; topics are denied.',
    })
  }
}

/** Links in mail open documents: it travels encrypted or comes back. SES itself stops writing to who bounced or complained. */
function configurationSet(scope: Construct): ConfigurationSet {
  return new ConfigurationSet(scope, 'Mails', {
    configurationSetName: `${Stack.of(scope).stackName}-mails`,
    tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
    suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    reputationMetrics: true,
  })
}

/** SES publishes on the account's default bus alone, where others' mail is told of, too. */
function mailEvents(scope: Construct, foundation: Foundation, set: ConfigurationSet): void {
  const { functionsDirectory, table, alarms, events } = foundation
  set.addEventDestination('DefaultBus', {
    destination: EventDestination.eventBus(EventBus.fromEventBusName(scope, 'DefaultBus', 'default')),
    events: [
      EmailSendingEvent.SEND,
      EmailSendingEvent.DELIVERY,
      EmailSendingEvent.BOUNCE,
      EmailSendingEvent.COMPLAINT,
      EmailSendingEvent.REJECT,
    ],
  })
  const timeout = Duration.seconds(30)
  const listening = new ServiceFunction(scope, 'mail-events', { functionsDirectory, timeout, memorySize: 512 })
  letUseTable(listening, table, { actions: ['GetItem', 'PutItem'] })
  const { queue } = new JobQueue(scope, 'mail-events', { alarms, functionTimeout: timeout })
  listening.addEventSource(queueSource(queue, { batchSize: 10 }))
  new Rule(scope, 'MailEvents', {
    eventPattern: {
      source: ['aws.ses'],
      detailType: [...sesEventTypes],
      detail: { mail: { tags: { 'ses:configuration-set': [set.configurationSetName] } } },
    },
    targets: [new SqsQueue(queue, { deadLetterQueue: events.undelivered })],
  })
}
