import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import type { Platform } from '../../../shared/store/platform.ts'
import { requestPartition } from '../model/request.ts'

/** Longer than the function may run, so that a submission whose function broke down is over before the next begins. */
export const leaseMs = 180_000

/**
 * Lets one job at a time hand a request over, or end it at the vendor. Without this, two jobs could both find nothing there and both
 * submit, or one could find nothing to end while another submits. Throws where another job is at it: the message comes again.
 */
export async function withSubmissionLease<Result>(
  { table, clock, ids }: Platform,
  requestId: string,
  act: () => Promise<Result>,
): Promise<Result> {
  const key = { PK: requestPartition(requestId), SK: 'VENDORLEASE' }
  const [holder, nowMs] = [ids(), clock()]
  const names = { ExpressionAttributeNames: { '#until': 'until' }, ExpressionAttributeValues: { ':now': nowMs } }
  await table.client
    .send(
      new PutCommand({
        TableName: table.name,
        Item: { ...key, type: 'vendor_lease', holder, until: nowMs + leaseMs },
        ConditionExpression: 'attribute_not_exists(PK) OR #until < :now',
        ...names,
      }),
    )
    .catch((error: unknown) => {
      if (error instanceof ConditionalCheckFailedException)
        throw new Error('another job hands the request over or ends it')
      throw error
    })
  try {
    return await act()
  } finally {
    const own = { ExpressionAttributeNames: { '#holder': 'holder' }, ExpressionAttributeValues: { ':holder': holder } }
    const release = { TableName: table.name, Key: key, ConditionExpression: '#holder = :holder', ...own }
    // A lease that stays ends by itself.
    await table.client.send(new DeleteCommand(release)).catch(() => {})
  }
}
