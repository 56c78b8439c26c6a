import type { OrganizationResourceKind, PeopleOnlyResourceKind } from '../../auth/organization-resource.ts'
import type { PartnerScope, Permission } from '../../auth/permissions.ts'
import type { ErrorCode } from '../../errors/error-codes.ts'
import type { NodePlace } from '../../store/entities.ts'
import type { Feature } from '../../store/features.ts'
import type { ItemRange } from '../../store/table.ts'

/** Answered to anybody, without a token. */
export interface PublicAccess {
  readonly to: 'anyone'
}

/** Any principal; the operation is about the principal itself. */
export interface PrincipalAccess {
  readonly to: 'principal'
  /** When set, the principal must hold one of these somewhere. */
  readonly anyOf?: readonly Permission[]
  /** People signed in to the service's own app alone. */
  readonly peopleOnly?: true
  /** The machines of partner applications alone, which need the scope where one is named. */
  readonly applicationsOnly?: true
  readonly scope?: PartnerScope
}

/** One entity, named by `entityId` in the body or the query. */
export interface EntityTarget {
  readonly to: 'entity'
  readonly named: 'body' | 'query'
  readonly permission: Permission
  /** Null for operations that answer whatever the feature's state is, such as options. */
  readonly feature: Feature | null
}

/** Every entity where the principal holds the permission, or the one that `entityId` in the query names. */
export interface EntitiesTarget {
  readonly to: 'entities'
  readonly permission: Permission
  readonly feature: Feature | null
}

/** What the path names. Whoever cannot read it does not learn that it exists. */
export interface ResourceTarget<R extends ResourceKind = ResourceKind> {
  readonly to: 'resource'
  readonly resource: R
  readonly permission: Permission
  readonly feature: Feature | null
  /** What it takes where the resource is not the caller's own, among kinds that know whose they are. */
  readonly onOthers?: Permission
  /** Simulation operations exist in test organizations only. */
  readonly testOnly?: true
}

/**
 * The organization that the path, or the query, names by `orgId`. Whoever has no membership in it does not learn that it exists. What the
 * permission covers of the organization is the handler's to look at: it may be held on a part of the tree alone.
 */
export interface OrganizationTarget {
  readonly to: 'organization'
  /** In the path where nothing is said. Out of the query it may be left by machines and applications that have one alone. */
  readonly named?: 'query'
  /** Null: it is enough to be a member. */
  readonly permission: Permission | null
  /** Where no permission is named: one of these is needed. */
  readonly anyOf?: readonly Permission[]
  /** What a partner application needs besides; null: none can. */
  readonly scope: PartnerScope | null
  /** The machines of partner applications alone. */
  readonly applicationsOnly?: true
}

/** What the path names and what stands at a node of a tree: the node itself, or a membership of it. */
export interface NodeTarget<R extends PlacedKind = PlacedKind> {
  readonly to: 'node'
  readonly resource: R
  /** Null: whoever sees it may. */
  readonly permission: Permission | null
  readonly scope: PartnerScope | null
  readonly applicationsOnly?: true
}

/**
 * The connections of the path's organization to the outside, such as its API keys. Only people who are signed in to the
 * service's own app and hold the permission on the organization itself manage them (contract §5.9).
 */
export interface PeopleOnlyTarget {
  readonly to: 'peopleOnly'
  readonly permission: Permission
}

/** One such connection, named in the path after its organization. People who may not manage it get a 404. */
export interface PeopleOnlyResourceTarget<R extends PeopleOnlyResourceKind = PeopleOnlyResourceKind> {
  readonly to: 'peopleOnlyResource'
  readonly resource: R
  readonly permission: Permission
}

/**
 * A resource of an organization as a whole, such as one of its roles, named in the path after the organization. The caller
 * must hold the permission on the organization itself. No scope opens it to partner applications.
 */
export interface OrganizationResourceTarget<R extends OrganizationResourceKind = OrganizationResourceKind> {
  readonly to: 'organizationResource'
  readonly resource: R
  readonly permission: Permission
}

/** Holders of a personal link, which the path names by its token. They send no access token. */
export interface LinkAccess<Granted extends object = object> {
  readonly to: 'link'
  /** The error of links that grant nothing. Null: the handler answers those too, with a page. */
  readonly notFound: ErrorCode | null
  /** Carries the type of what the link grants; it has no value. */
  readonly granted?: Granted
}

export type Access =
  | PublicAccess
  | PrincipalAccess
  | LinkAccess
  | EntityTarget
  | EntitiesTarget
  | ResourceTarget
  | OrganizationTarget
  | NodeTarget
  | PeopleOnlyTarget
  | PeopleOnlyResourceTarget
  | OrganizationResourceTarget

/** A kind of thing that stands at a node and that paths name by its id. */
export interface PlacedKind<T extends Placed = Placed> {
  readonly name: string
  readonly parameter: string
  readonly notFound: ErrorCode
  /** Null: to whoever has a membership above it, at it or below it. */
  readonly visibleWith: Permission | null
  readonly partition: (id: string) => ItemRange
  readonly decode: (items: readonly Record<string, unknown>[]) => T | null
}

export interface Placed {
  readonly place: NodePlace
  readonly version: number
}

/** A kind of thing that belongs to an entity and that paths name by its id. */
export interface ResourceKind<T extends Owned = Owned> {
  readonly name: string
  readonly parameter: string
  readonly notFound: ErrorCode
  readonly visibleWith: Permission
  /** The partition that holds it. */
  readonly partition: (id: string) => ItemRange
  /** From the items of that partition; null when it is not there. */
  readonly decode: (items: readonly Record<string, unknown>[]) => T | null
  /** Whether it is not there for somebody who may see others of its kind in its entity. */
  isHiddenFrom?(resource: T, principalId: string): boolean
  /** Whether somebody made it; where nothing is said, it is nobody's own. */
  isOwn?(resource: T, principalId: string): boolean
}

export interface Owned {
  readonly orgId: string
  readonly entityId: string
  readonly version: number
}
