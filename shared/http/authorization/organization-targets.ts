import {
  accessToOwn,
  nodeAccess,
  type OrganizationAccess,
  organizationAccess,
  permits,
} from '../../auth/node-access.ts'
import { type Principal, withVisibleMemberships } from '../../auth/principal.ts'
import { refuse } from '../../errors/refusal.ts'
import { isUuid } from '../../platform/ids.ts'
import type {
  NodeTarget,
  OrganizationResourceTarget,
  OrganizationTarget,
  PeopleOnlyResourceTarget,
  PeopleOnlyTarget,
} from './access.ts'
import { permissionsOf } from './principals-of.ts'
import { lacksAll, noOrganization, noResource, organizationRefusal } from './refusals.ts'
import { closed, hidden, type NamedTarget, type Target } from './target.ts'

/** For members of the organization. Where a permission is needed, they hold it somewhere in the organization. */
export function organizationTarget(principal: Principal, target: OrganizationTarget, { orgId }: NamedTarget): Target {
  if (orgId === undefined) return hidden(noOrganizationNamed)
  const seen = accessTo(withVisibleMemberships(principal), orgId)
  if (!seen) return hidden(noOrganization)
  const access = accessTo(principal, orgId)
  if (!access) return closed(noOrganization, seen.orgId)
  const refusal = lacksAll(access.memberships, permissionsOf(target))
  return { orgId: seen.orgId, grant: () => refusal ?? { to: 'organization', access } }
}

export function nodeTarget(principal: Principal, target: NodeTarget, { resourceItems = [] }: NamedTarget): Target {
  const { resource: kind } = target
  const resource = kind.decode(resourceItems)
  if (resource && target.onOwn && principal.kind === 'user' && kind.isOwn?.(resource, principal.id)) {
    const access = accessToOwn(principal, resource.place)
    return { orgId: resource.place.orgId, grant: () => ({ to: 'node', access, resource }) }
  }
  const seen = resource && nodeAccess(withVisibleMemberships(principal), resource.place)
  if (!seen || (kind.visibleWith && !permits(seen.memberships, kind.visibleWith))) return hidden(noResource(kind))
  const { orgId } = resource.place
  const access = nodeAccess(principal, resource.place)
  if (!access) return closed(noResource(kind), orgId)
  const refusal = lacksAll(access.memberships, permissionsOf(target))
  return { orgId, grant: () => refusal ?? { to: 'node', access, resource } }
}

export function peopleOnlyTarget(
  principal: Principal,
  { permission }: PeopleOnlyTarget,
  { path }: NamedTarget,
): Target {
  const access = accessTo(principal, path.orgId)
  if (!access) return hidden(noOrganization)
  const { orgId } = access
  return { orgId, grant: () => organizationRefusal(access, permission) ?? { to: 'peopleOnly', access } }
}

/** People who may not manage the resource do not see it. */
export function peopleOnlyResourceTarget(
  principal: Principal,
  target: PeopleOnlyResourceTarget,
  named: NamedTarget,
): Target {
  const { resource: kind, permission } = target
  const access = accessTo(principal, named.path.orgId)
  if (!access) return hidden(noOrganization)
  const { orgId } = access
  const resource = kind.decode(named.resourceItems ?? [])
  if (resource?.orgId !== orgId || organizationRefusal(access, permission)) return hidden(noResource(kind))
  return { orgId, grant: () => ({ to: 'peopleOnlyResource', access, resource }) }
}

export function organizationResourceTarget(
  principal: Principal,
  target: OrganizationResourceTarget,
  { path, resourceItems = [] }: NamedTarget,
): Target {
  const { resource: kind, permission } = target
  const { orgId: named, [kind.parameter]: id } = path
  const seen = accessTo(withVisibleMemberships(principal), named)
  if (!seen) return hidden(noOrganization)
  const { orgId } = seen
  const access = accessTo(principal, orgId)
  if (!access) return closed(noOrganization, orgId)
  if (!permits(access.memberships, kind.visibleWith)) return closed(noResource(kind), orgId)
  const unchangeable = id === undefined ? null : kind.unchangeable(id)
  if (unchangeable !== null) return closed(refuse('forbidden', unchangeable), orgId)
  const resource = kind.decode(resourceItems)
  if (resource?.orgId !== orgId) return closed(noResource(kind), orgId)
  return {
    orgId,
    grant: () => organizationRefusal(access, permission) ?? { to: 'organizationResource', access, resource },
  }
}

function accessTo(principal: Principal, orgId: string | undefined): OrganizationAccess | null {
  return isUuid(orgId) ? organizationAccess(principal, orgId.toLowerCase()) : null
}

const orgIdMissing = 'Send orgId. Only an API key or an application with exactly one organization can leave it out.'
const noOrganizationNamed = refuse('invalid_request', `The query is not valid: orgId: ${orgIdMissing}`, {
  issues: [{ code: 'missing_key', path: ['orgId'], message: orgIdMissing }],
})
