import { randomUUID } from 'node:crypto'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { InternalEvent } from '../../../events/internal.ts'
import { recordCalls } from '../../../shared/platform/aws-calls.ts'
import { environment } from '../../../shared/platform/environment.ts'

let client: SQSClient | undefined

/** Tells this very job to go on with what is too much for one invocation. */
export async function continueLater<Type extends InternalEvent['type']>(
  type: Type,
  data: Extract<InternalEvent, { type: Type }>['data'],
  delaySec = 0,
): Promise<void> {
  client ??= new SQSClient(recordCalls)
  const MessageBody = JSON.stringify({ 'detail-type': type, detail: { id: randomUUID(), data } })
  const QueueUrl = environment('WEBHOOK_EVENT_QUEUE_URL')
  await client.send(new SendMessageCommand({ QueueUrl, MessageBody, DelaySeconds: delaySec }))
}
