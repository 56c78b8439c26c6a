import type { QueryCommand } from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { entriesBeginning } from '../../../functions/contacts/model/beginning-entries.ts'
import type { Contact } from '../../../functions/contacts/model/contact.ts'
import { entriesOf, placeOfEntry, searchEntries, signposts } from '../../../functions/contacts/model/search-index.ts'
import { shelfOf } from '../../../functions/contacts/model/shelf.ts'
import { signpostsTo, withWordsApart } from '../../../functions/contacts/model/words-apart.ts'
import { toItem } from '../../../shared/store/collection.ts'
import { compareBytes } from '../../../shared/store/key-order.ts'
import type { Item, Table } from '../../../shared/store/table.ts'
import { contactWith } from './contact-with.ts'

/** A table of these items, of which stretches of partitions are asked; with how many rounds of questions there were. */
function tableOf(items: readonly Item[]) {
  let [rounds, isRoundOpen] = [0, false]
  const send = async ({ input }: QueryCommand) => {
    if (!isRoundOpen) rounds++
    isRoundOpen = true
    const { ':partition': partition, ':low': low, ':high': high } = input.ExpressionAttributeValues ?? {}
    const isBetween = ({ PK, SK }: Item) =>
      PK === partition && compareBytes(String(SK), String(low)) >= 0 && compareBytes(String(SK), String(high)) <= 0
    const found = items.filter(isBetween).toSorted((a, b) => compareBytes(String(a.SK), String(b.SK)))
    await new Promise(setImmediate)
    isRoundOpen = false
    return { Items: found.slice(0, input.Limit) }
  }
  const table = { name: 'table', client: { send } } as unknown as Table
  return { table, rounds: () => rounds }
}

function itemsOf(contacts: readonly Contact[]): Item[] {
  const entries = contacts.flatMap(entriesOf).map((entry) => toItem(searchEntries, entry))
  const posts = [...Map.groupBy(contacts, shelfOf).values()].flatMap((ofShelf) => signpostsTo(ofShelf, 'part'))
  return [...entries, ...posts.map((post) => toItem(signposts, post))]
}

const words = ['fa', 'fair', 'fairs', 'fan', 'fat cat', 'vip']
const contacts = fc
  .array(
    fc.record({
      // Some names have no letter: such contacts stand right after a signpost.
      lastName: fc.constantFrom('-', 'Martin', 'Fairbanks', 'Zoé'),
      tags: fc.subarray(words),
      apart: fc.subarray(['fa', 'fair', 'fan', 'fat', 'vip']),
      isPrivate: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((all) => all.map(({ apart, ...fields }, place) => withWordsApart(contactWith(place, fields), new Set(apart))))

it('gives each entry once and in order, page by page, wherever some of their words stand', async () => {
  const beginnings = fc.constantFrom(['f'], ['fa'], ['fair'], ['fa', 'v'], ['vip', 'fat'])
  await fc.assert(
    fc.asyncProperty(contacts, beginnings, fc.integer({ min: 1, max: 30 }), async (all, asked, limit) => {
      const { table } = tableOf(itemsOf(all))
      const shelves = [...new Set(all.map(shelfOf))]
      const found: string[] = []
      let after: string | null = null
      do {
        const { merged, lookedTo } = await entriesBeginning(table, shelves, asked, { after, limit })
        found.push(...merged.map(({ entry }) => placeOfEntry(entry)))
        after = lookedTo
      } while (after !== null)
      const begins = ({ position }: { position: string }) => asked.some((beginning) => position.startsWith(beginning))
      const expected = all.flatMap(entriesOf).filter(begins).map(placeOfEntry)
      expect(found).toEqual(expected.toSorted(compareBytes))
    }),
  )
})

it('reads all words that stand apart at once', async () => {
  const tags = Array.from({ length: 12 }, (_, place) => `fa${place}`)
  const all = tags.map((tag, place) => withWordsApart(contactWith(place, { tags: [tag] }), new Set(tags)))
  const { table, rounds } = tableOf(itemsOf(all))
  const { merged } = await entriesBeginning(table, all.slice(0, 1).map(shelfOf), ['fa'], { after: null, limit: 100 })
  expect(merged).toHaveLength(12)
  expect(rounds()).toBe(2)
})
