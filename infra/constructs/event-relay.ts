import { Duration, Validations } from 'aws-cdk-lib'
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { attributePath, letUseTable } from './access.ts'
import { alarmPeriod } from './alarms.ts'
import type { Foundation } from './foundation.ts'
import { deadLetterQueue } from './queues.ts'
import { reservedConcurrency, ServiceFunction } from './service-function.ts'

/** Puts the events of every commit on the bus and links its audit entries, as the table's stream tells of them. */
export class EventRelay extends Construct {
  constructor(scope: Construct, id: string, { functionsDirectory, table, events, alarms }: Foundation) {
    super(scope, id)
    const relay = new ServiceFunction(this, 'event-relay', {
      functionsDirectory,
      timeout: Duration.seconds(60),
      ...reservedConcurrency(this, 100),
    })
    letUseTable(relay, table, { actions: ['PutItem', 'Query', 'UpdateItem'] })
    events.letPublish(relay)
    letReadStream(relay, table.tableArn, table.tableStreamArn ?? '')
    const { queueArn: destination } = deadLetterQueue(this, 'event-relay', alarms)
    relay.allow(['sqs:SendMessage'], [destination])
    relay.addEventSourceMapping('Stream', {
      eventSourceArn: table.tableStreamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      // Only what a commit newly tells: not other items, nor outbox entries without events or entries, nor the relay's own note.
      filters: [
        FilterCriteria.filter({
          eventName: FilterRule.isEqual('INSERT'),
          dynamodb: { NewImage: { type: { S: FilterRule.isEqual('journal') }, GSI2PK: { S: FilterRule.exists() } } },
        }),
      ],
      batchSize: 100,
      // What one organization does, such as an import of thousands of contacts, holds up few others: its outbox entries share one partition.
      parallelizationFactor: 10,
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      // Some minutes; the sweep publishes later what is given up here.
      retryAttempts: 10,
      // SqsDlq would let the relay look into the queue as well.
      onFailure: { bind: () => ({ destination }) },
    })
    alarms.add(this, 'Age', {
      metric: relay.metric('IteratorAge', { period: alarmPeriod, statistic: 'Maximum' }),
      above: Duration.minutes(5).toMilliseconds(),
      periods: 3,
      description: 'Events have been waiting for more than five minutes to reach the event bus',
    })
  }
}

function letReadStream(relay: ServiceFunction, tableArn: string, streamArn: string): void {
  relay.allow(['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], [streamArn])
  relay.allow(['dynamodb:ListStreams'], [`${tableArn}/stream/*`])
  Validations.of(relay.ownRole).acknowledge({
    id: `AwsSolutions-IAM5[Resource::${attributePath(relay, tableArn)}/stream/*]`,
    reason:
      'Lambda lists the streams of the table before it reads one of them, which is asked for no stream in particular.',
  })
}
