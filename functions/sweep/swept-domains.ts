import { abandonedImports } from '../contacts/due/abandoned-imports.ts'
import { deletedEntities } from '../organizations/due/deleted-entities.ts'
import { dueTestModes } from '../organizations/due/due-test-modes.ts'
import { duePostponedJobs } from '../outbox/postponed-jobs.ts'
import { recordedHeads } from '../outbox/recorded-heads.ts'
import { unpublishedEvents } from '../outbox/unpublished-events.ts'
import { dueItemPolls } from '../registered-mail/due/due-item-polls.ts'
import { certificateExpiry } from '../signature/due/certificate-expiry.ts'
import { dueVendorPolls } from '../signature/due/due-vendor-polls.ts'
import { dueDeliveries, dueGuards } from '../webhooks/due/due-deliveries.ts'
import { businessHandlers } from './business-handlers.ts'
import type { SweptDomains } from './sweep.ts'
import { sweepTestOrganizations } from './test-organizations.ts'

/** A domain registers its handlers here. */
export const sweptDomains: SweptDomains = {
  dueHandlers: [
    unpublishedEvents,
    duePostponedJobs,
    recordedHeads,
    ...businessHandlers,
    dueVendorPolls,
    dueItemPolls,
    abandonedImports,
    deletedEntities,
    dueTestModes,
    dueDeliveries,
    dueGuards,
  ],
  dailyChecks: [certificateExpiry],
  testOrganizations: sweepTestOrganizations,
}
