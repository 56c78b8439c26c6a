import type { Grant } from '../../../shared/auth/grants/grant.ts'
import type { Profile } from '../../../shared/auth/principal.ts'
import { wholeOf } from '../../../shared/store/entities.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'

/** Publishes that a grant was created or approved, for the provider of who did it. */
export function emitGrantEvent(
  work: UnitOfWork,
  type: 'grant.created' | 'grant.approved',
  { id: grantId, applicationId, kind, status, userId, orgId, livemode }: Grant,
  { providerId }: Pick<Profile, 'providerId'>,
): void {
  const isPending = status === 'pending'
  const data = { grantId, applicationId, kind, status: isPending ? status : ('active' as const), userId }
  work.emit({ type, data }, { providerId, livemode, ...wholeOf(orgId) })
}
