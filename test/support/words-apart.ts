import { changeContact } from '../../functions/contacts/model/change-contact.ts'
import { everyPlace, signpostKey, signposts, wordPartition } from '../../functions/contacts/model/search-index.ts'
import { signpostsTo, withWordsApart } from '../../functions/contacts/model/words-apart.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import { inParallel } from '../../shared/platform/in-parallel.ts'
import { systemAuthor } from '../../shared/store/audit.ts'
import { toItem } from '../../shared/store/collection.ts'
import { commit } from '../../shared/store/commit.ts'
import { getItem, oldestBetween, putItems } from '../../shared/store/table.ts'
import { UnitOfWork } from '../../shared/store/unit-of-work.ts'
import { storedContact } from './prepared-contacts.ts'
import { table } from './tenant.ts'

/** Has contacts stand as a large import would have put them: words of their tags apart from others. Gives how many have one. */
export async function setApart(ids: readonly string[], words: readonly string[]): Promise<number> {
  const changed = await inParallel(ids, 6, (id) => setOneApart(id, new Set(words)))
  return changed.filter(Boolean).length
}

async function setOneApart(id: string, words: ReadonlySet<string>): Promise<boolean> {
  const before = await storedContact(id)
  const after = { ...withWordsApart(before, words), version: before.version + 1 }
  if (!after.wordsApart) return false
  const work = new UnitOfWork({ table: table(), clock: Date.now, ids: systemIds, author: systemAuthor('test') })
  changeContact(work, before, after)
  if ((await commit(table(), work)) !== 'committed') throw new Error(`somebody else changed the contact ${id}`)
  await putItems(
    table(),
    signpostsTo([after], systemIds()).map((signpost) => toItem(signposts, signpost)),
  )
  return true
}

export async function hasSignpost(shelf: string, word: string): Promise<boolean> {
  return (await getItem(table(), signpostKey(shelf, word))) !== null
}

/** How many entries of a word stand apart on a shelf. */
export async function countApart(shelf: string, word: string): Promise<number> {
  return (await oldestBetween(table(), wordPartition(shelf, word), everyPlace, 10_000)).length
}
