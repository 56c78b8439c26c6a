import { randomUUID } from 'node:crypto'
import {
  DeleteMessageCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyCredentials } from '../../../infra/local/local-table.ts'
import { messageAttributes } from '../../../infra/local/queues.ts'
import { arnOf, localRegion } from '../../../infra/local/template-resources.ts'
import { managerOf } from '../../support/api-keys.ts'
import { busLog, type LoggedEvent } from '../../support/bus-log.ts'
import { cloud } from '../../support/cloud.ts'
import { command, onTestCloud } from '../../support/commands.ts'
import { create } from '../../support/signature.ts'
import { tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import { hookFor, type Receiver, receiver } from '../../support/webhooks.ts'

const fanOut = arnOf('sqs', 'sealpost-webhook-fanout')
const gone = arnOf('sqs', 'sealpost-former-job')
const sweep = arnOf('lambda', 'function:sealpost-due-sweep')

let sqs: SQSClient
let QueueUrl: string | undefined
let at: Receiver

beforeAll(async () => {
  sqs = new SQSClient({ region: localRegion, endpoint: cloud().endpoints.sqs, credentials: anyCredentials })
  const QueueName = 'sealpost-undelivered-events-dead-letters'
  QueueUrl = (await sqs.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl
  at = await receiver()
})

afterAll(() => {
  sqs.destroy()
  at.close()
})

/** Puts an event where EventBridge puts what it could not deliver. */
async function undelivered(event: object, target: string): Promise<void> {
  const attributes = { RULE_ARN: arnOf('events', 'rule/public'), TARGET_ARN: target, ERROR_CODE: 'NO_PERMISSIONS' }
  const MessageAttributes = messageAttributes(attributes)
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(event), MessageAttributes }))
}

/** What an operator does in the console of SQS about an event that no queue takes. */
async function discardOne(): Promise<void> {
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }))
  expect(Messages).toHaveLength(1)
  await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: Messages[0]?.ReceiptHandle }))
}

const operator = (verb: 'show' | 'put-back') => command('operator', ['undelivered-events', verb, onTestCloud()])

/** An event of an organization with a webhook, as it was on the bus. */
async function deliveredEvent(): Promise<LoggedEvent> {
  const of = await tenant()
  await hookFor(await managerOf(of), at.url, { events: ['signature.created'] })
  const { id } = await create(of)
  await at.posts(1)
  return await until('the event on the bus', async () =>
    (await busLog()).find(
      (event) => event['detail-type'] === 'signature.created' && event.detail.data.requestId === id,
    ),
  )
}

describe('events that a rule could not deliver', () => {
  it('are counted, put back to the target that missed them, and posted once though one arrives twice', async () => {
    const delivered = await deliveredEvent()
    const missed = { ...delivered, detail: { ...delivered.detail, id: randomUUID() } }
    const tick = { source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {} }
    await undelivered(delivered, fanOut)
    await undelivered(missed, fanOut)
    await undelivered(tick, sweep)
    await undelivered(missed, gone)
    const found = (target: string, type: string, count: number) => ({ target, type, error: 'NO_PERMISSIONS', count })
    const all = [
      found(fanOut, 'signature.created', 2),
      found(sweep, 'Scheduled Event', 1),
      found(gone, 'signature.created', 1),
    ]
    for (const _ of ['first', 'again']) {
      const { code, told } = await operator('show')
      expect([code, told]).toEqual([0, { undelivered: 4, events: expect.arrayContaining(all) }])
    }
    const { code, told } = await operator('put-back')
    const reasons = { [`${gone}: there is no such queue any more.`]: 1 }
    expect([code, told]).toEqual([1, { putBack: 2, outdated: 1, remaining: 1, reasons }])
    await at.posts(2)
    expect((await operator('show')).told).toEqual({ undelivered: 1, events: [all[2]] })
    await discardOne()
    const empty = { putBack: 0, outdated: 0, remaining: 0, reasons: {} }
    expect(await operator('put-back')).toMatchObject({ code: 0, told: empty })
    expect(at.received.map(({ body }) => JSON.parse(body.toString()).id)).toEqual([
      delivered.detail.id,
      missed.detail.id,
    ])
  })
})
