import type { NodePlace } from '../store/entities.ts'
import type { Permission } from './permissions.ts'
import type { Membership, Principal } from './principal.ts'

declare const granted: unique symbol

/** Proof that the principal belongs to an organization, and holds a permission somewhere in it where one was asked for. */
export interface OrganizationAccess {
  readonly principal: Principal
  readonly orgId: string
  readonly livemode: boolean
  /** The active memberships in the organization. */
  readonly memberships: readonly Membership[]
  readonly [granted]: true
}

/** Proof that the principal may do something at a place of a tree. */
export interface NodeAccess {
  readonly principal: Principal
  readonly place: NodePlace
  readonly livemode: boolean
  /** The active memberships that cover the place. */
  readonly memberships: readonly Membership[]
  readonly [granted]: true
}

/** The active memberships in an organization. */
export function membershipsIn(principal: Principal, orgId: string): Membership[] {
  return principal.memberships.filter(({ status, orgId: of }) => status === 'active' && of === orgId)
}

/** The memberships that give their role at a place: those of it, and of what is above it. */
export function membershipsCovering(principal: Principal, { orgId, nodeId, ancestorIds }: NodePlace): Membership[] {
  return membershipsIn(principal, orgId).filter((own) => own.nodeId === nodeId || ancestorIds.includes(own.nodeId))
}

/** Whether a membership is of the place, above it, or below it: the last see it as the context of their own. */
export function isVisiblePlace(principal: Principal, place: NodePlace): boolean {
  const isContext = membershipsIn(principal, place.orgId).some(({ ancestorIds }) => ancestorIds.includes(place.nodeId))
  return isContext || membershipsCovering(principal, place).length > 0
}

export function permits(memberships: readonly Membership[], permission: Permission): boolean {
  return memberships.some(({ permissions }) => permissions.includes(permission))
}

/** The access that memberships of an organization give, or null where there is none. */
export function organizationAccess(principal: Principal, orgId: string): OrganizationAccess | null {
  const memberships: readonly Membership[] = membershipsIn(principal, orgId)
  const [first] = memberships
  return first ? ({ principal, orgId, livemode: first.livemode, memberships } as OrganizationAccess) : null
}

/** The access of a person to what is their own at a place, whatever they may do there otherwise. */
export function accessToOwn(principal: Principal, place: NodePlace): NodeAccess {
  const livemode = principal.memberships.some((own) => own.orgId === place.orgId && own.livemode)
  const memberships: readonly Membership[] = membershipsCovering(principal, place)
  return { principal, place, livemode, memberships } as NodeAccess
}

/** The access to a place for whom it is in sight, or null. What may be done there is another question. */
export function nodeAccess(principal: Principal, place: NodePlace): NodeAccess | null {
  if (!isVisiblePlace(principal, place)) return null
  const livemode = membershipsIn(principal, place.orgId).some((own) => own.livemode)
  const memberships: readonly Membership[] = membershipsCovering(principal, place)
  return { principal, place, livemode, memberships } as NodeAccess
}
