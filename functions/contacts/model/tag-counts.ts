import { hash } from 'node:crypto'
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { refuse } from '../../../shared/errors/refusal.ts'
import { type Key, queryPartition, type Table } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { addressBookOf } from './address-book.ts'
import type { Contact } from './contact.ts'
import { tagKey } from './contact-input.ts'

/** How many contacts of an address book have a tag. */
export interface TagCount {
  readonly name: string
  readonly count: number
}

export const tagPartition = (addressBook: string) => `${addressBook}#TAGS`

/**
 * The counts of an address book are in a few items, by hash. An item for each tag would not fit a commit, and every request would write
 * a single item.
 */
const items = 8
const itemOf = (key: string) => `TAGS#${(hash('sha256', key, 'buffer')[0] ?? 0) % items}`

/** The attributes of a tag in its item, by the tag's key: its first spelling, and its count. */
const [spelling, count] = ['as:', 'n:']

/** More tags than anybody chooses from. Counting down never reaches this limit. */
const tooManyTags = refuse(
  'invalid_input',
  'The contacts of the entity have too many different tags. Use existing tags.',
)

/**
 * The most tags of one update: DynamoDB limits an expression to 4 KB. A contact has at most fifty tags before and after, and
 * their counts fit, because counting down takes less room.
 */
export const maxTagsOfItem = 90

/** The items and tags whose counts may change with some states of a contact. */
export function countsTouched(states: readonly Contact[]): Map<string, Set<string>> {
  const touched = new Map<string, Set<string>>()
  for (const contact of states)
    for (const name of contact.tags) {
      const key = tagKey(name)
      const address = addressOf(addressBookOf(contact), key)
      touched.set(address, (touched.get(address) ?? new Set()).add(key))
    }
  return touched
}

const addressOf = (addressBook: string, key: string) => `${tagPartition(addressBook)}\n${itemOf(key)}`

/**
 * Counts the changed tags of all contacts of a commit at once. If tags of an address book are counted down, a job forgets those that no
 * contact has any more.
 */
export function countTags(work: UnitOfWork, before: readonly Contact[], after: readonly Contact[]): void {
  const changes = new Map<string, TagChange>()
  const count = (contact: Contact, by: 1 | -1) => {
    const addressBook = addressBookOf(contact)
    for (const name of contact.tags) {
      const key = tagKey(name)
      const address = `${addressBook}\n${key}`
      changes.set(address, { addressBook, key, name, by: (changes.get(address)?.by ?? 0) + by })
    }
  }
  for (const contact of after) count(contact, 1)
  for (const contact of before) count(contact, -1)
  const real = [...changes.values()].filter(({ by }) => by !== 0)
  const byItem = Map.groupBy(real, ({ addressBook, key }) => addressOf(addressBook, key))
  for (const [address, ofItem] of byItem) {
    const [PK = '', SK = ''] = address.split('\n')
    add(work, { PK, SK }, ofItem)
  }
  const [owner] = before
  const left = new Set(real.filter(({ by }) => by < 0).map(({ addressBook }) => addressBook))
  if (owner) for (const addressBook of left) work.enqueue({ type: 'contact.tags_left', data: { addressBook } }, owner)
}

interface TagChange {
  readonly addressBook: string
  readonly key: string
  readonly name: string
  readonly by: number
}

/** A tag that is counted down has its spelling already. The expression is kept short. */
function add(work: UnitOfWork, key: Key, changes: readonly TagChange[]): void {
  const places = [...changes.entries()]
  const up = places.filter(([, { by }]) => by > 0)
  const sets = ['#type=:type', ...up.map(([at]) => `#s${at}=if_not_exists(#s${at},:s${at})`)]
  const names = [
    ...places.map(([at, change]) => [`#n${at}`, `${count}${change.key}`]),
    ...up.map(([at, change]) => [`#s${at}`, `${spelling}${change.key}`]),
  ]
  const values = [
    ...places.map(([at, change]) => [`:n${at}`, change.by]),
    ...up.map(([at, change]) => [`:s${at}`, change.name]),
  ]
  const update = {
    Key: key,
    UpdateExpression: `SET ${sets.join(',')} ADD ${places.map(([at]) => `#n${at} :n${at}`).join(',')}`,
    ExpressionAttributeNames: { '#type': 'type', ...Object.fromEntries(names) },
    ExpressionAttributeValues: { ':type': 'contact_tags', ...Object.fromEntries(values) },
  }
  work.write((TableName) => ({ Update: { TableName, ...update } }), 'stale', tooManyTags)
}

/** The tags of some address books with their counts, by name. */
export async function readTagCounts(table: Table, addressBooks: readonly string[]): Promise<TagCount[]> {
  const found = await Promise.all(
    addressBooks.map((addressBook) => queryPartition(table, tagPartition(addressBook), '')),
  )
  const counts = new Map<string, TagCount>()
  for (const item of found.flat())
    for (const attribute of Object.keys(item).filter((name) => name.startsWith(count))) {
      const key = attribute.slice(count.length)
      const known = counts.get(key)
      const name = known?.name ?? String(item[`${spelling}${key}`])
      counts.set(key, { name, count: (known?.count ?? 0) + Number(item[attribute]) })
    }
  const used = [...counts].filter(([, tag]) => tag.count > 0)
  return used.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tag]) => tag)
}

/** Forgets the tags that no contact of an address book has any more: they may be about somebody who asked to be forgotten. */
export async function forgetUnusedTags(table: Table, addressBook: string): Promise<void> {
  const PK = tagPartition(addressBook)
  for (const item of await queryPartition(table, PK, '')) {
    const unused = Object.keys(item).filter((name) => name.startsWith(count) && item[name] === 0)
    for (const name of unused) {
      const tag = name.slice(count.length)
      await forgetTag(table, { PK, SK: String(item.SK) }, tag)
    }
  }
}

async function forgetTag(table: Table, key: Key, tag: string): Promise<void> {
  const unused = {
    UpdateExpression: 'REMOVE #count, #spelling',
    ConditionExpression: '#count = :none',
    ExpressionAttributeNames: { '#count': `${count}${tag}`, '#spelling': `${spelling}${tag}` },
    ExpressionAttributeValues: { ':none': 0 },
  }
  try {
    await table.client.send(new UpdateCommand({ TableName: table.name, Key: key, ...unused }))
  } catch (error) {
    // Somebody has taken it up again.
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  }
}
