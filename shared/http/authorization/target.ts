import {
  accessToOwn,
  isVisiblePlace,
  type NodeAccess,
  nodeAccess,
  type OrganizationAccess,
  organizationAccess,
  permits,
} from '../../auth/node-access.ts'
import type { OrganizationResource } from '../../auth/organization-resource.ts'
import type { Permission } from '../../auth/permissions.ts'
import {
  accessThrough,
  type EntityAccess,
  type Membership,
  membershipsReaching,
  type Principal,
  withVisibleMemberships,
} from '../../auth/principal.ts'
import type { ErrorCode } from '../../errors/error-codes.ts'
import { isRefusal, type Refusal, refuse } from '../../errors/refusal.ts'
import { isUuid } from '../../platform/ids.ts'
import { fromItem } from '../../store/collection.ts'
import { type Entity, type EntityPlace, entitiesOf, nodes, placeOf } from '../../store/entities.ts'
import type { Feature } from '../../store/features.ts'
import type { EntitySettings } from '../../store/settings.ts'
import type { SettingsReader } from '../../store/settings-reader.ts'
import type { Item, Table } from '../../store/table.ts'
import { isTwinId } from '../../store/twin-ids.ts'
import type {
  Access,
  EntitiesTarget,
  EntityTarget,
  NodeTarget,
  OrganizationResourceTarget,
  OrganizationTarget,
  Owned,
  PeopleOnlyResourceTarget,
  PeopleOnlyTarget,
  Placed,
  ResourceTarget,
} from './access.ts'
import { permissionsOf } from './principals-of.ts'

/** What the handler gets: the proof of access, with the target that it was proved on. */
export type GrantedAccess = Proof & {
  /** How far the clock of the target's test organization is ahead of the real one: milliseconds. */
  readonly aheadMs?: number
}

type Proof =
  | { readonly to: 'anyone' | 'principal' }
  | {
      readonly to: 'resource'
      readonly access: EntityAccess
      readonly resource: Owned
      readonly settings: EntitySettings | null
    }
  | {
      readonly to: 'entity'
      readonly access: EntityAccess
      readonly entity: Entity
      readonly settings: EntitySettings | null
    }
  | { readonly to: 'entities'; readonly accesses: readonly EntityAccess[] }
  | { readonly to: 'organization' | 'peopleOnly'; readonly access: OrganizationAccess }
  | { readonly to: 'node'; readonly access: NodeAccess; readonly resource: Placed }
  | {
      readonly to: 'peopleOnlyResource' | 'organizationResource'
      readonly access: OrganizationAccess
      readonly resource: OrganizationResource
    }

/** How a request names its target, and what was read of it. */
export interface NamedTarget {
  readonly table: Table
  readonly path: Readonly<Record<string, string | undefined>>
  /** The organization that the path or the query names. */
  readonly orgId?: string | undefined
  /** What the handler gets of `preload`; null where the input is invalid. */
  readonly preloaded?: Promise<unknown>
  /** The entity that the body or the query names. */
  readonly entityId?: unknown
  readonly entityItem?: Item | null
  readonly resourceItems?: readonly Item[]
  readonly settings: SettingsReader
}

/** The target of a request as its caller finds it. The checks report each refusal at its place in their order. */
export interface Target {
  /** Null: the request is not about one organization. */
  readonly orgId: string | null
  /** The caller does not see the target. */
  readonly notFound?: Refusal | null
  /** The operation works in test organizations only. */
  readonly testModeDisabled?: Refusal | null
  /** The caller sees the organization, but not the target in it. */
  readonly closed?: Refusal | null
  readonly aheadMs?: number
  /** The entity where the feature must be on. */
  readonly entity?: EntityPlace
  /** Refuses only callers who lack the permission. */
  readonly grant: (settings: EntitySettings | null) => GrantedAccess | Refusal | Promise<GrantedAccess | Refusal>
}

export function findTarget(principal: Principal, access: Access, named: NamedTarget): Target {
  switch (access.to) {
    case 'organization':
      return organizationTarget(principal, access, named)
    case 'node':
      return nodeTarget(principal, access, named)
    case 'resource':
      return resourceTarget(principal, access, named)
    case 'entity':
      return entityTarget(principal, access, named)
    case 'entities':
      return entitiesTarget(principal, access, named)
    case 'peopleOnly':
      return peopleOnlyTarget(principal, access, named)
    case 'peopleOnlyResource':
      return peopleOnlyResourceTarget(principal, access, named)
    case 'organizationResource':
      return organizationResourceTarget(principal, access, named)
    default:
      return itself(principal, access)
  }
}

/** The operation is about the caller itself. */
function itself(principal: Principal, access: Access): Target {
  const active = principal.memberships.filter(isActive)
  return { orgId: null, grant: () => lacksAll(active, permissionsOf(access)) ?? { to: 'principal' } }
}

