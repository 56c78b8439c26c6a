import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda'
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { letReadSecrets, letUseTable } from './access.ts'
import { existingArn } from './existing.ts'
import type { Foundation } from './foundation.ts'
import { type KeyRing, makeKeyRing } from './key-rings.ts'
import { JobQueue, type JobQueueProps, queueSource } from './queues.ts'
import { RetryMachine } from './retry-machine.ts'
import { ServiceFunction } from './service-function.ts'

/** What functions need to know that make subscriptions, or deliver to them. */
export interface WebhookSettings {
  /** The secrets under which those of subscriptions are kept, by number. */
  readonly secretKeys: KeyRing<ISecret>
  /** Whether receivers on this machine are allowed, as the local cloud says. */
  readonly areLocalReceiversAllowed: boolean
}

export interface WebhooksProps {
  readonly foundation: Foundation
  readonly settings: WebhookSettings
}

/**
 * Such a function asks itself by its own queue for what comes later: the next page, a turn at a slow subscriber. Lambda takes that for
 * a loop after sixteen times, and would end it with messages that nobody gets. Each way ends by itself: a page follows while
 * there are more, and an attempt waits for a slot only until it is made.
 */
const tellsItself = { recursiveLoop: RecursiveLoop.ALLOW }

/** Takes public events from the bus to whoever subscribed to them, and tries again what was not taken. */
export class Webhooks extends Construct {
  /** Where it is told that an attempt of a delivery is to be made. */
  readonly deliveryQueue: Queue

  constructor(scope: Construct, id: string, { foundation, settings }: WebhooksProps) {
    super(scope, id)
    this.deliveryQueue = this.#deliver(foundation, settings)
    this.#spread(foundation)
  }

  /** Makes the attempts: the first as the queue tells, those after a failure as the state machine does. */
  #deliver({ functionsDirectory, alarms, events, table }: Foundation, settings: WebhookSettings): Queue {
    const timeout = Duration.seconds(30)
    const delivery = new ServiceFunction(this, 'webhook-delivery', {
      functionsDirectory,
      timeout,
      memorySize: 512,
      ...tellsItself,
      environment: environmentOf(settings),
    })
    letReadSecrets(delivery, 'WEBHOOK_SECRET_KEYS', settings.secretKeys)
    letUseTable(delivery, table, { actions: ['GetItem', 'PutItem', 'Query', 'UpdateItem', 'ConditionCheckItem'] })
    const { queue } = new JobQueue(this, 'webhook-delivery', { alarms, functionTimeout: timeout })
    // Together with the batch this is the most that is posted at once, to whomever.
    delivery.addEventSource(queueSource(queue, { batchSize: 10, maxConcurrency: 50 }))
    events.lead(['webhook.delivery_due'], queue)
    letDispatch(delivery, queue)
    this.#deliverToSlow(delivery, { alarms, functionTimeout: timeout })
    new RetryMachine(this, 'Retries', delivery, alarms)
    return queue
  }

  /** Subscribers that keep an attempt waiting have a queue of their own, so that nobody waits behind them. */
  #deliverToSlow(delivery: ServiceFunction, props: JobQueueProps): void {
    const { queue } = new JobQueue(this, 'webhook-slow-delivery', props)
    delivery.addEventSource(queueSource(queue, { batchSize: 1, maxConcurrency: 20 }))
    delivery.addEnvironment('WEBHOOK_SLOW_QUEUE_URL', queue.queueUrl)
    delivery.allow(['sqs:SendMessage'], [queue.queueArn])
  }

  /** Makes a delivery of each event for each subscription. */
  #spread({ functionsDirectory, alarms, events, table }: Foundation): void {
    const timeout = Duration.seconds(60)
    const fanout = new ServiceFunction(this, 'webhook-fanout', {
      functionsDirectory,
      timeout,
      memorySize: 512,
      ...tellsItself,
    })
    letUseTable(fanout, table, { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'Query'], indexes: ['GSI1'] })
    const { queue } = new JobQueue(this, 'webhook-fanout', { alarms, functionTimeout: timeout })
    fanout.addEventSource(queueSource(queue, { batchSize: 10 }))
    events.leadPublic(queue)
    events.lead(['webhook.resume_due', 'webhook.replay_due'], queue)
    letDispatch(fanout, this.deliveryQueue)
    fanout.addEnvironment('WEBHOOK_EVENT_QUEUE_URL', queue.queueUrl)
    fanout.allow(['sqs:SendMessage'], [queue.queueArn])
  }
}

/** Lets a function tell that an attempt is to be made. */
export function letDispatch(teller: ServiceFunction, deliveryQueue: Queue): void {
  teller.addEnvironment('WEBHOOK_DELIVERY_QUEUE_URL', deliveryQueue.queueUrl)
  teller.allow(['sqs:SendMessage'], [deliveryQueue.queueArn])
}

/** What functions are told that make subscriptions, or deliver to them: both look up the hosts of subscribers. */
export function environmentOf({ areLocalReceiversAllowed }: WebhookSettings): Record<string, string> {
  return {
    // Half of these threads may look up names at once. Of the usual four, two subscribers whose name servers hang take both.
    UV_THREADPOOL_SIZE: '64',
    ...(areLocalReceiversAllowed && { LOCAL_WEBHOOK_RECEIVERS: 'allowed' }),
  }
}

/**
 * The secrets under which the signing secrets of subscriptions are kept. They outlive the stack with the table, whose secrets nobody
 * could open without them.
 */
export function webhookSecretKeys(scope: Construct): KeyRing<ISecret> {
  return makeKeyRing(scope, { setting: 'webhookSecretKeys', id: 'WebhookSecretKey' }, (id) =>
    webhookSecretKey(scope, id),
  )
}

function webhookSecretKey(scope: Construct, id: string): ISecret {
  const arn = existingArn(scope, id)
  if (arn) return Secret.fromSecretCompleteArn(scope, id, arn)
  const secret = new Secret(scope, id, {
    description: `${Stack.of(scope).stackName}: keeps the signing secrets of webhooks`,
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
  })
  secret.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE)
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason:
      'Every signing secret in the table is encrypted under it: a new value would lock them all. It is rotated by -c webhookSecretKeys=2,1, and subscribers rotate their own secrets.',
  })
  return secret
}
