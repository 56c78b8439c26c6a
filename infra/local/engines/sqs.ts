import { AsyncLocalStorage } from 'node:async_hooks'
import { IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createRequestHandler } from 'local-aws-sqs'
import { type Host, listenOnLoopback, readBody } from './http-host.ts'
import { keepMessages } from './sqs-messages.ts'

/** The properties of an `AWS::SQS::Queue` that matter on one machine, with a redrive policy whose ARN is resolved; the others are ignored. */
export type QueueProperties = {
  QueueName: string
  DelaySeconds?: number
  VisibilityTimeout?: number
  MessageRetentionPeriod?: number
  MaximumMessageSize?: number
  ReceiveMessageWaitTimeSeconds?: number
  RedrivePolicy?: { deadLetterTargetArn: string; maxReceiveCount: number }
}

export type SqsOptions = {
  queues: readonly QueueProperties[]
  region?: string
  accountId?: string
  /** Where messages are kept from one start to the next, whatever ended the process; without it they are lost. */
  dataDirectory?: string
  port?: number
}

export type Sqs = Host & { queues: Record<string, { url: string; arn: string }> }

/** Starts the queues and puts back the messages that were not deleted before. */
export async function startSqs(options: SqsOptions): Promise<Sqs> {
  const { region = 'us-east-1', accountId = '000000000000', dataDirectory } = options
  const { service, requestHandler } = createRequestHandler({
    port: 0,
    hostname: '127.0.0.1',
    region,
    accountId,
    validateDlqDestination: false,
    queues: options.queues.map(({ QueueName, ...properties }) => ({ QueueName, Attributes: attributesOf(properties) })),
  })
  refuseMissingDeadLetterQueues(options.queues)
  const caller = new AsyncLocalStorage<ServerResponse>()
  const path = dataDirectory === undefined ? undefined : join(dataDirectory, 'sqs-messages.jsonl')
  const messages = keepMessages(service.Queues, () => caller.getStore()?.destroyed === true, path)
  const { server, endpoint, close } = await listenOnLoopback((request, response) => {
    caller
      .run(response, async () => requestHandler(await askingForAttributes(request), response))
      .catch((error: Error) => response.destroy(error))
  }, options.port)
  const address = server.address()
  if (address !== null && typeof address !== 'string') service.PORT = address.port
  const named = ({ QueueName, QueueUrl }: { QueueName: string; QueueUrl: string }) =>
    [QueueName, { url: QueueUrl, arn: `arn:aws:sqs:${region}:${accountId}:${QueueName}` }] as const
  return {
    endpoint,
    queues: Object.fromEntries(service.Queues.map(named)),
    async close() {
      messages.stop()
      await close()
      messages.close()
    },
  }
}

function attributesOf({ RedrivePolicy, ...properties }: Omit<QueueProperties, 'QueueName'>) {
  const { DelaySeconds, VisibilityTimeout, MessageRetentionPeriod, MaximumMessageSize } = properties
  const { ReceiveMessageWaitTimeSeconds } = properties
  const attributes = {
    DelaySeconds,
    VisibilityTimeout,
    MessageRetentionPeriod,
    MaximumMessageSize,
    ReceiveMessageWaitTimeSeconds,
    RedrivePolicy: RedrivePolicy && JSON.stringify(RedrivePolicy),
  }
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))
}

/** The library would check it too, but only against queues that come earlier in the list. */
function refuseMissingDeadLetterQueues(queues: readonly QueueProperties[]): void {
  const names = new Set(queues.map((queue) => queue.QueueName))
  for (const { QueueName, RedrivePolicy } of queues) {
    const target = RedrivePolicy?.deadLetterTargetArn.split(':').at(-1)
    if (target !== undefined && !names.has(target))
      throw new Error(`${QueueName} sends dead letters to ${target}, which is no queue`)
  }
}

/** The library knows only the older name of `MessageSystemAttributeNames`: it is given the request again with both. */
async function askingForAttributes(request: IncomingMessage): Promise<IncomingMessage> {
  const body = (await readBody(request)).toString('utf8')
  const again = new IncomingMessage(request.socket)
  again.headers = request.headers
  again.complete = true
  again.push(body.replace('"MessageSystemAttributeNames":', '"AttributeNames":'))
  again.push(null)
  return again
}
