import { abandonedImports } from '../contacts/due/abandoned-imports.ts'
import { deletedEntities } from '../organizations/due/deleted-entities.ts'
import { dueTestModes } from '../organizations/due/due-test-modes.ts'
import { duePostponedJobs } from '../outbox/postponed-jobs.ts'
import { recordedHeads } from '../outbox/recorded-heads.ts'
import { unpublishedEvents } from '../outbox/unpublished-events.ts'
import { dueItems } from '../registered-mail/due/due-items.ts'
import { certificateExpiry } from '../signature/due/certificate-expiry.ts'
import { dueRequests } from '../signature/due/due-requests.ts'
import { dueRetention } from '../signature/due/due-retention.ts'
import { dueVendorPolls } from '../signature/due/due-vendor-polls.ts'
import { dueReminders } from '../tasks/due/due-reminders.ts'
import { dueDeliveries, dueGuards } from '../webhooks/due/due-deliveries.ts'
import type { SweptDomains } from './sweep.ts'

/** A domain registers its handlers here. */
export const sweptDomains: SweptDomains = {
  dueHandlers: [
    unpublishedEvents,
    duePostponedJobs,
    recordedHeads,
    dueRequests,
    dueRetention,
    dueVendorPolls,
    dueReminders,
    dueItems,
    abandonedImports,
    deletedEntities,
    dueTestModes,
    dueDeliveries,
    dueGuards,
  ],
  dailyChecks: [certificateExpiry],
}
