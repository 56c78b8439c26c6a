import { type Ceiling, ceilings, consenterOf } from '../../../shared/auth/grants/ceiling.ts'
import type { Grant } from '../../../shared/auth/grants/grant.ts'
import { changeGrant } from '../../../shared/auth/grants/standing-grant.ts'
import { personIn } from '../../../shared/auth/person.ts'
import type { Principal, PrincipalKind } from '../../../shared/auth/principal.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { wholeOf } from '../../../shared/store/entities.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { auditOfGrant } from './audit.ts'

interface Revocation {
  readonly by: Principal
  readonly applicationName: string
  readonly nowMs: number
  /** For the consent of one person: the limit of what they consent to next, as in `Ceiling`. Absent: their limit stays as it is. */
  readonly nextScopes?: Ceiling['scopes']
}

/** The principals that are a person, or act for one. */
const people: readonly PrincipalKind[] = ['user', 'delegated']

/** Takes back what an application was granted. It stays known for a while, and opens nothing from the next request on. */
export function revokeGrant(
  work: UnitOfWork,
  grant: Grant,
  { by, applicationName, nowMs, nextScopes }: Revocation,
): Grant {
  const revokedBy = people.includes(by.kind) ? personIn(by, grant.orgId) : null
  const revocation = { status: 'revoked' as const, revokedBy, revokedAt: timestamp(nowMs) }
  const after = { ...grant, ...revocation, requestedScopes: [], version: grant.version + 1 }
  changeGrant(work, grant, after)
  const consenter = consenterOf(grant)
  if (consenter && nextScopes !== undefined)
    work.putPart(ceilings, { ...consenter, scopes: nextScopes, revokedAt: revocation.revokedAt })
  const { id: grantId, applicationId, kind, orgId, livemode } = after
  const place = { providerId: by.profile.providerId, livemode, ...wholeOf(orgId) }
  work.emit({ type: 'grant.revoked', data: { grantId, applicationId, kind } }, place)
  work.audit(
    auditOfGrant(after, 'grant.revoked', applicationName, [{ field: 'status', from: grant.status, to: 'revoked' }]),
  )
  return after
}
