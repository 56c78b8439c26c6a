import { Logger } from '@aws-lambda-powertools/logger'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import * as v from 'valibot'
import { type InternalEventType, internalEventData } from '../events/internal.ts'

let logger: Logger | undefined

/** The log of a job; its service name is the function's, by Powertools' own environment variable or the runtime's. */
export function jobLogger(): Logger {
  logger ??= new Logger({ serviceName: process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'job' })
  return logger
}

/** The event that a rule of the bus put on a queue: EventBridge's own envelope around ours. */
const queuedSchema = v.object({
  'detail-type': v.string(),
  detail: v.object({ data: v.record(v.string(), v.unknown()) }),
})

type DataOf<Type extends InternalEventType> = v.InferOutput<(typeof internalEventData)[Type]>

/**
 * Works off a batch of a queue, message by message. Those that fail are told back alone, so that they come again and,
 * after the queue's last try, reach its dead-letter queue.
 */
export async function workOff<Type extends InternalEventType>(
  batch: SQSEvent,
  types: readonly Type[],
  work: (type: Type, data: DataOf<Type>) => Promise<void>,
): Promise<SQSBatchResponse> {
  const failures = await Promise.all(
    batch.Records.map(async ({ messageId, body }) => {
      try {
        const message = v.parse(queuedSchema, JSON.parse(body))
        const type = v.parse(v.picklist(types), message['detail-type'])
        await work(type, dataOf(type, message.detail.data))
        return []
      } catch (error) {
        jobLogger().error('a message failed', { messageId, error: error instanceof Error ? error : String(error) })
        return [{ itemIdentifier: messageId }]
      }
    }),
  )
  return { batchItemFailures: failures.flat() }
}

function dataOf<Type extends InternalEventType>(type: Type, data: unknown): DataOf<Type> {
  const schema: v.GenericSchema<unknown, DataOf<InternalEventType>> = internalEventData[type]
  return v.parse(schema, data) as DataOf<Type>
}
