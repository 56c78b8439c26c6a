import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { inParallel } from '../../../shared/platform/in-parallel.ts'
import { logError } from '../../../shared/platform/log.ts'
import { fromItem, toItem, versionIs } from '../../../shared/store/collection.ts'
import { isCollision } from '../../../shared/store/commit.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import {
  getItem,
  getItems,
  type Item,
  type Key,
  type Table,
  type TransactionItem,
} from '../../../shared/store/table.ts'
import { type Contact, contactKey, contacts } from '../model/contact.ts'
import { indexItemsByAddress } from '../model/index-items.ts'
import { contactsOfBatch, type StagedBatch, type StagedContact, stagedBatches } from '../model/staged-batch.ts'

const contactsAtOnce = 10
/** More than an outage leaves; the next sweep, a minute later, clears the rest. */
const batchesPerSweep = 50

/**
 * Removes index entries whose import or change was abandoned before its commit, and stale entries that a change left.
 * Entries of a contact that exists as described stay. A batch that fails stays due and does not stop the others.
 * Returns the number of batches that were cleared.
 */
export async function clearAbandonedContacts(platform: Platform, keys: readonly Key[]): Promise<number> {
  let done = 0
  for (const key of keys.slice(0, batchesPerSweep))
    try {
      if (await clear(platform, key)) done++
    } catch (error) {
      await logError('abandoned contacts could not be cleared', error)
    }
  return done
}

async function clear({ table, clock }: Platform, key: Key): Promise<boolean> {
  const item = await getItem(table, key)
  const found = item && fromItem(stagedBatches, item)
  if (!found || Date.parse(found.dueAt) > clock()) return false
  const batch = await startedToClear(table, found)
  if (!batch) return false
  const left = contactsOfBatch(batch)
  const items = await getItems(table, [...left.map(({ contactId }) => contactKey(contactId)), ...left.flatMap(keysOf)])
  const isClear = await inParallel(left, contactsAtOnce, (each) => clearContact(table, batch, each, items))
  if (!isClear.every(Boolean)) return false
  return await succeeds(table, removalOf(table, batch))
}

const keysOf = ({ keys }: StagedContact) => keys

/** Starts to clear a batch: from here on it cannot be committed. Null if it was committed already. */
async function startedToClear(table: Table, batch: StagedBatch): Promise<StagedBatch | null> {
  if (batch.version > 1) return batch
  const after = { ...batch, version: batch.version + 1 }
  const Item = toItem(stagedBatches, after)
  const put = new PutCommand({ TableName: table.name, Item, ...versionIs(stagedBatches, batch) })
  return (await succeeds(table, put)) ? after : null
}

function removalOf(table: Table, batch: StagedBatch): DeleteCommand {
  const Key = stagedBatches.key(batch)
  return new DeleteCommand({ TableName: table.name, Key, ...versionIs(stagedBatches, batch) })
}

async function succeeds(table: Table, write: PutCommand | DeleteCommand): Promise<boolean> {
  try {
    await (write instanceof PutCommand ? table.client.send(write) : table.client.send(write))
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}

/** False if something changed meanwhile: a later sweep then tries again. */
async function clearContact(
  table: Table,
  batch: StagedBatch,
  { contactId, keys }: StagedContact,
  items: readonly Item[],
): Promise<boolean> {
  const addresses = new Map(items.map((item) => [addressOf(item), item]))
  const item = addresses.get(addressOf(contactKey(contactId)))
  const contact = item ? fromItem(contacts, item) : null
  const own = indexItemsByAddress(contact)
  const orphans = keys.filter((key) => isClearedBy(batch, addresses.get(addressOf(key))) && !own.has(addressOf(key)))
  if (orphans.length === 0) return true
  const removals = orphans.map((key) => ({
    Delete: { TableName: table.name, Key: key, ...isStillClearedBy(batch) },
  }))
  const TransactItems: TransactionItem[] = [isUnchanged(table, contactId, contact), ...removals]
  try {
    await table.client.send(new TransactWriteCommand({ TransactItems }))
    return true
  } catch (error) {
    if (isCollision(error)) return false
    throw error
  }
}

const addressOf = ({ PK, SK }: Item | Key) => `${PK}\n${SK}`

/** Items that a later try of an import wrote again belong to its batch. Stale items belong to an earlier batch, or to none. */
function isClearedBy({ id, isStale }: StagedBatch, item: Item | undefined): boolean {
  const record = item?.record
  if (typeof record !== 'object' || record === null) return false
  const writtenBy: unknown = Reflect.get(record, 'batchId')
  return isStale ? writtenBy === undefined || String(writtenBy) < id : writtenBy === id
}

/** The same as a condition. */
function isStillClearedBy({ id, isStale }: StagedBatch) {
  const isOfBatch = '#record.batchId = :batch'
  const isOlder = 'attribute_not_exists(#record.batchId) OR #record.batchId < :batch'
  return {
    ConditionExpression: isStale ? isOlder : isOfBatch,
    ExpressionAttributeNames: { '#record': 'record' },
    ExpressionAttributeValues: { ':batch': id },
  }
}

function isUnchanged({ name: TableName }: Table, contactId: string, contact: Contact | null): TransactionItem {
  const condition = contact
    ? versionIs(contacts, contact)
    : ({ ConditionExpression: 'attribute_not_exists(PK)' } as const)
  return { ConditionCheck: { TableName, Key: contactKey(contactId), ...condition } }
}
