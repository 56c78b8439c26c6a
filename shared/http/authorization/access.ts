import type { OrganizationResourceKind, PeopleOnlyResourceKind } from '../../auth/organization-resource.ts'
import type { PartnerScope, Permission } from '../../auth/permissions.ts'
import type { ErrorCode } from '../../errors/error-codes.ts'
import type { NodePlace } from '../../store/entities.ts'
import type { Feature } from '../../store/features.ts'
import type { ItemRange } from '../../store/table.ts'

/** Everybody, without a token. */
export interface PublicAccess {
  readonly to: 'anyone'
}

/** Any principal; the operation is about the principal itself. */
export interface PrincipalAccess {
  readonly to: 'principal'
  /** When set, the principal must hold one of these somewhere. */
  readonly anyOf?: readonly Permission[]
  /** Only people who are signed in to the service's own app. */
  readonly peopleOnly?: true
  /** Only partner applications with machine credentials, which need the scope if there is one. */
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
  /** The handler gets the settings of the entity. */
  readonly needsSettings?: true
}

/** Every entity where the principal holds the permission, or the one that `entityId` in the query names. */
export interface EntitiesTarget {
  readonly to: 'entities'
  readonly permission: Permission
  readonly feature: Feature | null
}

/** A resource of an entity, named in the path. Callers who may not read it get the same 404 as for no resource. */
export interface ResourceTarget<R extends ResourceKind = ResourceKind> {
  readonly to: 'resource'
  readonly resource: R
  readonly permission: Permission
  readonly feature: Feature | null
  /** The handler gets the settings of the entity. */
  readonly needsSettings?: true
  /** The permission for resources of others, of kinds that have an owner. */
  readonly onOthers?: Permission
  /** A part of a resource may belong to somebody else: `preload` says with `isOwnPart` whether that which is named is the caller's. */
  readonly hasParts?: true
  /** Simulation operations exist in test organizations only. */
  readonly testOnly?: true
}

/**
 * The organization that `orgId` names in the path or the query. Callers without a membership in it get a 404. The caller may hold
 * the permission on a part of the tree only: the handler checks what it covers.
 */
export interface OrganizationTarget {
  readonly to: 'organization'
  /** Default: in the path. Machines and applications with only one organization may leave it out of the query. */
  readonly named?: 'query'
  /** Null: it is enough to be a member. */
  readonly permission: Permission | null
  /** Where `permission` is null: the caller needs one of these. */
  readonly anyOf?: readonly Permission[]
  /** The scope that a partner application needs besides; null: none opens the operation. */
  readonly scope: PartnerScope | null
  /** Only partner applications with machine credentials. */
  readonly applicationsOnly?: true
}

/** A node of the tree, or a resource at a node such as a membership, named in the path. */
export interface NodeTarget<R extends PlacedKind = PlacedKind> {
  readonly to: 'node'
  readonly resource: R
  /** Null: everybody who sees it may. */
  readonly permission: Permission | null
  readonly scope: PartnerScope | null
  readonly applicationsOnly?: true
  /** People may always do it to their own resource, without the permission, and even where they see nothing else. */
  readonly onOwn?: true
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

/** A kind of resource at a node, which paths name by its id. */
export interface PlacedKind<T extends Placed = Placed> {
  readonly name: string
  readonly parameter: string
  readonly notFound: ErrorCode
  /** Null: visible to everybody with a membership above it, at it or below it. */
  readonly visibleWith: Permission | null
  readonly partition: (id: string) => ItemRange
  readonly decode: (items: readonly Record<string, unknown>[]) => T | null
  /** Whether it is the principal's own. Default: it has no owner. */
  isOwn?(resource: T, principalId: string): boolean
}

export interface Placed {
  readonly place: NodePlace
  readonly version: number
}

/** A kind of resource of an entity, which paths name by its id. */
export interface ResourceKind<T extends Owned = Owned> {
  readonly name: string
  readonly parameter: string
  readonly notFound: ErrorCode
  readonly visibleWith: Permission
  /** The partition that contains it. */
  readonly partition: (id: string) => ItemRange
  /** Decodes the items of that partition; null: there is no such resource. */
  readonly decode: (items: readonly Record<string, unknown>[]) => T | null
  /** Whether it is hidden from somebody who may see others of its kind in its entity. */
  isHiddenFrom?(resource: T, principalId: string): boolean
  /** Whether it is the principal's own. Default: it has no owner. */
  isOwn?(resource: T, principalId: string): boolean
}

export interface Owned {
  readonly orgId: string
  readonly entityId: string
  readonly version: number
}

/** Whether the handler gets the settings of the entity. */
export function needsSettings(access: Access): boolean {
  return 'needsSettings' in access && access.needsSettings === true
}
