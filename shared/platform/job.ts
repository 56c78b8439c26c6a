import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import * as v from 'valibot'
import { type InternalEventType, internalEventData } from '../../events/internal.ts'
import { logError } from './log.ts'

/** The event that a rule of the bus put on a queue: EventBridge's own envelope around ours. */
const queuedSchema = v.object({
  'detail-type': v.string(),
  detail: v.object({ id: v.string(), data: v.record(v.string(), v.unknown()) }),
})

type DataOf<Type extends InternalEventType> = v.InferOutput<(typeof internalEventData)[Type]>

/** An event of one of these types, whose type tells what its data are. */
type EventOf<Type extends InternalEventType> = { [One in Type]: [type: One, data: DataOf<One>, id: string] }[Type]

/** Works off a batch of a queue with the events of the service itself. An event that comes again has the same id. */
export function workOff<Type extends InternalEventType>(
  batch: SQSEvent,
  types: readonly Type[],
  work: (...event: EventOf<Type>) => Promise<void>,
): Promise<SQSBatchResponse> {
  return workOffBodies(batch, async (body) => {
    const message = v.parse(queuedSchema, body)
    await work(...eventOf(v.parse(v.picklist(types), message['detail-type']), message.detail))
  })
}

/**
 * Works off a batch of a queue, message by message. Those that fail are told back alone, so that they come again and,
 * after the queue's last try, reach its dead-letter queue.
 */
export async function workOffBodies(
  batch: SQSEvent,
  work: (body: unknown) => Promise<void>,
): Promise<SQSBatchResponse> {
  const failures = await Promise.all(
    batch.Records.map(async ({ messageId, body }) => {
      try {
        await work(JSON.parse(body))
        return []
      } catch (error) {
        await logError('a message failed', error, { messageId })
        return [{ itemIdentifier: messageId }]
      }
    }),
  )
  return { batchItemFailures: failures.flat() }
}

function eventOf<Type extends InternalEventType>(
  type: Type,
  { id, data }: { id: string; data: unknown },
): EventOf<Type> {
  const schema: v.GenericSchema<unknown, DataOf<InternalEventType>> = internalEventData[type]
  return [type, v.parse(schema, data), id] as EventOf<Type>
}
