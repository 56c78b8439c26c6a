import { ConditionalCheckFailedException, DeleteItemCommand } from '@aws-sdk/client-dynamodb'
import { marshalled } from '../store/attributes.ts'
import { fromItem } from '../store/collection.ts'
import { getItem, oldestBetween, type Table } from '../store/table.ts'
import type { Contact } from './contact.ts'
import { keySeparator } from './contact-name.ts'
import { entriesOf, lastCharacter, type Signpost, signposts, termPartition, wordPartition } from './search-index.ts'
import { cutTerm } from './search-terms.ts'
import { wordsOf } from './search-words.ts'
import { shelfOf } from './shelf.ts'

/** Words of tags by which contacts are found; digits that may be a number as well stay with the other numbers. */
function wordsOfTags(tags: readonly string[]): Set<string> {
  return new Set(
    tags
      .flatMap(wordsOf)
      .map(cutTerm)
      .filter((word) => !/^\d{9,}$/.test(word)),
  )
}

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
  for (const { word, partition, times } of [...words.values()].toSorted((a, b) => b.times - a.times)) {
    const left = entries.get(partition) ?? 0
    if (left <= mostOfPartition) continue
    apart.add(word)
    entries.set(partition, left - times)
  }
  return apart
}

/** A new contact as it is found where some words stand apart. */
export function withWordsApart(contact: Contact, words: ReadonlySet<string>): Contact {
  const own = [...wordsOfTags(contact.tags)].filter((word) => words.has(word))
  return own.length > 0 ? { ...contact, wordsApart: own } : contact
}

/** The next state of a contact: on another shelf none of its words stands apart, nor does one that is none of its tags' any more. */
export function stillApart(before: Contact, after: Contact): Contact {
  const { wordsApart, ...others } = after
  if (!wordsApart) return after
  const ofTags = wordsOfTags(after.tags)
  const kept = shelfOf(before) === shelfOf(after) ? wordsApart.filter((word) => ofTags.has(word)) : []
  return kept.length > 0 ? { ...others, wordsApart: kept } : others
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
    const item = await getItem(table, signposts.key({ shelf, word, part: '' }))
    if (!item) continue
    const everything = { from: keySeparator, to: lastCharacter }
    const entries = await oldestBetween(table, wordPartition(shelf, word), everything, 1)
    if (entries.length === 0) await removeSignpost(table, fromItem(signposts, item))
  }
}

async function removeSignpost(table: Table, signpost: Signpost): Promise<void> {
  const asItWas = {
    ConditionExpression: '#record.part = :part',
    ExpressionAttributeNames: { '#record': 'record' },
    ExpressionAttributeValues: marshalled({ ':part': signpost.part }),
  }
  const Key = marshalled(signposts.key(signpost))
  try {
    await table.client.send(new DeleteItemCommand({ TableName: table.name, Key, ...asItWas }))
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  }
}

/** The words of a tag that may stand apart. */
export function wordsApartOfTag(tag: string): Set<string> {
  return wordsOfTags([tag])
}
