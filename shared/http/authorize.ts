import {
  type NodeAccess,
  nodeAccess,
  type OrganizationAccess,
  organizationAccess,
  permits,
} from '../auth/node-access.ts'
import type { Permission } from '../auth/permissions.ts'
import {
  accessThrough,
  type EntityAccess,
  featureIsOff,
  type Membership,
  membershipsReaching,
  type Principal,
  withVisibleMemberships,
} from '../auth/principal.ts'
import { type Refusal, refuse } from '../errors/refusal.ts'
import { isUuid } from '../platform/ids.ts'
import { fromItem } from '../store/collection.ts'
import { type Entity, type EntityPlace, entitiesOf, nodes } from '../store/entities.ts'
import type { Feature } from '../store/features.ts'
import type { Item, Table } from '../store/table.ts'
import type {
  EntitiesTarget,
  EntityTarget,
  NodeTarget,
  OrganizationTarget,
  Owned,
  Placed,
  ResourceTarget,
} from './access.ts'
import { applicationRefusal, type Caller, consentRefusal, scopeRefusal } from './acting-application.ts'
import type { OrganizationResourceAccess } from './organization-resources.ts'
import type { PeopleOnlyAccess } from './people-only.ts'
import { permissionsOf } from './principals-of.ts'

/** What authorization hands to the handler: the proof of access, with what it was proved on. */
export type GrantedAccess =
  | { readonly to: 'anyone' | 'principal' }
  | { readonly to: 'resource'; readonly access: EntityAccess; readonly resource: Owned }
  | { readonly to: 'entity'; readonly access: EntityAccess; readonly entity: Entity }
  | { readonly to: 'entities'; readonly accesses: readonly EntityAccess[] }
  | { readonly to: 'organization'; readonly access: OrganizationAccess }
  | { readonly to: 'node'; readonly access: NodeAccess; readonly resource: Placed }
  | PeopleOnlyAccess
  | OrganizationResourceAccess

/** The organization that a request names: for its members, of whom one needs a permission somewhere in it. */
export function authorizeOrganization(
  caller: Caller,
  target: OrganizationTarget,
  orgId: string | undefined,
): GrantedAccess | Refusal {
  const { principal } = caller
  const seen = isUuid(orgId) ? organizationAccess(withVisibleMemberships(principal), orgId.toLowerCase()) : null
  const hidden = refuse('organization_not_found', 'There is no such organization, or it is not visible to you.')
  if (!seen) return hidden
  const refusal = applicationRefusal(caller, target, seen.orgId)
  if (refusal) return refusal
  const access = organizationAccess(principal, seen.orgId)
  if (!access) return hidden
  const needed = permissionsOf(target)
  if (needed.length > 0 && !needed.some((permission) => permits(access.memberships, permission)))
    return forbidden(...needed)
  return { to: 'organization', access }
}

/** What stands at a node, for whom it is visible and who may do there what is asked. */
export function authorizeNode(caller: Caller, target: NodeTarget, items: readonly Item[]): GrantedAccess | Refusal {
  const { principal } = caller
  const { resource: kind, permission } = target
  const resource = kind.decode(items)
  const hidden = refuse(kind.notFound, `There is no such ${kind.name}, or it is not visible to you.`)
  const seen = resource && nodeAccess(withVisibleMemberships(principal), resource.place)
  if (!seen || (kind.visibleWith && !permits(seen.memberships, kind.visibleWith))) return hidden
  const refusal = applicationRefusal(caller, target, resource.place.orgId)
  if (refusal) return refusal
  const access = nodeAccess(principal, resource.place)
  if (!access) return hidden
  if (permission && !permits(access.memberships, permission)) return forbidden(permission)
  return { to: 'node', access, resource }
}

const onlyInTestOrganizations = refuse('test_mode_disabled', 'Simulation works only in test organizations.')

export function authorizeResource(
  caller: Caller,
  declared: ResourceTarget,
  items: readonly Item[],
): GrantedAccess | Refusal {
  const { principal } = caller
  const kind = declared.resource
  const resource = kind.decode(items)
  const target = targetFor(declared, resource, principal.id)
  const { permission, feature } = target
  const hidden = refuse(kind.notFound, `There is no such ${kind.name}, or it is not visible to you.`)
  if (!resource) return hidden
  const visibleMemberships = membershipsReaching(withVisibleMemberships(principal), resource)
  const visible = accessThrough(principal, visibleMemberships, resource, kind.visibleWith)
  if (!visible || kind.isHiddenFrom?.(resource, principal.id)) return hidden
  const refusal =
    consentRefusal(principal, resource.orgId, caller.consentUrl) ??
    (target.testOnly && visible.livemode ? onlyInTestOrganizations : null) ??
    scopeRefusal(principal, target, resource.orgId)
  if (refusal) return refusal
  const reaching = membershipsReaching(principal, resource)
  if (feature && featureIsOff(reaching, resource.entityId, feature)) return featureRefusal(feature, resource.entityId)
  const access = accessThrough(principal, reaching, resource, permission)
  return access ? { to: 'resource', access, resource } : forbidden(permission)
}

