import { membershipsIn } from '../../../../shared/auth/node-access.ts'
import { scopesCover } from '../../../../shared/auth/permissions.ts'
import type { Principal } from '../../../../shared/auth/principal.ts'
import type { Refusal } from '../../../../shared/errors/refusal.ts'
import { partnerScopeMissing } from '../../../../shared/http/authorization/checks.ts'
import { organizationRefusal } from '../../../../shared/http/authorization/refusals.ts'
import type { Node } from '../../../../shared/store/entities.ts'

const scope = 'orgs:write'

/** Refuses to rename an organization for people without `organization.manage`, and for applications without `orgs:write`. */
export function organizationRenameRefusal(
  principal: Principal,
  node: Node,
): Refusal<'forbidden' | 'insufficient_scope'> | null {
  if (node.type !== 'organization') return null
  const { id: orgId } = node
  if (principal.kind !== 'partner')
    return organizationRefusal({ orgId, memberships: membershipsIn(principal, orgId) }, 'organization.manage')
  const grants = principal.application?.grants.filter((grant) => grant.orgId === orgId) ?? []
  const isGiven = scopesCover(principal.scopes, scope) && grants.some((grant) => scopesCover(grant.scopes, scope))
  return isGiven ? null : partnerScopeMissing(principal, scope)
}
