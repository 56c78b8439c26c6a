import { GetQueueUrlCommand, ReceiveMessageCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readHostedResources } from '../../infra/local/engine-properties.ts'
import type { EventSourceMapping } from '../../infra/local/event-sources.ts'
import { startQueueSource } from '../../infra/local/queue-source.ts'
import { systemIds } from '../../shared/ids.ts'
import { call, demand } from '../api/support/client.ts'
import { originalsOf, sealedFilesOf } from '../api/support/inspection.ts'
import { act, create, pathOf, signer } from '../api/support/signature.ts'
import type { Tenant } from '../api/support/tenant.ts'
import { type BackgroundJobs, backgroundJobsOf, type JobMessage } from './support/background-jobs.ts'
import { type DrivenCloud, startDrivenCloud } from './support/driven-cloud.ts'
import { seededRandom } from './support/seeded-random.ts'
import { differenceOf, snapshotOf } from './support/snapshot.ts'
import { flawsOfDocuments } from './support/stored-objects.ts'
import { type TenantWorld, tenantWorld } from './support/tenant-world.ts'

type Job = 'document-keeping' | 'document-sealing' | 'simulated-vendor'

const random = seededRandom()
let driven: DrivenCloud
let jobs: BackgroundJobs

beforeAll(async () => {
  console.info(`queues: FAULTS_SEED=${random.seed}`)
  driven = await startDrivenCloud({ threads: 3 })
  jobs = backgroundJobsOf(driven)
})
afterAll(() => driven.close())

function mappingOf(job: Job): EventSourceMapping {
  const mapping = jobs.consumers.find(({ functionName }) => functionName.endsWith(job))
  if (!mapping) throw new Error(`nothing feeds ${job}`)
  return mapping
}

const isFor = (job: Job) => (message: JobMessage) => message.mapping === mappingOf(job)
const bodyOf = (type: string, data: object) => JSON.stringify({ 'detail-type': type, detail: { id: 'event', data } })
const poison = ['', 'not JSON', '{}', 'null', bodyOf('contact.created', {})]
const messagesOf = (all: readonly JobMessage[], job: Job) =>
  all.filter(isFor(job)).map(({ event }) => JSON.stringify(event))

/** What leads to messages of each job; what a message says that is none; a message about a request that is not there. */
const cases: Record<Job, { act(of: Tenant): Promise<unknown>; unreadable: string; unknown: string[] }> = {
  'document-keeping': { act: (of) => create(of), unreadable: bodyOf('document.stored', {}), unknown: [] },
  'simulated-vendor': {
    act: (of) => create(of, { signers: [signer('+sign'), signer('+decline')], signingOrder: 'sequential' }),
    unreadable: bodyOf('signature.signers_due', { requestId: 'one', vendor: 'simulated', signerIds: [] }),
    unknown: [
      bodyOf('signature.signers_due', { requestId: systemIds(), vendor: 'simulated', signerIds: [systemIds()] }),
    ],
  },
  'document-sealing': {
    act: async (of) => demand(await act(of, await create(of), 0, 'sign'), 200),
    unreadable: bodyOf('signature.seal_due', {}),
    unknown: [bodyOf('signature.seal_due', { requestId: systemIds() })],
  },
}

/** A tenant to whom it happened, with the messages for the job that this led to, all others delivered. */
async function worldOf(job: Job): Promise<{ world: TenantWorld; bodies: string[] }> {
  const world = await tenantWorld(driven, jobs)
  await cases[job].act(world.tenant)
  const messages = await world.relay()
  for (const message of messages.filter((each) => !isFor(job)(each))) await world.deliver(message)
  return { world, bodies: messagesOf(messages, job) }
}

async function outcomeOf(world: TenantWorld) {
  await world.settle()
  const items = await world.items()
  const files = await sealedFilesOf(world.tenant.org.id)
  return { snapshot: snapshotOf(items), files: files.length, flaws: await flawsOfDocuments(world.tenant.org.id, items) }
}

