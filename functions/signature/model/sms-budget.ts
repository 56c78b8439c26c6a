import { dayMs } from '../../../shared/platform/clock.ts'
import { optionalEnvironment } from '../../../shared/platform/environment.ts'
import type { Organization } from '../../../shared/store/entities.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { countInCommit, type WindowLimit, windowRefusal } from '../../../shared/store/window-count.ts'

/** How many SMS an organization can have sent on a day (UTC), unless the operator says otherwise. */
const usualSmsPerDay = 500

/** What the SMS of an organization count against. */
export function smsBudgetOf({ id, smsPerDay }: Pick<Organization, 'id' | 'smsPerDay'>): WindowLimit {
  const limit = smsPerDay ?? Number(optionalEnvironment('SMS_PER_DAY') ?? usualSmsPerDay)
  return { partition: `ORG#${id}#SMS`, windowMs: dayMs, limit }
}

/** Counts one SMS of an organization in the commit. Over the limit, the whole commit is refused. */
export function countSms(work: UnitOfWork, organization: Pick<Organization, 'id' | 'smsPerDay'>): void {
  const { nowMs } = work
  const budget = smsBudgetOf(organization)
  const message = `The sender's organization has sent its ${budget.limit} SMS of today. Try again tomorrow, or ask the sender for codes by e-mail.`
  countInCommit(work, budget, nowMs, windowRefusal(budget, nowMs, { message, reason: 'organization_sms_budget' }))
}
