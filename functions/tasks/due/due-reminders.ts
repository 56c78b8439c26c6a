import type { DueHandler } from '../../../shared/store/due.ts'
import { isReminderDueKey } from '../model/reminders.ts'

/** Sends the reminders of tasks. */
export const dueReminders: DueHandler = {
  kind: 'DUE',
  owns: isReminderDueKey,
  handle: async (platform, keys) => {
    const { sendReminders } = await import('./send-reminders.ts')
    return await sendReminders(platform, keys)
  },
}