describe('a queue', () => {
  test('gives a message that nobody can read up after its tries, and the good ones beside it once', async () => {
    const { world, bodies } = await worldOfStored()
    const mapping = mappingOf('document-keeping')
    const { queues } = readHostedResources(driven.cloud.template.resources)
    const queue = queues.find(({ QueueName }) => mapping.sourceArn.endsWith(`:${QueueName}`))
    const sqs = localSqs()
    const queueUrl = await urlOf(sqs, queue?.QueueName)
    const deadLetters = await urlOf(sqs, queue?.RedrivePolicy?.deadLetterTargetArn.split(':').at(-1))
    const given: string[] = []
    const invoke: typeof driven.cloud.functions.invoke = async (name, payload) => {
      const result = await driven.cloud.functions.invoke(name, payload)
      given.push(...JSON.parse(payload).Records.map(({ body }: { body: string }) => body))
      return result
    }
    const Entries = [...bodies, 'poison'].map((MessageBody, index) => ({ Id: String(index), MessageBody }))
    await sqs.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }))
    const source = startQueueSource({ mapping, queueUrl, sqs, functions: { invoke } })
    for (let tries = 1; tries <= jobs.receivesOf(mapping); tries++) {
      await expect.poll(() => given.filter((body) => body === 'poison').length).toBe(tries)
      if (tries === 1) await expect.poll(() => given.length).toBe(Entries.length)
      driven.clock.advance(1000 * ((queue?.VisibilityTimeout ?? 30) + 1))
    }
    const dead = await sqs.send(new ReceiveMessageCommand({ QueueUrl: deadLetters, WaitTimeSeconds: 5 }))
    expect(dead.Messages?.map(({ Body }) => Body)).toEqual(['poison'])
    await source.stop()
    sqs.destroy()
    expect(given.filter((body) => body !== 'poison')).toEqual(bodies)
    expect(await flawsOfDocuments(world.tenant.org.id, await world.items())).toEqual([])
  })

  test.for(Object.keys(cases) as Job[])('with messages of %s twice and poison among them', async (job) => {
    const { world, bodies } = await worldOf(job)
    const { unreadable, unknown } = cases[job]
    const bad = [...poison, unreadable]
    const batch = random.shuffled([...bodies, ...bodies, ...unknown, ...bad])
    expect(await jobs.giveBatch(mappingOf(job), batch)).toEqual(batch.map((body) => !bad.includes(body)))
    const outcome = await outcomeOf(world)
    const once = await worldOf(job)
    expect(await jobs.giveBatch(mappingOf(job), once.bodies)).toEqual(once.bodies.map(() => true))
    const expected = await outcomeOf(once.world)
    expect(differenceOf(outcome.snapshot, expected.snapshot)).toBe('')
    expect({ ...outcome, snapshot: [] }).toEqual({ ...expected, snapshot: [], flaws: [] })
  })

  test('that tells first that a document is discarded, then that it is stored, leaves none', async () => {
    const world = await tenantWorld(driven, jobs)
    const { id } = await create(world.tenant, { draft: true })
    demand(await call('DELETE', pathOf(id), { token: world.tenant.token }), 204)
    const bodies = messagesOf(await world.relay(), 'document-keeping')
    expect(bodies).toHaveLength(2)
    for (const body of [...bodies.toReversed(), ...bodies])
      expect(await jobs.giveBatch(mappingOf('document-keeping'), [body])).toEqual([true])
    expect(await originalsOf(world.tenant.org.id)).toEqual([])
  })

  test('that asks for signers after the request has ended changes nothing', async () => {
    const world = await tenantWorld(driven, jobs)
    const { id } = await create(world.tenant, { signers: [signer('+sign')] })
    const messages = await world.relay()
    demand(await call('POST', `${pathOf(id)}/cancel`, { token: world.tenant.token, json: {} }), 200)
    const before = snapshotOf(await world.items())
    const bodies = messagesOf(messages, 'simulated-vendor')
    expect(await jobs.giveBatch(mappingOf('simulated-vendor'), bodies)).toEqual([true])
    expect(differenceOf(snapshotOf(await world.items()), before)).toBe('')
  })

  test('that asks for a seal too early and too late leads to one seal', async () => {
    const world = await tenantWorld(driven, jobs)
    const request = await create(world.tenant)
    await world.settle()
    const before = snapshotOf(await world.items())
    const early = bodyOf('signature.seal_due', { requestId: request.id })
    expect(await jobs.giveBatch(mappingOf('document-sealing'), [early])).toEqual([true])
    expect(differenceOf(snapshotOf(await world.items()), before)).toBe('')
    demand(await act(world.tenant, request, 0, 'sign'), 200)
    await world.settle()
    const sealed = snapshotOf(await world.items())
    expect(await jobs.giveBatch(mappingOf('document-sealing'), [early])).toEqual([true])
    expect(differenceOf(snapshotOf(await world.items()), sealed)).toBe('')
    const completed = world.seenEvents().filter((event) => event['detail-type'] === 'signature.completed')
    expect(completed).toHaveLength(1)
    expect(await sealedFilesOf(world.tenant.org.id)).toHaveLength(2)
  })
})

function localSqs(): SQSClient {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  return new SQSClient({ endpoint: driven.cloud.endpoints.sqs, region: 'us-east-1', credentials })
}

async function urlOf(sqs: SQSClient, QueueName: string | undefined): Promise<string> {
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName }))
  if (!QueueUrl) throw new Error(`there is no queue ${QueueName}`)
  return QueueUrl
}

/** A tenant with a stored document, whose message is written by hand: nothing is on the bus, and so in the queues. */
async function worldOfStored(): Promise<{ world: TenantWorld; bodies: string[] }> {
  const world = await tenantWorld(driven, jobs)
  await create(world.tenant)
  const keys = await originalsOf(world.tenant.org.id)
  return { world, bodies: keys.map((key) => bodyOf('document.stored', { key })) }
}
