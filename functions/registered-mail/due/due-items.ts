import type { DueHandler } from '../../../shared/store/due.ts'
import { itemRefOf } from '../model/item.ts'

/** Deadlines and reminders of registered mail. */
export const dueItems: DueHandler = {
  kind: 'DUE',
  owns: (key) => itemRefOf(key) !== null,
  handle: async (platform, keys) => {
    const { progressDueItems } = await import('./progress-due-items.ts')
    return await progressDueItems(platform, keys)
  },
}