/** For members of the organization. Where a permission is needed, they hold it somewhere in the organization. */
function organizationTarget(principal: Principal, target: OrganizationTarget, { orgId }: NamedTarget): Target {
  if (orgId === undefined) return hidden(noOrganizationNamed)
  const seen = accessTo(withVisibleMemberships(principal), orgId)
  if (!seen) return hidden(noOrganization)
  const access = accessTo(principal, orgId)
  if (!access) return closed(noOrganization, seen.orgId)
  const refusal = lacksAll(access.memberships, permissionsOf(target))
  return { orgId: seen.orgId, grant: () => refusal ?? { to: 'organization', access } }
}

function nodeTarget(principal: Principal, target: NodeTarget, { resourceItems = [] }: NamedTarget): Target {
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

function resourceTarget(principal: Principal, target: ResourceTarget, named: NamedTarget): Target {
  const { resourceItems = [] } = named
  const { resource: kind } = target
  const resource = kind.decode(resourceItems)
  if (!resource || kind.isHiddenFrom?.(resource, principal.id)) return hidden(noResource(kind))
  const { orgId, entityId } = resource
  const visible = membershipsReaching(withVisibleMemberships(principal), resource)
  const seen = accessThrough(principal, visible, resource, kind.visibleWith)
  if (!seen) return hidden(noResource(kind))
  const isOwn = kind.isOwn?.(resource, principal.id) ?? false
  const permission = isOwn ? target.permission : (target.onOthers ?? target.permission)
  const reaching = membershipsReaching(principal, resource)
  const access = accessThrough(principal, reaching, resource, permission)
  return {
    orgId,
    testModeDisabled: target.testOnly && seen.livemode ? onlyInTestOrganizations : null,
    entity: { orgId, entityId },
    grant: async (settings) => {
      const isOwnPart = !access && target.hasParts && (await namesOwnPart(named))
      const granted = isOwnPart ? accessThrough(principal, reaching, resource, target.permission) : access
      return granted ? { to: 'resource', access: granted, resource, settings } : forbidden(permission)
    },
  }
}

/** Whether what was read for the handler says that the named part is the caller's. */
async function namesOwnPart({ preloaded }: NamedTarget): Promise<boolean> {
  const read = await preloaded
  return typeof read === 'object' && read !== null && 'isOwnPart' in read && read.isOwnPart === true
}

function entityTarget(principal: Principal, target: EntityTarget | EntitiesTarget, named: NamedTarget): Target {
  const entity = visibleEntity(withVisibleMemberships(principal), named.entityItem ?? null)
  if (isRefusal(entity)) return hidden(entity)
  const { orgId, id: entityId } = entity
  const { permission } = target
  const place = { orgId, entityId }
  const access = accessThrough(principal, membershipsReaching(principal, place), place, permission)
  return {
    orgId,
    entity: place,
    grant: (settings) => {
      if (!access) return forbidden(permission)
      return target.to === 'entity'
        ? { to: target.to, access, entity, settings }
        : { to: target.to, accesses: [access] }
    },
  }
}

/** Every entity where the caller holds the permission and the feature is on, or the one that the query names. */
function entitiesTarget(principal: Principal, target: EntitiesTarget, named: NamedTarget): Target {
  if (named.entityId !== undefined) return entityTarget(principal, target, named)
  const { permission, feature } = target
  const holding = principal.memberships.filter(
    (membership) => isActive(membership) && membership.permissions.includes(permission),
  )
  const grant = async (): Promise<GrantedAccess | Refusal> => {
    if (holding.length === 0) return forbidden(permission)
    const orgIds = holding.map(({ orgId }) => orgId)
    const [places, openTests] = await Promise.all([
      placesReachedBy(named, holding, feature),
      openTestsAmong(named.table, orgIds),
    ])
    const accesses = places.flatMap((place) => {
      if (isTwinId(place.orgId) && !openTests.has(place.orgId)) return []
      const reaching = membershipsReaching(principal, place)
      return accessThrough(principal, reaching, place, permission) ?? []
    })
    // The clock of a test organization tells the time of a list that shows nothing else.
    const [orgId, ...others] = new Set(accesses.map((access) => access.orgId))
    const aheadMs = orgId && others.length === 0 ? openTests.get(orgId) : undefined
    return { to: 'entities', accesses, ...(aheadMs && { aheadMs }) }
  }
  return { orgId: null, grant }
}

/** Test organizations that are open. Few callers have any: what reads them is loaded when one has. */
async function openTestsAmong(table: Table, orgIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (!orgIds.some(isTwinId)) return new Map()
  const { openTestOrgs } = await import('../../store/test-mode.ts')
  return await openTestOrgs(table, orgIds)
}

/** The entities that memberships name, and all of an organization that one of them covers whole, where the feature is on. */
async function placesReachedBy(
  { table, settings }: Pick<NamedTarget, 'table' | 'settings'>,
  holding: readonly Membership[],
  feature: Feature | null,
): Promise<EntityPlace[]> {
  const wholeOrgs = new Set(holding.filter(({ entityId }) => entityId === null).map(({ orgId }) => orgId))
  const [listed, featuresOf] = await Promise.all([
    Promise.all([...wholeOrgs].map((orgId) => entitiesOf(table, orgId))),
    feature ? settings.featuresIn(holding.map(({ orgId }) => orgId)) : null,
  ])
  const places = new Map<string, EntityPlace>()
  for (const { id, orgId } of listed.flat()) places.set(id, { orgId, entityId: id })
  for (const { orgId, entityId } of holding) if (entityId) places.set(entityId, { orgId, entityId })
  return [...places.values()].filter((place) => feature === null || featuresOf?.(place)[feature])
}

function peopleOnlyTarget(principal: Principal, { permission }: PeopleOnlyTarget, { path }: NamedTarget): Target {
  const access = accessTo(principal, path.orgId)
  if (!access) return hidden(noOrganization)
  const { orgId } = access
  return { orgId, grant: () => organizationRefusal(access, permission) ?? { to: 'peopleOnly', access } }
}

/** People who may not manage the resource do not see it. */
function peopleOnlyResourceTarget(principal: Principal, target: PeopleOnlyResourceTarget, named: NamedTarget): Target {
  const { resource: kind, permission } = target
  const access = accessTo(principal, named.path.orgId)
  if (!access) return hidden(noOrganization)
  const { orgId } = access
  const resource = kind.decode(named.resourceItems ?? [])
  if (resource?.orgId !== orgId || organizationRefusal(access, permission)) return hidden(noResource(kind))
  return { orgId, grant: () => ({ to: 'peopleOnlyResource', access, resource }) }
}

function organizationResourceTarget(
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

const isActive = ({ status }: Membership) => status === 'active'

function accessTo(principal: Principal, orgId: string | undefined): OrganizationAccess | null {
  return isUuid(orgId) ? organizationAccess(principal, orgId.toLowerCase()) : null
}

function hidden(notFound: Refusal): Target {
  return { orgId: null, notFound, grant: () => notFound }
}

function closed(refusal: Refusal, orgId: string): Target {
  return { orgId, closed: refusal, grant: () => refusal }
}

const noOrganization = refuse('organization_not_found', 'There is no such organization, or it is not visible to you.')

function noResource({ notFound, name }: { notFound: ErrorCode; name: string }): Refusal {
  return refuse(notFound, `There is no such ${name}, or it is not visible to you.`)
}

const orgIdMissing = 'Send orgId. Only an API key or an application with exactly one organization can leave it out.'
const noOrganizationNamed = refuse('invalid_request', `The query is not valid: orgId: ${orgIdMissing}`, {
  issues: [{ code: 'missing_key', path: ['orgId'], message: orgIdMissing }],
})

const onlyInTestOrganizations = refuse('test_mode_disabled', 'Simulation works only in test organizations.')

/** The entity that `entityId` names, for callers with a membership above it, at it, or in a group of it. */
export function visibleEntity(
  principal: Principal,
  item: Item | null,
): Entity | Refusal<'entity_not_found' | 'invalid_node_path'> {
  const hidden = refuse('entity_not_found', 'entityId does not name an entity that you can see.')
  const node = item ? fromItem(nodes, item) : null
  if (!node) return hidden
  const isSeen =
    node.type === 'entity'
      ? membershipsReaching(principal, { orgId: node.orgId, entityId: node.id }).length > 0
      : isVisiblePlace(principal, placeOf(node))
  if (!isSeen) return hidden
  if (node.type !== 'entity')
    return refuse(
      'invalid_node_path',
      `entityId names ${node.type === 'group' ? 'a group' : 'the organization'}. Send the id of an entity.`,
    )
  return node
}

/** Refuses what an entity has switched off. */
export function featureRefusal(feature: Feature, { entityId }: EntityPlace): Refusal<'feature_disabled'> {
  return refuse(
    'feature_disabled',
    `The feature ${feature} is turned off for this entity. An administrator can turn it on.`,
    { feature, entityId },
  )
}

function lacksAll(memberships: readonly Membership[], needed: readonly Permission[]): Refusal<'forbidden'> | null {
  const isHeld = needed.length === 0 || needed.some((permission) => permits(memberships, permission))
  return isHeld ? null : forbidden(...needed)
}

/** Refuses callers who hold none of the permissions. */
export function forbidden(...needed: readonly Permission[]): Refusal<'forbidden'> {
  const which = needed.length === 1 ? 'the permission' : 'one of the permissions'
  return refuse('forbidden', `You need ${which} ${needed.join(', ')}.`)
}

/** Refuses callers who do not hold the permission on the organization as a whole. A part of its tree is not enough. */
export function organizationRefusal(
  { memberships, orgId }: Pick<OrganizationAccess, 'memberships' | 'orgId'>,
  permission: Permission,
): Refusal<'forbidden'> | null {
  const ofOrganization = memberships.filter(({ nodeId }) => nodeId === orgId)
  if (permits(ofOrganization, permission)) return null
  return refuse('forbidden', `You need the permission ${permission} on the organization itself.`)
}
