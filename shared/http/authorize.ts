import { delegatedScopeOf, type Feature, type Permission, scopesCover } from '../auth/permissions.ts'
import {
  accessThrough,
  type EntityAccess,
  featureIsOff,
  type Membership,
  membershipsReaching,
  type Place,
  type Principal,
} from '../auth/principal.ts'
import { type Refusal, refuse } from '../errors/refusal.ts'
import { fromItem } from '../store/collection.ts'
import { type Entity, entitiesOf, nodes } from '../store/entities.ts'
import type { Item, Table } from '../store/table.ts'
import type { Access, EntitiesTarget, EntityTarget, Owned, ResourceTarget } from './operation.ts'

/** What authorization hands to the handler: the proof of access, with what it was proved on. */
export type Grant =
  | { readonly to: 'anyone' | 'principal' }
  | { readonly to: 'resource'; readonly access: EntityAccess; readonly resource: Owned }
  | { readonly to: 'entity'; readonly access: EntityAccess; readonly entity: Entity }
  | { readonly to: 'entities'; readonly accesses: readonly EntityAccess[] }

/** Machines of partners administer organizations; business data is not theirs to reach (contract §5.2). */
export function scopeRefusal(principal: Principal, access: Access): Refusal | null {
  if (access.to === 'anyone') return null
  const needed = 'permission' in access ? [access.permission] : access.to === 'principal' ? access.anyOf : undefined
  if (!needed || principal.kind === 'user' || principal.kind === 'api_key') return null
  if (principal.kind === 'partner')
    return refuse('insufficient_scope', 'No scope of a partner application opens this operation.', { required: null })
  const scopes = needed.map(delegatedScopeOf)
  if (scopes.some((scope) => scope !== null && scopesCover(principal.scopes, scope))) return null
  const required = scopes[0] ?? null
  return refuse('insufficient_scope', `This operation needs the scope ${required}.`, { required })
}

export function authorizeResource(
  principal: Principal,
  target: ResourceTarget,
  items: readonly Item[],
): Grant | Refusal {
  const { resource: kind, permission, feature } = target
  const resource = kind.decode(items)
  const hidden = refuse(kind.notFound, `There is no such ${kind.name}, or it is not visible to you.`)
  if (!resource) return hidden
  const reaching = membershipsReaching(principal, resource)
  const visible = accessThrough(principal, reaching, resource, kind.visibleWith)
  if (!visible) return hidden
  if (target.testOnly && visible.livemode)
    return refuse('test_mode_disabled', 'Simulation works in test organizations only.')
  const scope = scopeRefusal(principal, target)
  if (scope) return scope
  if (feature && featureIsOff(reaching, resource.entityId, feature)) return featureRefusal(feature, resource.entityId)
  const access = accessThrough(principal, reaching, resource, permission)
  return access ? { to: 'resource', access, resource } : forbidden(permission)
}

export function authorizeEntity(principal: Principal, target: EntityTarget, item: Item | null): Grant | Refusal {
  const entity = visibleEntity(principal, item)
  if ('refused' in entity) return entity
  const { permission, feature } = target
  const place = { orgId: entity.orgId, entityId: entity.id }
  if (feature && entity.featuresOff.includes(feature)) return featureRefusal(feature, entity.id)
  const access = accessThrough(principal, membershipsReaching(principal, place), place, permission)
  return access ? { to: 'entity', access, entity } : forbidden(permission)
}

/** Every entity in reach where the permission is held and the feature is on; those where it is off are left out. */
export async function authorizeEntities(
  table: Table,
  principal: Principal,
  target: EntitiesTarget,
  named: { id: unknown; item: Item | null },
): Promise<Grant | Refusal> {
  const { permission, feature } = target
  if (named.id !== undefined) {
    const grant = authorizeEntity(principal, { to: 'entity', named: 'query', permission, feature }, named.item)
    return 'refused' in grant || grant.to !== 'entity' ? grant : { to: 'entities', accesses: [grant.access] }
  }
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
async function placesReachedBy(table: Table, holding: readonly Membership[]): Promise<Place[]> {
  const wholeOrgs = new Set(holding.filter(({ entityId }) => entityId === null).map(({ orgId }) => orgId))
  const listed = await Promise.all([...wholeOrgs].map((orgId) => entitiesOf(table, orgId)))
  const places = new Map<string, Place>()
  for (const { id, orgId } of listed.flat()) places.set(id, { orgId, entityId: id })
  for (const { orgId, entityId } of holding) if (entityId) places.set(entityId, { orgId, entityId })
  return [...places.values()]
}

function visibleEntity(principal: Principal, item: Item | null): Entity | Refusal {
  const hidden = refuse('entity_not_found', 'entityId names no entity that is visible to you.')
  const node = item ? fromItem(nodes, item) : null
  if (!node) return hidden
  const entityId = node.type === 'organization' ? '' : node.type === 'group' ? node.entityId : node.id
  if (membershipsReaching(principal, { orgId: node.orgId, entityId }).length === 0) return hidden
  if (node.type !== 'entity')
    return refuse(
      'invalid_node_path',
      `entityId names ${node.type === 'group' ? 'a group' : 'the organization'}; send the id of an entity.`,
    )
  return node
}

function featureRefusal(feature: Feature, entityId: string): Refusal<'feature_disabled'> {
  return refuse('feature_disabled', `The feature ${feature} is off for this entity.`, { feature, entityId })
}

function forbidden(permission: Permission): Refusal<'forbidden'> {
  return refuse('forbidden', `This needs the permission ${permission}.`)
}
