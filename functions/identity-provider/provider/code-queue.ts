import { recordCalls } from '../../../shared/platform/aws-calls.ts'
import type { CodeSender } from './sign-in.ts'

/**
 * Codes go to the queue of the job that writes to people, past the bus: a code is asked for by somebody who waits, belongs
 * to no organization, and can be asked for again where its message was lost. The message tells no secret.
 */
export function codeQueue(queueUrl: string): CodeSender {
  return async ({ id, sending, repeats }) => {
    const { client, SendMessageCommand } = await queueClient()
    const detail = { id: `${id}/${sending}/${repeats}`, data: { challengeId: id, sending, repeats } }
    const MessageBody = JSON.stringify({ 'detail-type': 'account.sign_in_code_due', detail })
    await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody }))
  }
}

let kept: ReturnType<typeof loaded> | undefined

/** Loaded by those alone who ask for a code. */
function queueClient() {
  kept ??= loaded()
  return kept
}

async function loaded() {
  const { SendMessageCommand, SQSClient } = await import('@aws-sdk/client-sqs')
  return { client: new SQSClient(recordCalls), SendMessageCommand }
}
