import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { EventSourceMapping } from '../../../infra/local/event-sources.ts'
import { localRegion } from '../../../infra/local/template-resources.ts'
import type { BackgroundJobs } from './background-jobs.ts'
import type { DrivenCloud } from './driven-cloud.ts'

/** Who takes the messages of a queue. */
export function readerOf(jobs: BackgroundJobs, queue: string): EventSourceMapping {
  const mapping = jobs.consumers.find(({ sourceArn }) => sourceArn.endsWith(`-${queue}`))
  if (!mapping) throw new Error(`nothing reads the queue ${queue}`)
  return mapping
}

/** What waits in a queue, which nothing reads by itself in a driven cloud, and who reads it; it is hidden for a while then. */
export async function queued({ cloud }: DrivenCloud, jobs: BackgroundJobs, queue: string) {
  const mapping = readerOf(jobs, queue)
  const name = mapping.sourceArn.split(':').at(-1)
  const [, url] =
    Object.entries(cloud.resources).find(([, value]) => value.startsWith('http') && value.endsWith(`/${name}`)) ?? []
  if (url === undefined) throw new Error(`there is no queue ${name}`)
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = new SQSClient({ endpoint: cloud.endpoints.sqs, region: localRegion, credentials })
  const bodies: string[] = []
  for (;;) {
    const { Messages = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10 }))
    bodies.push(...Messages.flatMap(({ Body }) => Body ?? []))
    if (Messages.length === 0) break
  }
  client.destroy()
  return { mapping, bodies }
}
