import { inParallel } from '../../../shared/platform/in-parallel.ts'
import { logError } from '../../../shared/platform/log.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import type { Key } from '../../../shared/store/table.ts'
import { countTestEmails } from '../../../shared/store/test-emails.ts'
import { changeItemInJob } from '../model/change-item.ts'
import { itemRefOf } from '../model/item.ts'
import { dueChange } from './due-change.ts'

const itemsAtOnce = 20

/** What the metric filter of the alarm looks for. */
export const vendorSilentMessage = 'RegisteredMailVendorSilent'

/** Does what is due of each item. One that fails holds up no other, and stays due. Returns how many items changed. */
export async function progressDueItems(platform: Platform, keys: readonly Key[]): Promise<number> {
  let changed = 0
  await inParallel(keys, itemsAtOnce, async (key) => {
    try {
      if (await progress(platform, key)) changed++
    } catch (error) {
      await logError('an item of a registered mail could not be moved on', error)
    }
  })
  return changed
}

async function progress(platform: Platform, key: Key): Promise<boolean> {
  const ref = itemRefOf(key)
  if (!ref) return false
  const next = await changeItemInJob(platform, ref, dueChange, (work, item) => {
    const isMailed = item.remindersSent > 0 && item.status === 'deposited'
    if (!item.livemode && isMailed) countTestEmails(work, { testOrgId: item.orgId, emails: 1, isAskedFor: false })
  })
  if (next?.status === 'sending') {
    const { vendor, submittedAt, attempt } = next
    const what = submittedAt === null ? 'did not take an item over' : 'has not reported on an item'
    await logError(vendorSilentMessage, new Error(`the vendor ${vendor} ${what}`), { ...ref, attempt: String(attempt) })
  }
  return next !== null
}
