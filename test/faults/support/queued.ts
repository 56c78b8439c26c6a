import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { localRegion } from '../../../infra/local/template-resources.ts'
import type { BackgroundJobs } from './background-jobs.ts'
import type { DrivenCloud } from './driven-cloud.ts'

/** What waits in the queue of a function, which nothing reads by itself in a driven cloud; it is hidden for a while then. */
export async function queued({ cloud }: DrivenCloud, jobs: BackgroundJobs, functionName: string) {
  const mapping = jobs.consumers.find((consumer) => consumer.functionName.endsWith(functionName))
  if (!mapping) throw new Error(`no queue leads to ${functionName}`)
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
