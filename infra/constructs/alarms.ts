import { Aws, Duration } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { Construct } from 'constructs'

/** Above this for one period, somebody is told. */
export interface AlarmCondition {
  readonly metric: IMetric
  readonly above: number
  readonly description: string
}

/** Where alarms go: whoever operates the service subscribes to the topic. */
export class Alarms extends Construct {
  readonly topic: Topic

  constructor(scope: Construct, id: string, encryptionKey: IKey) {
    super(scope, id)
    this.topic = new Topic(this, 'Topic', { masterKey: encryptionKey, enforceSSL: true })
    this.topic.grantPublish(
      new ServicePrincipal('cloudwatch.amazonaws.com', {
        // So that no other account's alarms can speak here.
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    )
  }

  add(scope: Construct, id: string, { metric, above, description }: AlarmCondition): void {
    new Alarm(scope, id, {
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: description,
    }).addAlarmAction(new SnsAction(this.topic))
  }
}

export const alarmPeriod = Duration.minutes(1)
