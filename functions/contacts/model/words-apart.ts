import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { fromItem } from '../../../shared/store/collection.ts'
import { getItem, oldestBetween, type Table } from '../../../shared/store/table.ts'
import type { Contact } from './contact.ts'
import {
  entriesOf,
  everyPlace,
  type Signpost,
  signpostKey,
  signposts,
  termPartition,
  wordPartition,
} from './search-index.ts'
import { cutTerm } from './search-terms.ts'
import { wordsOf } from './search-words.ts'
import { shelfOf } from './shelf.ts'

/** Words of tags that may stand apart; digits that may be a number as well stay with the other numbers. */
export function wordsOfTags(tags: readonly string[]): Set<string> {
  return new Set(
    tags
      .flatMap(wordsOf)
      .map(cutTerm)
      .filter((word) => !/^\d{9,}$/.test(word)),
  )
}

/** A signpost to a word is put by each part of an import. So one that fewer than this share of a partition's contacts have would spare it little. */
const leastShare = 0.1

/**
 * Those words of the tags of an import's contacts that are to stand apart where these are new, so that no partition takes more
 * than so many entries: of each that would, the most frequent.
 */
export function wordsToSetApart(contacts: readonly Contact[], mostOfPartition: number): ReadonlySet<string> {
  const entries = new Map<string, number>()
  const words = new Map<string, { word: string; partition: string; times: number }>()
  for (const contact of contacts) {
    const ofTags = wordsOfTags(contact.tags)
    for (const { shelf, position: word } of entriesOf(contact)) {
      const partition = termPartition(shelf, word)
      entries.set(partition, (entries.get(partition) ?? 0) + 1)
      if (!ofTags.has(word)) continue
      const counted = words.get(wordPartition(shelf, word)) ?? { word, partition, times: 0 }
      words.set(wordPartition(shelf, word), { ...counted, times: counted.times + 1 })
    }
  }
  const apart = new Set<string>()
  const frequent = [...words.values()].filter(({ times }) => times >= leastShare * mostOfPartition)
  for (const { word, partition, times } of frequent.toSorted((a, b) => b.times - a.times)) {
    const left = entries.get(partition) ?? 0
    if (left <= mostOfPartition) continue
    apart.add(word)
    entries.set(partition, left - times)
  }
  return apart
}

/** A new contact as it is found where some words stand apart. */
export function withWordsApart(contact: Contact, words: ReadonlySet<string>): Contact {
  return words.size === 0 ? contact : foundApart(contact, words)
}

/** The next state of a contact: on another shelf none of its words stands apart. */
export function stillApart(before: Contact, after: Contact): Contact {
  if (!after.wordsApart) return after
  return foundApart(after, new Set(shelfOf(before) === shelfOf(after) ? after.wordsApart : []))
}

/**
 * A contact of whose words some stand apart: of its tags, and such as it has an entry of. Where another of its words begins with
 * one, there is none; and one that comes later stands with the others, as no signpost is put for it.
 */
function foundApart({ wordsApart: _, ...contact }: Contact, words: ReadonlySet<string>): Contact {
  const ofTags = wordsOfTags(contact.tags)
  const positions = entriesOf(contact).map(({ position }) => position)
  const apart = positions.filter((position) => words.has(position) && ofTags.has(position))
  return apart.length > 0 ? { ...contact, wordsApart: apart } : contact
}

/** The signposts that lead to what is put with a part. They are put after it: see forgetWordsApart. */
export function signpostsTo(contacts: readonly Contact[], part: string): Signpost[] {
  const [first] = contacts
  if (!first) return []
  const words = new Set(contacts.flatMap(({ wordsApart = [] }) => wordsApart))
  return [...words].map((word) => ({ shelf: shelfOf(first), word, part }))
}

/**
 * Takes away the signposts to words that no contact of a shelf is found by any more where they stand apart. Where entries come
 * meanwhile, their signpost is put after them: it is another one than was looked at, and stays.
 */
export async function forgetWordsApart(table: Table, shelf: string, words: Iterable<string>): Promise<void> {
  for (const word of words) {
    const item = await getItem(table, signpostKey(shelf, word))
    if (!item) continue
    const entries = await oldestBetween(table, wordPartition(shelf, word), everyPlace, 1)
    if (entries.length === 0) await removeSignpost(table, fromItem(signposts, item))
  }
}

async function removeSignpost(table: Table, signpost: Signpost): Promise<void> {
  const asItWas = {
    ConditionExpression: '#record.part = :part',
    ExpressionAttributeNames: { '#record': 'record' },
    ExpressionAttributeValues: { ':part': signpost.part },
  }
  const Key = signposts.key(signpost)
  try {
    await table.client.send(new DeleteCommand({ TableName: table.name, Key, ...asItWas }))
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  }
}
