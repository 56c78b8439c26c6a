import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import type * as v from 'valibot'
import type { internalEventData } from '../../../events/internal.ts'
import { recordCalls } from '../../../shared/platform/aws-calls.ts'
import { environment } from '../../../shared/platform/environment.ts'
import type { Delivery } from './delivery.ts'

/** The message to the job that makes an attempt. */
export type AttemptDue = v.InferOutput<(typeof internalEventData)['webhook.delivery_due']>

/** The next attempt of a delivery. */
export function nextAttemptOf(delivery: Delivery): AttemptDue {
  const { id: deliveryId, webhookId, ownerOrgId, applicationId, budget, resumptions, attemptCount } = delivery
  const reference = { webhookId, ownerOrgId, applicationId, deliveryId }
  return { ...reference, budget, resumptions: resumptions ?? 0, attempt: attemptCount + 1 }
}

/** The most messages that SQS accepts in one call. */
const maxMessages = 10

/** Slow subscriptions have their own queue. */
export type Lane = 'shared' | 'slow'
const queues = { shared: 'WEBHOOK_DELIVERY_QUEUE_URL', slow: 'WEBHOOK_SLOW_QUEUE_URL' } as const

interface Dispatching {
  readonly lane?: Lane
  readonly delaySec?: number
}

let client: SQSClient | undefined

/**
 * Enqueues attempts. The message group is the subscription, so that SQS lets the messages of
 * other subscriptions pass if one has many waiting. Gives the attempts that SQS did not accept.
 */
export async function dispatch(
  dues: readonly AttemptDue[],
  { lane = 'shared', delaySec = 0 }: Dispatching = {},
): Promise<AttemptDue[]> {
  client ??= new SQSClient(recordCalls)
  const sqs = client
  const calls = Array.from({ length: Math.ceil(dues.length / maxMessages) }, (_, index) =>
    dues.slice(index * maxMessages, (index + 1) * maxMessages),
  )
  const left = await Promise.all(
    calls.map(async (call) => {
      const { Failed = [] } = await sqs.send(
        new SendMessageBatchCommand({
          QueueUrl: environment(queues[lane]),
          Entries: call.map((due, index) => ({
            Id: String(index),
            MessageBody: JSON.stringify({
              'detail-type': 'webhook.delivery_due',
              detail: { id: due.deliveryId, data: due },
            }),
            MessageGroupId: due.webhookId,
            DelaySeconds: delaySec,
          })),
        }),
      )
      return Failed.flatMap(({ Id }) => call[Number(Id)] ?? [])
    }),
  )
  return left.flat()
}

/** Enqueues all attempts or throws, so that the caller retries. */
export async function dispatchAll(dues: readonly AttemptDue[], how: Dispatching = {}): Promise<void> {
  const left = await dispatch(dues, how)
  if (left.length > 0) throw new Error(`SQS did not take ${left.length} of ${dues.length} messages`)
}
