import { isVisiblePlace } from '../../auth/node-access.ts'
import {
  accessThrough,
  type Membership,
  membershipsReaching,
  type Principal,
  withVisibleMemberships,
} from '../../auth/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../errors/refusal.ts'
import { fromItem } from '../../store/collection.ts'
import { type Entity, type EntityPlace, entitiesOf, nodes, placeOf } from '../../store/entities.ts'
import type { Feature } from '../../store/features.ts'
import type { Item, Table } from '../../store/table.ts'
import { isTwinId } from '../../store/twin-ids.ts'
import type { EntitiesTarget, EntityTarget, ResourceTarget } from './access.ts'
import { forbidden, noResource, testModeDisabled } from './refusals.ts'
import { type GrantedAccess, hidden, isActive, type NamedTarget, type Target } from './target.ts'

export function resourceTarget(principal: Principal, target: ResourceTarget, named: NamedTarget): Target {
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

/** Whether the part that the path names is the caller's own, as the handler's `preload` tells. */
async function namesOwnPart({ preloaded }: NamedTarget): Promise<boolean> {
  const read = await preloaded
  return typeof read === 'object' && read !== null && 'isOwnPart' in read && read.isOwnPart === true
}

export function entityTarget(principal: Principal, target: EntityTarget | EntitiesTarget, named: NamedTarget): Target {
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
export function entitiesTarget(principal: Principal, target: EntitiesTarget, named: NamedTarget): Target {
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
    // An empty list would say that nothing is there.
    if (openTests.size === 0 && orgIds.every(isTwinId)) return testModeDisabled
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

/** The entity that `entityId` names, for callers with a membership above it, at it, or in a group of it. */
export function visibleEntity(
  principal: Principal,
  item: Item | null,
): Entity | Refusal<'entity_not_found' | 'invalid_node_path'> {
  const unseen = refuse('entity_not_found', 'entityId does not name an entity that you can see.')
  const node = item ? fromItem(nodes, item) : null
  if (!node) return unseen
  const isSeen =
    node.type === 'entity'
      ? membershipsReaching(principal, { orgId: node.orgId, entityId: node.id }).length > 0
      : isVisiblePlace(principal, placeOf(node))
  if (!isSeen) return unseen
  if (node.type !== 'entity')
    return refuse(
      'invalid_node_path',
      `entityId names ${node.type === 'group' ? 'a group' : 'the organization'}. Send the id of an entity.`,
    )
  return node
}

const onlyInTestOrganizations = refuse('test_mode_disabled', 'Simulation works only in test organizations.')
