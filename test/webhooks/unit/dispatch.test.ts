import { type SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type AttemptDue, dispatch, dispatchAll } from '../../../functions/webhooks/model/dispatch.ts'

/** A queue that takes all but the attempts of these deliveries. */
const queue = { refuses: [] as string[], sizes: [] as number[] }

beforeEach(() => {
  Object.assign(queue, { refuses: [], sizes: [] })
  vi.stubEnv('WEBHOOK_DELIVERY_QUEUE_URL', 'http://127.0.0.1/queue')
  vi.stubEnv('AWS_REGION', 'eu-west-1')
  vi.spyOn(SQSClient.prototype, 'send').mockImplementation(async (command) => {
    const { Entries = [] } = (command as SendMessageBatchCommand).input
    queue.sizes.push(Entries.length)
    const refused = Entries.filter(({ MessageBody = '' }) => queue.refuses.includes(JSON.parse(MessageBody).detail.id))
    return { Successful: [], Failed: refused.map(({ Id }) => ({ Id, SenderFault: false, Code: 'InternalError' })) }
  })
})

const dues: AttemptDue[] = Array.from({ length: 23 }, (_, place) => ({
  webhookId: 'webhook',
  ownerOrgId: 'owner',
  applicationId: null,
  deliveryId: `delivery ${place}`,
  budget: 9,
  resumptions: 0,
  attempt: 1,
}))

describe('attempts that are asked for', () => {
  test('are sent ten at once', async () => {
    expect(await dispatch(dues)).toEqual([])
    expect(queue.sizes).toEqual([10, 10, 3])
  })

  test('and that SQS did not take are told, though it took others of the same call', async () => {
    queue.refuses = ['delivery 3', 'delivery 22']
    expect(await dispatch(dues)).toEqual([dues[3], dues[22]])
    await expect(dispatchAll(dues)).rejects.toThrow('SQS did not take 2 of 23 messages')
  })
})
