import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import type { Contact } from './contact.ts'
import { type IndexItem, indexItemsByAddress } from './index-items.ts'
import { leaveStaleEntries } from './staged-batch.ts'

/** A contact before and after a commit. Before is null for a new contact, after for a deleted one. */
export interface ContactStates {
  readonly before: Contact | null
  readonly after: Contact | null
}

/** The changes of the index in one commit. */
interface ChangedIndexItems {
  readonly put: readonly IndexItem[]
  readonly removed: readonly IndexItem[]
  /** Contacts whose former index items stay until the next sweep. */
  readonly stale: readonly Contact[]
}

/**
 * A commit holds a hundred items. A deleted contact never has more index items than this. A change that writes and removes
 * more leaves the former ones to a sweep; a search ignores them, because they do not match the contact any more.
 */
const changedAtOnce = 72

/** Writes the difference of the index items of some contacts. */
export function writeIndexItems(work: UnitOfWork, states: readonly ContactStates[]): void {
  const { put, removed, stale } = changedIndexItems(states)
  for (const { key } of removed) work.removePart(key)
  for (const item of put) item.put(work)
  for (const contact of stale) leaveStaleEntries(work, contact)
}

/** How many items of the commit that takes. */
export function indexWritesOf(states: readonly ContactStates[]): number {
  const { put, removed, stale } = changedIndexItems(states)
  return put.length + removed.length + stale.length
}

function changedIndexItems(states: readonly ContactStates[]): ChangedIndexItems {
  const changes = states.map(({ before, after }) => {
    const [old, current] = [indexItemsByAddress(before), indexItemsByAddress(after)]
    const put = [...current].flatMap(([address, item]) => (old.get(address)?.content() === item.content() ? [] : item))
    const removed = [...old].flatMap(([address, item]) => (current.has(address) ? [] : item))
    return { before, put, removed }
  })
  const put = changes.flatMap((change) => change.put)
  const removed = changes.flatMap((change) => change.removed)
  if (put.length + removed.length <= changedAtOnce) return { put, removed, stale: [] }
  const mayStay = ({ holdsEntity }: IndexItem) => !holdsEntity
  return {
    put,
    removed: removed.filter((item) => !mayStay(item)),
    stale: changes.flatMap(({ before, removed }) => (before && removed.some(mayStay) ? before : [])),
  }
}
