import { isRefusal } from '../../../shared/errors/refusal.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { commit } from '../../../shared/store/commit.ts'
import { withOptimisticRetry } from '../../../shared/store/optimistic-retry.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItem, type Table } from '../../../shared/store/table.ts'
import { timeIn } from '../../../shared/store/test-mode.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { type Item, type ItemRef, itemKey, items } from './item.ts'
import { itemDueAt } from './item-due.ts'
import type { ItemChange } from './item-transitions.ts'
import { placeOfMail } from './mail.ts'
import { steps as itemSteps, linkedSteps, recordedAtMs } from './steps.ts'
import { followVendor } from './vendor-poll.ts'

interface Moment {
  readonly nowMs: number
  readonly ids: () => string
}

/** Writes a change of an item with its steps, events and jobs, and gives the item as it will stand. */
export function applyItemChange(work: UnitOfWork, before: Item, change: ItemChange, moment: Moment): Item {
  const next = { ...write(work, change, moment), version: before.version + 1 }
  work.update(items, before, next)
  return next
}

/** Writes a new item. */
export function addItem(work: UnitOfWork, change: ItemChange, moment: Moment): Item {
  const created = write(work, change, moment)
  work.create(items, created)
  return created
}

function write(work: UnitOfWork, { after, steps, events, jobs }: ItemChange, { nowMs, ids }: Moment): Item {
  const { mailId, id: itemId, chain } = after
  const linked = linkedSteps({ mailId, itemId, chain }, steps, { nowMs, ids })
  for (const step of linked.steps) work.putPart(itemSteps, step)
  const place = placeOfMail(after)
  for (const event of events) work.emit(event, place)
  for (const job of jobs) work.enqueue(job, place)
  followVendor(work, after)
  const next = { ...after, chain: linked.chain }
  return { ...next, dueAt: itemDueAt(next) }
}

/** Reads an item. */
export async function readItem(table: Table, ref: ItemRef): Promise<Item | null> {
  const found = await getItem(table, itemKey(ref))
  return found && fromItem(items, found)
}

/** What a job decides on an item as it stands at this moment; null: nothing is to be done (any more). */
export type ItemDecision = (item: Item, nowMs: number) => ItemChange | null | Promise<ItemChange | null>

const retries = { maxTries: 5, pauseMs: (retry: number) => 10 * 4 ** (retry - 1) }

/**
 * Changes an item as a job: decided on its current state and committed on that state alone, so that a message that comes
 * twice has one effect. Gives the item as it stands afterwards, or null if nothing was changed.
 */
export async function changeItemInJob(
  platform: Platform,
  ref: ItemRef,
  decide: ItemDecision,
  /** What else is written in the same commit. */
  beside?: (work: UnitOfWork, item: Item) => void,
): Promise<Item | null> {
  const outcome = await withOptimisticRetry(retries, async () => {
    const item = await readItem(platform.table, ref)
    if (!item) return null
    const nowMs = recordedAtMs(item.chain, await timeIn(platform, item.orgId))
    const change = await decide(item, nowMs)
    if (!change) return null
    const work = new UnitOfWork({ ...platform, author: systemAuthor(ref.mailId) })
    const next = applyItemChange(work, item, change, { nowMs, ids: platform.ids })
    beside?.(work, next)
    const committed = await commit(platform.table, work)
    if (isRefusal(committed)) throw new Error(`a job was refused: ${committed.refused}`)
    return committed === 'stale' ? 'stale' : next
  })
  if (outcome === 'stale') throw new Error(`the item ${ref.itemId} kept changing`)
  return outcome
}
