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
import { leadingItemsByAddress } from '../model/leading-items.ts'
import { contactsOfPart, type PreparedContact, type PreparedPart, preparedParts } from '../model/prepared-part.ts'
import { forgetWordsApart } from '../model/words-apart.ts'

const contactsAtOnce = 10
/** More than an outage leaves; the next sweep, a minute later, takes the rest. */
const partsPerSweep = 50

/**
 * Removes index entries whose import or change was abandoned before its commit, and stale entries that a change left.
 * Entries of a contact that exists as described stay. A batch that fails stays due and does not stop the others.
 * Returns the number of batches that were cleared.
 */
export async function clearAbandonedContacts(platform: Platform, keys: readonly Key[]): Promise<number> {
  let done = 0
  for (const key of keys.slice(0, partsPerSweep))
    try {
      if (await clear(platform, key)) done++
    } catch (error) {
      await logError('abandoned contacts could not be cleared', error)
    }
  return done
}

async function clear({ table, clock }: Platform, key: Key): Promise<boolean> {
  const item = await getItem(table, key)
  const found = item && fromItem(preparedParts, item)
  if (!found || Date.parse(found.dueAt) > clock()) return false
  const part = await takenUp(table, found)
  if (!part) return false
  const left = contactsOfPart(part)
  const items = await getItems(table, [...left.map(({ contactId }) => contactKey(contactId)), ...left.flatMap(keysOf)])
  const isClear = await inParallel(left, contactsAtOnce, (each) => clearContact(table, part, each, items))
  if (!isClear.every(Boolean)) return false
  await forgetWordsApart(table, part.shelf, new Set(part.contacts.flatMap(({ apart = [] }) => apart)))
  return await succeeds(table, removalOf(table, part))
}

const keysOf = ({ keys }: PreparedContact) => keys

/** From here on no commit takes the part; null where one has. */
async function takenUp(table: Table, part: PreparedPart): Promise<PreparedPart | null> {
  if (part.version > 1) return part
  const after = { ...part, version: part.version + 1 }
  const Item = toItem(preparedParts, after)
  const put = new PutCommand({ TableName: table.name, Item, ...versionIs(preparedParts, part) })
  return (await succeeds(table, put)) ? after : null
}

function removalOf(table: Table, part: PreparedPart): DeleteCommand {
  const Key = preparedParts.key(part)
  return new DeleteCommand({ TableName: table.name, Key, ...versionIs(preparedParts, part) })
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

/** False where something has changed meanwhile: then a later sweep looks anew. */
async function clearContact(
  table: Table,
  part: PreparedPart,
  { contactId, keys }: PreparedContact,
  items: readonly Item[],
): Promise<boolean> {
  const addresses = new Map(items.map((item) => [addressOf(item), item]))
  const item = addresses.get(addressOf(contactKey(contactId)))
  const contact = item ? fromItem(contacts, item) : null
  const own = leadingItemsByAddress(contact)
  const orphans = keys.filter((key) => isTakenBy(part, addresses.get(addressOf(key))) && !own.has(addressOf(key)))
  if (orphans.length === 0) return true
  const removals = orphans.map((key) => ({
    Delete: { TableName: table.name, Key: key, ...isStillTakenBy(part) },
  }))
  const TransactItems: TransactionItem[] = [asItWas(table, contactId, contact), ...removals]
  try {
    await table.client.send(new TransactWriteCommand({ TransactItems }))
    return true
  } catch (error) {
    if (isCollision(error)) return false
    throw error
  }
}

const addressOf = ({ PK, SK }: Item | Key) => `${PK}\n${SK}`

/** What a later try of an import has put anew is its own part's. What was left behind may be of an earlier part, or of none. */
function isTakenBy({ id, isLeft }: PreparedPart, item: Item | undefined): boolean {
  const record = item?.record
  if (typeof record !== 'object' || record === null) return false
  const putBy: unknown = Reflect.get(record, 'part')
  return isLeft ? putBy === undefined || String(putBy) < id : putBy === id
}

/** The same as a condition. */
function isStillTakenBy({ id, isLeft }: PreparedPart) {
  const isOfPart = '#record.part = :part'
  const isOlder = 'attribute_not_exists(#record.part) OR #record.part < :part'
  return {
    ConditionExpression: isLeft ? isOlder : isOfPart,
    ExpressionAttributeNames: { '#record': 'record' },
    ExpressionAttributeValues: { ':part': id },
  }
}

function asItWas({ name: TableName }: Table, contactId: string, contact: Contact | null): TransactionItem {
  const condition = contact
    ? versionIs(contacts, contact)
    : ({ ConditionExpression: 'attribute_not_exists(PK)' } as const)
  return { ConditionCheck: { TableName, Key: contactKey(contactId), ...condition } }
}
