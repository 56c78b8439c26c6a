import { hash } from 'node:crypto'
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { refuse } from '../../../shared/errors/refusal.ts'
import { type Key, queryPartition, type Table } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import type { Contact } from './contact.ts'
import { tagKey } from './contact-input.ts'
import { shelfOf } from './shelf.ts'
import { forgetWordsApart, wordsOfTags } from './words-apart.ts'

/** How many contacts of a shelf have a tag, counted where they come and go. */
export interface TagCount {
  readonly name: string
  readonly count: number
}

const tagPartition = (shelf: string) => `${shelf}#TAGS`

/**
 * The counts of a shelf stand in a few items, by hash: one for each tag would not fit a commit, and a single one would be
 * written by everybody at once.
 */
const items = 8
const itemOf = (key: string) => `TAGS#${(hash('sha256', key, 'buffer')[0] ?? 0) % items}`

/** Attributes of such an item, by the tag's key: how it was spelt first, and how many have it. */
const [spelling, count] = ['as:', 'n:']

/** Tens of thousands of different tags are more than anybody chooses from. What goes down never meets it. */
const tooManyTags = refuse(
  'invalid_input',
  'The contacts of the entity have too many different tags. Use existing tags.',
)

/**
 * An update counts no more tags than these: DynamoDB takes 4 KB of an expression. A single contact has at most fifty before
 * and fifty after, whose counts fit together, as those that go down take less room.
 */
export const maxTagsOfItem = 90

/** The counts that change, or may, with some states of a contact: their items, and the tags in each. */
export function countsTouched(states: readonly Contact[]): Map<string, Set<string>> {
  const touched = new Map<string, Set<string>>()
  for (const contact of states)
    for (const name of contact.tags) {
      const key = tagKey(name)
      const address = addressOf(shelfOf(contact), key)
      touched.set(address, (touched.get(address) ?? new Set()).add(key))
    }
  return touched
}

const addressOf = (shelf: string, key: string) => `${tagPartition(shelf)}\n${itemOf(key)}`

/**
 * Counts what has changed of the tags of some contacts, from what they were to what they are; all of a commit at once. Where some
 * go from a shelf, a job is told, which forgets those that nobody has any more.
 */
export function countTags(work: UnitOfWork, before: readonly Contact[], after: readonly Contact[]): void {
  const changes = new Map<string, TagChange>()
  const count = (contact: Contact, by: 1 | -1) => {
    const shelf = shelfOf(contact)
    for (const name of contact.tags) {
      const key = tagKey(name)
      const address = `${shelf}\n${key}`
      changes.set(address, { shelf, key, name, by: (changes.get(address)?.by ?? 0) + by })
    }
  }
  for (const contact of after) count(contact, 1)
  for (const contact of before) count(contact, -1)
  const real = [...changes.values()].filter(({ by }) => by !== 0)
  const byItem = Map.groupBy(real, ({ shelf, key }) => addressOf(shelf, key))
  for (const [address, ofItem] of byItem) {
    const [PK = '', SK = ''] = address.split('\n')
    add(work, { PK, SK }, ofItem)
  }
  const [owner] = before
  const left = new Set(real.filter(({ by }) => by < 0).map(({ shelf }) => shelf))
  if (owner) for (const shelf of left) work.enqueue({ type: 'contact.tags_left', data: { shelf } }, owner)
}

interface TagChange {
  readonly shelf: string
  readonly key: string
  readonly name: string
  readonly by: number
}

/** What goes down was spelt when it came. No space more than needed: an expression holds 4 KB. */
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

/** The tags of some shelves with how many contacts have them, by name. */
export async function readTagCounts(table: Table, shelves: readonly string[]): Promise<TagCount[]> {
  const found = await Promise.all(shelves.map((shelf) => queryPartition(table, tagPartition(shelf), '')))
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

/**
 * Forgets the tags that no contact of a shelf has any more, with how they were spelt and where their words stood apart: they may
 * tell of somebody who asked to be forgotten.
 */
export async function forgetUnusedTags(table: Table, shelf: string): Promise<void> {
  const PK = tagPartition(shelf)
  for (const item of await queryPartition(table, PK, '')) {
    const unused = Object.keys(item).filter((name) => name.startsWith(count) && item[name] === 0)
    for (const name of unused) {
      const tag = name.slice(count.length)
      await forgetWordsApart(table, shelf, wordsOfTags([tag]))
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
