import { resolve } from 'node:path'
import { GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs'
import { deadLetterQueueName, stackName, undeliveredEvents } from '../stack-name.ts'
import { installationOptions } from './installation.ts'
import { CommandRefusal, MisunderstoodCommand } from './refusal.ts'

/** The queue of events that rules could not deliver, and the client that reaches it and their targets. */
export interface UndeliveredQueue {
  readonly sqs: SQSClient
  readonly url: string
}

const { stack, region, local } = installationOptions

/** Options of a command that works on queues: they are found by the name of the stack. */
export const queueOptions = { stack, region, local } as const
type QueueOptions = Partial<Record<keyof typeof queueOptions, string>>

/** Works on the undelivered events of an installation; its table is not touched. */
export async function onUndelivered(
  options: QueueOptions,
  work: (queue: UndeliveredQueue) => Promise<void>,
): Promise<void> {
  if (options.stack !== undefined && options.local !== undefined)
    throw new MisunderstoodCommand('Give only one of --stack and --local.')
  const sqs = options.local === undefined ? clientIn(options.region) : await localClient(options.local)
  try {
    await work({ sqs, url: await undeliveredUrl(sqs, options.stack ?? stackName) })
  } finally {
    sqs.destroy()
  }
}

const clientIn = (given: string | undefined) => new SQSClient(given === undefined ? {} : { region: given })

async function localClient(directory: string): Promise<SQSClient> {
  const [{ runningCloud }, { anyCredentials }, { localRegion }] = await Promise.all([
    import('../local/running-cloud.ts'),
    import('../local/local-table.ts'),
    import('../local/template-resources.ts'),
  ])
  const { endpoints } = await runningCloud(resolve(directory))
  return new SQSClient({ region: localRegion, endpoint: endpoints.sqs, credentials: anyCredentials })
}

async function undeliveredUrl(sqs: SQSClient, ofStack: string): Promise<string> {
  const QueueName = deadLetterQueueName(ofStack, undeliveredEvents)
  try {
    const { QueueUrl = '' } = await sqs.send(new GetQueueUrlCommand({ QueueName }))
    return QueueUrl
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new CommandRefusal(`There is no queue ${QueueName}. Check --stack and the region.`)
  }
}

/** Whether SQS says that there is no such queue. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && error.name === 'QueueDoesNotExist'
}
