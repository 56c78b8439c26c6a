import { GetQueueUrlCommand, ReceiveMessageCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readHostedResources } from '../../infra/local/engine-properties.ts'
import type { EventSourceMapping } from '../../infra/local/event-sources.ts'
import { startQueueSource } from '../../infra/local/queue-source.ts'
import { call, demand } from '../support/client.ts'
import { originalsOf, sealedFilesOf } from '../support/inspection.ts'
import { act, create, pathOf, signer } from '../support/signature.ts'
import { type BackgroundJobs, backgroundJobsOf, type JobMessage } from './support/background-jobs.ts'
import { type DrivenCloud, startDrivenCloud } from './support/driven-cloud.ts'
import { doneOnce } from './support/outcome.ts'
import { bodyOf, poison, queueCases } from './support/queue-cases.ts'
import { readerOf } from './support/queued.ts'
import { seededRandom } from './support/seeded-random.ts'
import { differenceOf, snapshotOf } from './support/snapshot.ts'
import { flawsOfDocuments } from './support/stored-objects.ts'
import { type TenantWorld, tenantWorld } from './support/tenant-world.ts'

const random = seededRandom()
let driven: DrivenCloud
let jobs: BackgroundJobs

beforeAll(async () => {
  console.info(`queues: FAULTS_SEED=${random.seed}`)
  driven = await startDrivenCloud({ threads: 3 })
  jobs = backgroundJobsOf(driven)
})
afterAll(() => driven.close())

const nameOf = ({ sourceArn }: EventSourceMapping) => sourceArn.split(':sealpost-').at(-1) ?? sourceArn
const messagesOf = (all: readonly JobMessage[], queue: string) =>
  all.filter(({ mapping }) => mapping === readerOf(jobs, queue)).map(({ event }) => JSON.stringify(event))

async function outcomeOf(world: TenantWorld) {
  await world.settle()
  const items = await world.items()
  const files = await sealedFilesOf(world.tenant.org.id)
  return { snapshot: snapshotOf(items), files: files.length, flaws: await flawsOfDocuments(world.tenant.org.id, items) }
}

describe('a queue', () => {
  test('gives a message that nobody can read up after its tries, and the good ones beside it once', async () => {
    const { world, bodies } = await worldOfStored()
    const mapping = readerOf(jobs, 'document-keeping')
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

  test('has a case of its own, whoever reads it', () => {
    expect(Object.keys(queueCases).toSorted()).toEqual(jobs.consumers.map(nameOf).toSorted())
  })

  test.for(Object.entries(queueCases))('with messages of %s twice and poison among them', async ([name, queueCase]) => {
    const { messages, unreadable, unknown = [], isTakenBesideItself = false } = queueCase
    const mapping = readerOf(jobs, name)
    const world = await tenantWorld(driven, jobs)
    const bodies = await messages(world, jobs)
    const bad = [...poison, unreadable]
    const batch = random.shuffled([...bodies, ...(isTakenBesideItself ? bodies : []), ...unknown, ...bad])
    for (const _ of ['the first time', 'again'])
      expect(await jobs.giveBatch(mapping, batch)).toEqual(batch.map((body) => !bad.includes(body)))
    const outcome = await outcomeOf(world)
    const once = await tenantWorld(driven, jobs)
    const own = await messages(once, jobs)
    expect(await jobs.giveBatch(mapping, own)).toEqual(own.map(() => true))
    const expected = await outcomeOf(once)
    expect(differenceOf(doneOnce(outcome.snapshot), doneOnce(expected.snapshot))).toBe('')
    expect({ ...outcome, snapshot: [] }).toEqual({ ...expected, snapshot: [], flaws: [] })
  })

  test('that tells first that a document is discarded, then that it is stored, leaves none', async () => {
    const world = await tenantWorld(driven, jobs)
    const { id } = await create(world.tenant, { draft: true })
    demand(await call('DELETE', pathOf(id), { token: world.tenant.token }), 204)
    const bodies = messagesOf(await world.relay(), 'document-keeping')
    expect(bodies).toHaveLength(2)
    for (const body of [...bodies.toReversed(), ...bodies])
      expect(await jobs.giveBatch(readerOf(jobs, 'document-keeping'), [body])).toEqual([true])
    expect(await originalsOf(world.tenant.org.id)).toEqual([])
  })

  test('that asks for signers after the request has ended changes nothing', async () => {
    const world = await tenantWorld(driven, jobs)
    const { id } = await create(world.tenant, { signers: [signer('+sign')] })
    const messages = await world.relay()
    demand(await call('POST', `${pathOf(id)}/cancel`, { token: world.tenant.token, json: {} }), 200)
    const before = snapshotOf(await world.items())
    const bodies = messagesOf(messages, 'simulated-vendor')
    expect(await jobs.giveBatch(readerOf(jobs, 'simulated-vendor'), bodies)).toEqual([true])
    expect(differenceOf(snapshotOf(await world.items()), before)).toBe('')
  })

  test('that asks for a seal too early and too late leads to one seal', async () => {
    const world = await tenantWorld(driven, jobs)
    const request = await create(world.tenant)
    await world.settle()
    const before = snapshotOf(await world.items())
    const early = bodyOf('signature.seal_due', { requestId: request.id })
    expect(await jobs.giveBatch(readerOf(jobs, 'document-sealing'), [early])).toEqual([true])
    expect(differenceOf(snapshotOf(await world.items()), before)).toBe('')
    demand(await act(world.tenant, request, 0, 'sign'), 200)
    await world.settle()
    const sealed = snapshotOf(await world.items())
    expect(await jobs.giveBatch(readerOf(jobs, 'document-sealing'), [early])).toEqual([true])
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
