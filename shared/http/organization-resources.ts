import { type OrganizationAccess, organizationAccess, permits } from '../auth/node-access.ts'
import type { OrganizationResource, OrganizationResourceKind } from '../auth/organization-resource.ts'
import type { Permission } from '../auth/permissions.ts'
import { withVisibleMemberships } from '../auth/principal.ts'
import { type Refusal, refuse } from '../errors/refusal.ts'
import { isUuid } from '../platform/ids.ts'
import type { Item } from '../store/table.ts'
import { applicationRefusal, type Caller } from './acting-application.ts'

/**
 * Something that an organization has as a whole, such as a role of its own, which the path names beside the organization.
 * The permission is to be held on the organization itself. No scope opens it to partner applications.
 */
export interface OrganizationResourceTarget<R extends OrganizationResourceKind = OrganizationResourceKind> {
  readonly to: 'organizationResource'
  readonly resource: R
  readonly permission: Permission
}

export interface OrganizationResourceAccess {
  readonly to: 'organizationResource'
  readonly access: OrganizationAccess
  readonly resource: OrganizationResource
}

export function authorizeOrganizationResource(
  caller: Caller,
  target: OrganizationResourceTarget,
  path: Readonly<Record<string, string | undefined>>,
  items: readonly Item[],
): OrganizationResourceAccess | Refusal {
  const { resource: kind, permission } = target
  const { orgId, [kind.parameter]: id } = path
  const seen = isUuid(orgId) ? organizationAccess(withVisibleMemberships(caller.principal), orgId.toLowerCase()) : null
  const closed = seen && applicationRefusal(caller, target, seen.orgId)
  if (closed) return closed
  const access = seen && organizationAccess(caller.principal, seen.orgId)
  if (!access) return refuse('organization_not_found', 'There is no such organization, or it is not visible to you.')
  const resource = kind.decode(items)
  const isVisible = permits(access.memberships, kind.visibleWith)
  const unchangeable = id === undefined || !isVisible ? null : kind.unchangeable(id)
  if (unchangeable !== null) return refuse('forbidden', unchangeable)
  if (!isVisible || resource?.orgId !== access.orgId)
    return refuse(kind.notFound, `There is no such ${kind.name}, or it is not visible to you.`)
  const refusal = organizationRefusal(access, permission)
  return refusal ?? { to: 'organizationResource', access, resource }
}

/** Why somebody may not do something with the organization as a whole: what they hold at a part of its tree does not count. */
export function organizationRefusal(
  { memberships, orgId }: OrganizationAccess,
  permission: Permission,
): Refusal<'forbidden'> | null {
  const ofOrganization = memberships.filter(({ nodeId }) => nodeId === orgId)
  if (permits(ofOrganization, permission)) return null
  return refuse('forbidden', `You need the permission ${permission} on the organization itself.`)
}
