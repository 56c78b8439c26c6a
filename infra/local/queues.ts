import { type MessageAttributeValue, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { Sqs } from './engines/sqs.ts'
import { localRegion } from './template-resources.ts'

/** The queues of this machine, by ARN. */
export type Queues = {
  client: SQSClient
  /** Throws when there is no such queue. */
  url(arn: string): string
  send(arn: string, text: string, attributes?: Readonly<Record<string, string>>): Promise<void>
  close(): void
}

export function connectQueues({ endpoint, queues }: Pick<Sqs, 'endpoint' | 'queues'>): Queues {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = new SQSClient({ endpoint, region: localRegion, credentials })
  const url = (arn: string) => {
    const queue = queues[arn.split(':').at(-1) ?? '']
    if (!queue) throw new Error(`There is no queue ${arn}`)
    return queue.url
  }
  return {
    client,
    url,
    async send(arn, MessageBody, attributes = {}) {
      const MessageAttributes = messageAttributes(attributes)
      await client.send(new SendMessageCommand({ QueueUrl: url(arn), MessageBody, MessageAttributes }))
    },
    close: () => client.destroy(),
  }
}

/** SQS takes no empty values. */
export function messageAttributes(texts: Readonly<Record<string, string>>): Record<string, MessageAttributeValue> {
  const told = Object.entries(texts).filter(([, text]) => text !== '')
  return Object.fromEntries(told.map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]))
}
