import { type OrganizationAccess, organizationAccess, permits } from '../auth/node-access.ts'
import type { Permission } from '../auth/permissions.ts'
import { withVisibleMemberships } from '../auth/principal.ts'
import type { ErrorCode } from '../errors/error-codes.ts'
import { type Refusal, refuse } from '../errors/refusal.ts'
import { isUuid } from '../platform/ids.ts'
import type { Item } from '../store/table.ts'
import type { ReadRequest } from './access.ts'
import { applicationRefusal, type Caller } from './acting-application.ts'

/**
 * Something that an organization has as a whole, such as a role of its own, which the path names beside the organization.
 * The permission is to be held on the organization itself. No scope opens it to partner applications.
 */
export interface PartTarget<R extends PartKind = PartKind> {
  readonly to: 'part'
  readonly resource: R
  readonly permission: Permission
}

export interface PartKind<T extends Part = Part> {
  readonly name: string
  readonly parameter: string
  readonly notFound: ErrorCode
  /** Held anywhere in the organization. */
  readonly visibleWith: Permission
  /** Why what an id names is nobody's to change; null for any other id. */
  readonly unchangeable: (id: string) => string | null
  readonly partition: (id: string) => ReadRequest
  /** From the items of that partition; null when it is not there. */
  readonly decode: (items: readonly Item[]) => T | null
}

export interface Part {
  readonly orgId: string
  readonly version: number
}

export interface PartGrant {
  readonly to: 'part'
  readonly access: OrganizationAccess
  readonly resource: Part
}

export function authorizePart(
  caller: Caller,
  target: PartTarget,
  path: Readonly<Record<string, string | undefined>>,
  items: readonly Item[],
): PartGrant | Refusal {
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
  return refusal ?? { to: 'part', access, resource }
}

/** Why somebody may not do something with the organization as a whole: what they hold at a part of its tree does not count. */
export function organizationRefusal(
  { memberships, orgId }: OrganizationAccess,
  permission: Permission,
): Refusal<'forbidden'> | null {
  const ofOrganization = memberships.filter(({ nodeId }) => nodeId === orgId)
  if (permits(ofOrganization, permission)) return null
  return refuse('forbidden', `This needs the permission ${permission} on the organization.`)
}
