import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import * as v from 'valibot'
import { internalEventData } from '../../../events/internal.ts'
import { environment } from '../../../shared/platform/environment.ts'
import { workOff } from '../../../shared/platform/job.ts'
import { makeAttempt } from './attempt.ts'
import { deliveryDependencies } from './dependencies.ts'
import { scheduleRetries } from './schedule-retries.ts'
import { subscriptionsOnce } from './subscription-reader.ts'

/** What the state machine of retries hears of an attempt that failed: it waits for the next one then. */
class AttemptFailed extends Error {
  override name = 'AttemptFailed'
}

/**
 * Makes attempts of deliveries: as the queue tells, most of them the first of their delivery, and as the state machine of
 * retries asks, which starts with the first failure.
 */
export async function handler(event: unknown): Promise<SQSBatchResponse | null> {
  const dependencies = deliveryDependencies()
  const attempting = {
    subscriptionAtFirst: subscriptionsOnce(dependencies.table),
    subscriptionAfter: subscriptionsOnce(dependencies.table),
  }
  if (isBatch(event))
    return await workOff(event, ['webhook.delivery_due'], async (_type, due) => {
      const next = await makeAttempt(dependencies, due, {
        ...attempting,
        isAlone: isOfSlow(event),
        endsOvertaken: false,
      })
      if (next) await scheduleRetries(dependencies, next)
    })
  const due = v.parse(internalEventData['webhook.delivery_due'], event)
  const next = await makeAttempt(dependencies, due, { ...attempting, isAlone: true, endsOvertaken: true })
  if (next) throw new AttemptFailed(`attempt ${due.attempt} failed`)
  return null
}

/** Whether the queue is that of subscriptions that may keep others waiting, which gives one message at a time. */
function isOfSlow({ Records: [record] }: SQSEvent): boolean {
  const queueName = record?.eventSourceARN.split(':').at(-1)
  return environment('WEBHOOK_SLOW_QUEUE_URL').endsWith(`/${queueName}`)
}

function isBatch(event: unknown): event is SQSEvent {
  return typeof event === 'object' && event !== null && 'Records' in event
}
