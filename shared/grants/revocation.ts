import { personOf } from '../auth/person.ts'
import type { Profile } from '../auth/principal.ts'
import { timestamp } from '../clock.ts'
import { wholeOf } from '../store/entities.ts'
import type { Work } from '../store/work.ts'
import { auditOfGrant } from './audit.ts'
import type { Grant } from './grant.ts'
import { changeGrant } from './standing-grant.ts'

/** Takes back what an application was granted. It stays known for a while, and opens nothing from the next request on. */
export function revokeGrant(
  work: Work,
  grant: Grant,
  { by, applicationName, nowMs }: { by: Profile; applicationName: string; nowMs: number },
): Grant {
  const revocation = { status: 'revoked' as const, revokedBy: personOf(by), revokedAt: timestamp(nowMs) }
  const after = { ...grant, ...revocation, version: grant.version + 1 }
  changeGrant(work, grant, after)
  const { id: grantId, applicationId, kind, orgId, livemode } = after
  const place = { providerId: by.providerId, livemode, ...wholeOf(orgId) }
  work.emit({ type: 'grant.revoked', data: { grantId, applicationId, kind } }, place)
  work.audit(
    auditOfGrant(after, 'grant.revoked', applicationName, [{ field: 'status', from: grant.status, to: 'revoked' }]),
  )
  return after
}
