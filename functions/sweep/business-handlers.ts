import type { DueHandler } from '../../shared/store/due.ts'
import { dueItems } from '../registered-mail/due/due-items.ts'
import { dueRequests } from '../signature/due/due-requests.ts'
import { dueRetention } from '../signature/due/due-retention.ts'
import { dueReminders } from '../tasks/due/due-reminders.ts'

/** What is due in the business of an organization. In a test organization it is due by the clock of that organization. */
export const businessHandlers: readonly DueHandler[] = [dueRequests, dueRetention, dueReminders, dueItems]
