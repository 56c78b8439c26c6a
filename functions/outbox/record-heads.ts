import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { type ChainHead, chainHeads, recordedAtMs } from '../../shared/audit/chain-head.ts'
import { objectKeyOfHead } from '../../shared/audit/recorded-head.ts'
import { environment } from '../../shared/platform/environment.ts'
import { logError } from '../../shared/platform/log.ts'
import { fromItem } from '../../shared/store/collection.ts'
import type { Platform } from '../../shared/store/platform.ts'
import { getItem, type Key, type Table } from '../../shared/store/table.ts'
import { s3 } from '../../shared/store/uploaded-objects.ts'

/** How many heads are recorded at once: there may be thousands when a day has ended. */
const atOnce = 20

/** Gives how many heads were recorded. One that fails stays due. */
export async function recordHeads(platform: Platform, keys: readonly Key[]): Promise<number> {
  let recorded = 0
  for (let start = 0; start < keys.length; start += atOnce) {
    const part = keys.slice(start, start + atOnce)
    const outcomes = await Promise.allSettled(part.map((key) => record(platform, key)))
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') await logError('the head of an audit chain was not recorded', outcome.reason)
    recorded += outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length
  }
  return recorded
}

async function record({ table, clock }: Platform, key: Key): Promise<boolean> {
  const item = await getItem(table, key)
  if (!item || item.GSI2PK === undefined) return false
  const head = fromItem(chainHeads, item)
  if (recordedAtMs(head) > clock()) return false
  await putHead(head)
  await noteRecorded(table, head)
  return true
}

/** An object is never replaced: a chain that grows after its day gets another object. */
async function putHead(head: ChainHead): Promise<void> {
  const put = new PutObjectCommand({
    Bucket: environment('AUDIT_HEADS_BUCKET'),
    Key: objectKeyOfHead(head),
    Body: JSON.stringify(head),
    ContentType: 'application/json',
    IfNoneMatch: '*',
    // S3 asks for a checksum where objects are locked.
    ChecksumAlgorithm: 'SHA256',
  })
  await s3()
    .send(put)
    .catch((error: unknown) => {
      // It is there: an earlier sweep could not note that.
      if (!(error instanceof Error && error.name === 'PreconditionFailed')) throw error
    })
}

/** A chain that has grown meanwhile stays due. */
async function noteRecorded(table: Table, head: ChainHead): Promise<void> {
  const update = new UpdateCommand({
    TableName: table.name,
    Key: chainHeads.key(head),
    UpdateExpression: 'REMOVE GSI2PK, GSI2SK',
    ConditionExpression: '#record.#hash = :hash',
    ExpressionAttributeNames: { '#record': 'record', '#hash': 'hash' },
    ExpressionAttributeValues: { ':hash': head.hash },
  })
  await table.client.send(update).catch((error: unknown) => {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  })
}
