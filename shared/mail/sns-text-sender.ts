import { PublishCommand, SNSClient } from '@aws-sdk/client-sns'
import { unrepeatedCalls } from '../platform/aws-calls.ts'
import { optionalEnvironment } from '../platform/environment.ts'
import { isRefusedCall } from './refused-call.ts'
import type { TextHandover, TextSender } from './text-message.ts'

/** SMS by SNS; client and sender are those of the function where none are given. */
export function snsTextSender(options: { client?: SNSClient; senderId?: string } = {}): TextSender {
  const client = options.client ?? new SNSClient(unrepeatedCalls)
  const senderId = options.senderId ?? optionalEnvironment('SMS_SENDER_ID')
  return async (to, text) => {
    try {
      const { MessageId } = await client.send(
        new PublishCommand({
          PhoneNumber: to,
          Message: text,
          MessageAttributes: {
            // Codes are waited for: routes that arrive soon, at a higher price.
            'AWS.SNS.SMS.SMSType': { DataType: 'String', StringValue: 'Transactional' },
            ...(senderId && { 'AWS.SNS.SMS.SenderID': { DataType: 'String', StringValue: senderId } }),
          },
        }),
      )
      if (!MessageId) throw new Error('SNS named no message')
      return { outcome: 'taken', snsMessageId: MessageId }
    } catch (error) {
      return handoverOf(error)
    }
  }
}

function handoverOf(error: unknown): TextHandover {
  if (!(error instanceof Error) || !isRefusedCall(error)) throw error
  return { outcome: error.name.startsWith('InvalidParameter') ? 'refused' : 'busy', error }
}
