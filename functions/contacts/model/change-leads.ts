import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import type { Contact } from './contact.ts'
import { type LeadingItem, leadingItemsByAddress } from './leading-items.ts'
import { leaveBehind } from './prepared-part.ts'

/** A contact before and after a commit: null before where it is new, after where it goes. */
export interface ContactStates {
  readonly before: Contact | null
  readonly after: Contact | null
}

/** What a commit does about what leads to contacts. */
interface ChangedLeads {
  readonly put: readonly LeadingItem[]
  readonly removed: readonly LeadingItem[]
  /** Those whose former leads a sweep takes away. */
  readonly leftBehind: readonly Contact[]
}

/**
 * A commit holds a hundred items. What leads to a contact that goes is never more than these; where a change would put and
 * remove more, what led to its contacts before is left to a sweep. Until then it leads nowhere (leadsTo).
 */
const changedAtOnce = 72

/**
 * Writes what has changed of the ways to find some contacts: nothing where the words and the company of one stay.
 */
export function writeLeads(work: UnitOfWork, states: readonly ContactStates[]): void {
  const { put, removed, leftBehind } = changedLeads(states)
  for (const { key } of removed) work.removePart(key)
  for (const item of put) item.put(work)
  for (const contact of leftBehind) leaveBehind(work, contact)
}

/** How many items that takes of the commit. */
export function writesOfLeads(states: readonly ContactStates[]): number {
  const { put, removed, leftBehind } = changedLeads(states)
  return put.length + removed.length + leftBehind.length
}

function changedLeads(states: readonly ContactStates[]): ChangedLeads {
  const changes = states.map(({ before, after }) => {
    const [old, current] = [leadingItemsByAddress(before), leadingItemsByAddress(after)]
    const put = [...current].flatMap(([address, item]) => (old.get(address)?.tells() === item.tells() ? [] : item))
    const removed = [...old].flatMap(([address, item]) => (current.has(address) ? [] : item))
    return { before, put, removed }
  })
  const put = changes.flatMap((change) => change.put)
  const removed = changes.flatMap((change) => change.removed)
  if (put.length + removed.length <= changedAtOnce) return { put, removed, leftBehind: [] }
  const isLeft = ({ holdsEntity }: LeadingItem) => !holdsEntity
  return {
    put,
    removed: removed.filter((item) => !isLeft(item)),
    leftBehind: changes.flatMap(({ before, removed }) => (before && removed.some(isLeft) ? before : [])),
  }
}
