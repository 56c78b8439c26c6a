import { Aws, Duration } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'
import { deliverableAddress } from '../../shared/mail/address.ts'
import { settingsOf } from './settings.ts'

/** Above or below this for so many periods (one, where nothing is said), somebody is told; and again when it is over. */
export type AlarmCondition = {
  readonly metric: IMetric
  readonly description: string
  readonly periods?: number
} & ({ readonly above: number } | { readonly below: number })

/** Where alarms go: to the address of `-c alarmMail=…`, and to whoever else subscribes to the topic. */
export class Alarms extends Construct {
  readonly topic: Topic
  readonly #all: Alarm[] = []

  constructor(scope: Construct, id: string, encryptionKey: IKey) {
    super(scope, id)
    this.topic = new Topic(this, 'Topic', { masterKey: encryptionKey, enforceSSL: true })
    this.topic.grantPublish(
      new ServicePrincipal('cloudwatch.amazonaws.com', {
        // So that no other account's alarms can speak here.
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    )
    const mail = alarmMail(this)
    if (mail) this.topic.addSubscription(new EmailSubscription(mail))
  }

  add(scope: Construct, id: string, condition: AlarmCondition): Alarm {
    const { metric, description, periods = 1 } = condition
    const isAbove = 'above' in condition
    const alarm = new Alarm(scope, id, {
      metric,
      threshold: isAbove ? condition.above : condition.below,
      comparisonOperator: isAbove ? ComparisonOperator.GREATER_THAN_THRESHOLD : ComparisonOperator.LESS_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: description,
    })
    const tell = new SnsAction(this.topic)
    alarm.addAlarmAction(tell)
    alarm.addOkAction(tell)
    this.#all.push(alarm)
    return alarm
  }

  /** All that were added so far. */
  all(): readonly Alarm[] {
    return this.#all
  }
}

/** The address of `-c alarmMail=…`; null where there is none. */
export function alarmMail(scope: Construct): string | null {
  const given = settingsOf(scope)('alarmMail')
  if (!given) return null
  const address = deliverableAddress(given)
  if (!address) throw new Error('-c alarmMail=… must be an e-mail address')
  return address
}

export const alarmPeriod = Duration.minutes(1)
