import { type OrganizationAccess, organizationAccess, permits } from '../auth/node-access.ts'
import type { OrganizationResource, PeopleOnlyResourceKind } from '../auth/organization-resource.ts'
import type { Permission } from '../auth/permissions.ts'
import type { Principal } from '../auth/principal.ts'
import { type Refusal, refuse } from '../errors/refusal.ts'
import { isUuid } from '../platform/ids.ts'
import type { Item } from '../store/table.ts'
import type { Access } from './access.ts'
import { isForApplications, isForPeople } from './principals-of.ts'

/**
 * What ties the organization of the path to the outside, such as its API keys. It is managed by people alone, signed in to
 * the service's own app, who hold the permission on the organization itself (contract §5.9).
 */
export interface PeopleOnlyTarget {
  readonly to: 'peopleOnly'
  readonly permission: Permission
}

/** One of them, which the path names beside its organization. For whoever may not manage it, it is not there. */
export interface PeopleOnlyResourceTarget<R extends PeopleOnlyResourceKind = PeopleOnlyResourceKind> {
  readonly to: 'peopleOnlyResource'
  readonly resource: R
  readonly permission: Permission
}

export type PeopleOnlyAccess =
  | { readonly to: 'peopleOnly'; readonly access: OrganizationAccess }
  | { readonly to: 'peopleOnlyResource'; readonly access: OrganizationAccess; readonly resource: OrganizationResource }

export function humansRefusal(principal: Principal, access: Access): Refusal<'humans_only'> | null {
  if (!isForPeople(access) || principal.kind === 'user') return null
  return refuse('humans_only', 'Only people who are signed in to the app can use this operation.')
}

/** Why a principal is no machine of a partner application, where these alone may come. */
export function applicationsRefusal(
  { kind }: Principal,
  access: Access,
): Refusal<'partner_app_only' | 'machine_credentials_required'> | null {
  if (!isForApplications(access) || kind === 'partner') return null
  if (kind === 'delegated')
    return refuse(
      'machine_credentials_required',
      'Use the machine credentials of the application, not the token of a person.',
    )
  return refuse('partner_app_only', 'Only partner applications can use this operation.')
}

export function authorizePeopleOnly(
  principal: Principal,
  target: PeopleOnlyTarget | PeopleOnlyResourceTarget,
  orgId: string | undefined,
  items: readonly Item[],
): PeopleOnlyAccess | Refusal {
  const access = isUuid(orgId) ? organizationAccess(principal, orgId.toLowerCase()) : null
  if (!access) return refuse('organization_not_found', 'There is no such organization, or it is not visible to you.')
  const ofOrganization = access.memberships.filter(({ nodeId }) => nodeId === access.orgId)
  const manages = permits(ofOrganization, target.permission)
  if (target.to === 'peopleOnly') {
    if (manages) return { to: 'peopleOnly', access }
    return refuse('forbidden', `You need the permission ${target.permission} on the organization itself.`)
  }
  const resource = target.resource.decode(items)
  if (manages && resource?.orgId === access.orgId) return { to: 'peopleOnlyResource', access, resource }
  return refuse(target.resource.notFound, `There is no such ${target.resource.name}, or it is not visible to you.`)
}
