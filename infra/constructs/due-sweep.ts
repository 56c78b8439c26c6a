import { Duration, Stack } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { metricNamespaceOf } from '../stack-name.ts'
import { letUseObjects, letUseTable } from './access.ts'
import { alarmOnWords } from './alarm-on-words.ts'
import { alarmPeriod } from './alarms.ts'
import type { Foundation } from './foundation.ts'
import { reservedConcurrency, ServiceFunction } from './service-function.ts'
import { letDispatch } from './webhooks.ts'

const everyMinute = Duration.minutes(1)

/** Does each minute what has become due. A sweep ends before the next begins, and none is made up for: the next finds the same. */
export class DueSweep extends Construct {
  constructor(scope: Construct, id: string, foundation: Foundation, deliveryQueue: Queue) {
    super(scope, id)
    const { functionsDirectory, table, events, alarms, buckets, keys } = foundation
    const sweep = new ServiceFunction(this, 'due-sweep', {
      functionsDirectory,
      timeout: Duration.seconds(55),
      ...reservedConcurrency(this, 1),
      retryAttempts: 0,
      maxEventAge: everyMinute,
      environment: {
        AUDIT_HEADS_BUCKET: buckets.auditHeads.bucketName,
        LIVE_SEAL_KEY_ID: keys.liveSeal.keyId,
        TEST_SEAL_KEY_ID: keys.testSeal.keyId,
      },
    })
    letUseTable(sweep, table, {
      actions: ['BatchGetItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
      indexes: ['GSI1', 'GSI2'],
    })
    letUseObjects(sweep, buckets.auditHeads, { prefix: '', actions: ['PutObject'] })
    events.letPublish(sweep)
    letDispatch(sweep, deliveryQueue)
    const target = new LambdaFunction(sweep, {
      deadLetterQueue: events.undelivered,
      retryAttempts: 0,
      maxEventAge: everyMinute,
    })
    new Rule(this, 'EveryMinute', { schedule: Schedule.rate(everyMinute), targets: [target] })
    alarms.add(this, 'Errors', {
      metric: sweep.metricErrors({ period: alarmPeriod, statistic: 'Sum' }),
      above: 0,
      periods: 3,
      description: 'The sweep of due items failed three times in a row',
    })
    alarmOnWords(sweep, foundation, {
      name: 'RegisteredMailVendorSilent',
      description: 'A vendor of registered mail does not take items over, or does not report on them',
    })
    const expiry = new MetricFilter(this, 'SealCertificateExpires', {
      logGroup: sweep.logGroup,
      filterPattern: FilterPattern.anyTerm('SealCertificateExpires'),
      metricNamespace: metricNamespaceOf(Stack.of(this).stackName),
      metricName: 'SealCertificateExpires',
    })
    alarms.add(this, 'SealCertificateExpiresAlarm', {
      metric: expiry.metric({ period: alarmPeriod, statistic: 'Sum' }),
      above: 0,
      description: 'A certificate of a seal key expires within 60 days: import a new one (npm run seal)',
    })
  }
}
