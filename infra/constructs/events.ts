import { Stack } from 'aws-cdk-lib'
import { EventBus, type EventPattern, Rule } from 'aws-cdk-lib/aws-events'
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { EventType } from '../../events/catalog.ts'
import { busSources, type InternalEventType } from '../../events/internal.ts'
import { metricNamespaceOf, undeliveredEvents } from '../stack-name.ts'
import type { Alarms } from './alarms.ts'
import { deadLetterQueue } from './queues.ts'
import type { ServiceFunction } from './service-function.ts'

/** The bus of public and internal events, and the rules that lead the internal ones to the jobs. */
export class Events extends Construct {
  readonly bus: EventBus
  /** Holds what a rule could not deliver. */
  readonly undelivered: Queue

  constructor(scope: Construct, id: string, alarms: Alarms) {
    super(scope, id)
    this.bus = new EventBus(this, 'Bus', { eventBusName: `${Stack.of(this).stackName}-events` })
    this.undelivered = deadLetterQueue(this, undeliveredEvents, alarms, { takesGrants: true })
  }

  /** Internal events of these types, or those of them with such data, go to a queue. */
  lead(types: readonly InternalEventType[], queue: Queue, data?: Readonly<Record<string, string[]>>): void {
    const eventPattern: EventPattern = {
      source: [busSources.internal],
      detailType: [...types],
      ...(data && { detail: { data } }),
    }
    const target = new SqsQueue(queue, { deadLetterQueue: this.undelivered })
    const name = [...types, ...Object.values(data ?? {}).flat()].join(' ')
    new Rule(this, name, { eventBus: this.bus, eventPattern, targets: [target] })
  }

  /** Everything of the public catalog, or what has these types, goes to a queue. */
  leadPublic(queue: Queue, types: readonly EventType[] = []): void {
    const eventPattern = { source: [busSources.public], ...(types.length > 0 && { detailType: [...types] }) }
    const target = new SqsQueue(queue, { deadLetterQueue: this.undelivered })
    new Rule(this, ['public', ...types].join(' '), { eventBus: this.bus, eventPattern, targets: [target] })
  }

  /** Lets a function put events on the bus. */
  letPublish(publisher: ServiceFunction): void {
    publisher.addEnvironment('EVENT_BUS_NAME', this.bus.eventBusName)
    // Whoever publishes counts.
    publisher.addEnvironment('METRIC_NAMESPACE', metricNamespaceOf(Stack.of(this).stackName))
    publisher.allow(['events:PutEvents'], [this.bus.eventBusArn])
  }
}
