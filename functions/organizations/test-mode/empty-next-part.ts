import { minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { deleteItems, type Table } from '../../../shared/store/table.ts'
import { type TestMode, testModeKeys } from '../../../shared/store/test-mode.ts'
import { twinIdOf } from '../../../shared/store/twin-ids.ts'
import { businessParts, type EmptyingPart, structureParts } from '../model/test-mode/emptying.ts'
import { forgetTwins } from '../model/test-mode/forget-twins.ts'
import { goOn, waitUntil } from '../model/test-mode/test-mode-changes.ts'
import type { Noted } from './test-mode-step.ts'

/** How many portions one message deletes. */
const portionsAtOnce = 40
/** After this no request can be under way any more that was let in before: then everything is looked through again. */
const settledAfterMs = minuteMs

/** Deletes the next portions of a test organization that is reset or purged. */
export async function emptyNextPart(platform: Platform, testMode: TestMode): Promise<Noted> {
  const { table, clock } = platform
  const { status, pass, orgId } = testMode
  const settledMs = Date.parse(testMode.since) + settledAfterMs
  // A message that comes again would begin the second pass too early.
  if (pass === 2 && clock() < settledMs) return null
  const { parts, restartsAt } = await partsOf(table, testMode)
  const first = Math.min(testMode.progress.done, restartsAt)
  const done = first + (await emptied(parts.slice(first)))
  const nowMs = clock()
  const progress = { done, total: parts.length }
  if (done < parts.length) return (work) => goOn(work, testMode, { progress }, nowMs)
  const again = { pass: 2 as const, progress: { done: 0, total: parts.length } }
  if (pass === 1 && nowMs < settledMs) return (work) => waitUntil(work, testMode, again, settledMs)
  if (pass === 1) return (work) => goOn(work, testMode, again, nowMs)
  if (status === 'resetting') {
    const ready = { status: 'ready' as const, since: timestamp(nowMs), progress, pass: 1 as const }
    return (work) => goOn(work, testMode, ready, nowMs)
  }
  // How many e-mails were sent today is still known when the test mode is enabled again.
  await deleteItems(table, testModeKeys(twinIdOf(orgId)))
  return null
}

interface Parts {
  readonly parts: readonly EmptyingPart[]
  /** The next message begins with this one at the latest: entities that are gone have no parts any more. */
  readonly restartsAt: number
}

/** A purge ends with what leads to it: the links of the live nodes, then the test organization itself. */
async function partsOf(table: Table, { status, pass, orgId }: TestMode): Promise<Parts> {
  const business = await businessParts(table, twinIdOf(orgId))
  if (status === 'resetting' || pass === 1) return { parts: business, restartsAt: business.length }
  const structure = [() => forgetTwins(table, orgId), ...structureParts(table, orgId)]
  return { parts: [...business, ...structure], restartsAt: business.length }
}

/** Deletes until the portions of this message are used up, and gives how many parts are empty from the first on. */
async function emptied(parts: readonly EmptyingPart[]): Promise<number> {
  let portions = 0
  for (const [index, part] of parts.entries()) while ((await part()) > 0) if (++portions >= portionsAtOnce) return index
  return parts.length
}