export function authorizeEntity(caller: Caller, target: EntityTarget, item: Item | null): GrantedAccess | Refusal {
  const { principal } = caller
  const entity = visibleEntity(withVisibleMemberships(principal), item)
  if ('refused' in entity) return entity
  const refusal = applicationRefusal(caller, target, entity.orgId)
  if (refusal) return refusal
  const { permission, feature } = target
  const place = { orgId: entity.orgId, entityId: entity.id }
  if (feature && entity.featuresOff.includes(feature)) return featureRefusal(feature, entity.id)
  const access = accessThrough(principal, membershipsReaching(principal, place), place, permission)
  return access ? { to: 'entity', access, entity } : forbidden(permission)
}

/** What is somebody else's may take another permission. */
function targetFor(target: ResourceTarget, resource: Owned | null, principalId: string): ResourceTarget {
  const { onOthers, resource: kind } = target
  if (!onOthers || !resource || kind.isOwn?.(resource, principalId)) return target
  return { ...target, permission: onOthers }
}

/** Every entity in reach where the permission is held and the feature is on; those where it is off are left out. */
export async function authorizeEntities(
  table: Table,
  caller: Caller,
  target: EntitiesTarget,
  named: { id: unknown; item: Item | null },
): Promise<GrantedAccess | Refusal> {
  const { permission, feature } = target
  const { principal } = caller
  if (named.id !== undefined) {
    const grant = authorizeEntity(caller, { to: 'entity', named: 'query', permission, feature }, named.item)
    return 'refused' in grant || grant.to !== 'entity' ? grant : { to: 'entities', accesses: [grant.access] }
  }
  const refusal = scopeRefusal(principal, target, null)
  if (refusal) return refusal
  const holding = principal.memberships.filter(
    (membership) => membership.status === 'active' && membership.permissions.includes(permission),
  )
  if (holding.length === 0) return forbidden(permission)
  const places = await placesReachedBy(table, holding)
  const accesses = places.flatMap((place) => {
    const reaching = membershipsReaching(principal, place)
    if (feature && featureIsOff(reaching, place.entityId, feature)) return []
    return accessThrough(principal, reaching, place, permission) ?? []
  })
  return { to: 'entities', accesses }
}

/** The entities that memberships name, and all of an organization that one of them covers whole. */
async function placesReachedBy(table: Table, holding: readonly Membership[]): Promise<EntityPlace[]> {
  const wholeOrgs = new Set(holding.filter(({ entityId }) => entityId === null).map(({ orgId }) => orgId))
  const listed = await Promise.all([...wholeOrgs].map((orgId) => entitiesOf(table, orgId)))
  const places = new Map<string, EntityPlace>()
  for (const { id, orgId } of listed.flat()) places.set(id, { orgId, entityId: id })
  for (const { orgId, entityId } of holding) if (entityId) places.set(entityId, { orgId, entityId })
  return [...places.values()]
}

/** The entity that `entityId` names, for whoever has a membership above it, at it, or in a group of it. */
export function visibleEntity(
  principal: Principal,
  item: Item | null,
): Entity | Refusal<'entity_not_found' | 'invalid_node_path'> {
  const hidden = refuse('entity_not_found', 'entityId does not name an entity that you can see.')
  const node = item ? fromItem(nodes, item) : null
  if (!node) return hidden
  const entityId = node.type === 'organization' ? '' : node.type === 'group' ? node.entityId : node.id
  if (membershipsReaching(principal, { orgId: node.orgId, entityId }).length === 0) return hidden
  if (node.type !== 'entity')
    return refuse(
      'invalid_node_path',
      `entityId names ${node.type === 'group' ? 'a group' : 'the organization'}. Send the id of an entity.`,
    )
  return node
}

function featureRefusal(feature: Feature, entityId: string): Refusal<'feature_disabled'> {
  return refuse(
    'feature_disabled',
    `The feature ${feature} is turned off for this entity. An administrator can turn it on.`,
    { feature, entityId },
  )
}

/** Why somebody may not who holds none of the permissions of which one is needed. */
export function forbidden(...needed: readonly Permission[]): Refusal<'forbidden'> {
  const which = needed.length === 1 ? 'the permission' : 'one of the permissions'
  return refuse('forbidden', `You need ${which} ${needed.join(', ')}.`)
}
