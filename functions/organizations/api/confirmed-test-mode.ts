import * as v from 'valibot'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import type { Organization } from '../../../shared/store/entities.ts'
import type { StandingTestMode } from '../../../shared/store/test-mode.ts'
import { liveOrganizationOf, type TestModeFacts } from './test-mode-view.ts'

/** What empties or deletes a test organization asks for the name of the live one. */
export const confirmation = v.object({
  confirmName: v.pipe(v.string(), v.trim(), v.description('The name of the live organization.')),
})

export const confirmationErrors = ['test_mode_not_available', 'test_mode_disabled', 'confirm_name_mismatch'] as const

interface Confirmed {
  readonly organization: Organization
  readonly standing: StandingTestMode
}

/** The test mode that is enabled, if the caller confirmed which organization they mean. */
export function confirmedTestMode(
  facts: TestModeFacts,
  { confirmName }: v.InferOutput<typeof confirmation>,
): Confirmed | Refusal<(typeof confirmationErrors)[number]> {
  const organization = liveOrganizationOf(facts)
  if (isRefusal(organization)) return organization
  const { standing } = facts
  if (!standing || standing.testMode.status === 'purging')
    return refuse('test_mode_disabled', 'Test mode is not enabled. Enable it first.')
  if (confirmName !== organization.name.trim())
    return refuse('confirm_name_mismatch', 'confirmName must be the name of the live organization.')
  return { organization, standing }
}
