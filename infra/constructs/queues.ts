import { Duration, Stack, Validations } from 'aws-cdk-lib'
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { CfnQueuePolicy, Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { FunctionName } from '../build/function-names.ts'
import { deadLetterQueueName } from '../stack-name.ts'
import { type Alarms, alarmPeriod } from './alarms.ts'

/** The queue of a job, and where its messages end when the job keeps failing. */
export interface JobQueueProps {
  readonly alarms: Alarms
  /** Of the function that works it off. A message is hidden six times as long, as Lambda asks for. */
  readonly functionTimeout: Duration
  readonly maxReceiveCount?: number
  readonly deliveryDelay?: Duration
}

export class JobQueue extends Construct {
  readonly queue: Queue
  readonly job: string

  /** `job`: the function, or the part of its work that has a queue of its own. */
  constructor(
    scope: Construct,
    job: FunctionName | 'webhook-slow-delivery' | 'registered-mail-simulation',
    props: JobQueueProps,
  ) {
    super(scope, `${job}-queue`)
    this.job = job
    const { alarms, functionTimeout, maxReceiveCount, deliveryDelay } = props
    const visibilityTimeout = Duration.seconds(6 * functionTimeout.toSeconds())
    this.queue = new Queue(this, 'Queue', {
      ...closed,
      queueName: `${Stack.of(this).stackName}-${job}`,
      visibilityTimeout,
      ...(deliveryDelay && { deliveryDelay }),
      deadLetterQueue: { queue: deadLetterQueue(this, job, alarms), maxReceiveCount: maxReceiveCount ?? 5 },
    })
    alarms.add(this, 'Age', {
      metric: this.queue.metricApproximateAgeOfOldestMessage({ period: alarmPeriod, statistic: 'Maximum' }),
      // A message that fails twice is that old, which is nothing unusual.
      above: 2 * visibilityTimeout.toSeconds() + 600,
      periods: 5,
      description: `${job}: messages wait for long; the job fails again and again, or falls behind`,
    })
  }
}

/** How a function works a queue off. */
export interface QueueFlow {
  readonly batchSize: number
  /** How many batches at once, so that no job takes all that the account may run at once. */
  readonly maxConcurrency?: number
}

/** Gives the messages of a queue to a function. It reports each that it could not do. */
export function queueSource(queue: Queue, { batchSize, maxConcurrency = 20 }: QueueFlow): SqsEventSource {
  return new SqsEventSource(queue, { batchSize, maxConcurrency, reportBatchItemFailures: true })
}

/**
 * A queue of what could not be done. Anything in it is an alarm, and waits to be looked at as long as SQS keeps it.
 * Where others than SQS itself send to it (the rules of EventBridge), it `takesGrants` and has a policy of its own.
 */
export function deadLetterQueue(
  scope: Construct,
  purpose: string,
  alarms: Alarms,
  { takesGrants = false }: { readonly takesGrants?: boolean } = {},
): Queue {
  const queue = new Queue(scope, 'DeadLetters', {
    ...closed,
    enforceSSL: takesGrants,
    queueName: deadLetterQueueName(Stack.of(scope).stackName, purpose),
    retentionPeriod: Duration.days(14),
  })
  if (!takesGrants) onlyOverTls(queue)
  Validations.of(queue).acknowledge({
    id: 'AwsSolutions-SQS3',
    reason: 'It is a dead-letter queue, which the check does not see where it is that of a rule or of a stream.',
  })
  alarms.add(queue, 'Alarm', {
    metric: queue.metricApproximateNumberOfMessagesVisible({ period: alarmPeriod, statistic: 'Maximum' }),
    above: 0,
    description: `${purpose}: messages failed for good and are in the dead-letter queue`,
  })
  return queue
}

/** Messages hold ids only; with SQS's own key EventBridge needs no way to ours. */
const closed = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true } satisfies QueueProps

/** Holds a queue to encrypted connections by the one policy that all such queues of the stack share: a stack may have 500 resources. */
function onlyOverTls(queue: Queue): void {
  const stack = Stack.of(queue)
  const id = 'DeadLettersOverTls'
  const shared = stack.node.tryFindChild(id)
  if (shared instanceof CfnQueuePolicy) {
    shared.queues = [...shared.queues, queue.queueUrl]
    return
  }
  const refusal = new PolicyStatement({
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: ['sqs:*'],
    resources: ['*'],
    conditions: { Bool: { 'aws:SecureTransport': 'false' } },
  })
  new CfnQueuePolicy(stack, id, {
    policyDocument: new PolicyDocument({ statements: [refusal] }),
    queues: [queue.queueUrl],
  })
}
