import { isSubscribable } from '../../events/catalog.ts'
import type { OrganizationAccess } from '../../shared/auth/node-access.ts'
import { withVisibleMemberships } from '../../shared/auth/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/errors/refusal.ts'
import { visibleEntity } from '../../shared/http/authorization/entity-targets.ts'
import { firstUuidV7Of, idAt } from '../../shared/platform/ids.ts'
import type { BatchLoader } from '../../shared/store/batch-loader.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { nodeKey } from '../../shared/store/entities.ts'
import { featuresAmong } from '../../shared/store/feature-switches.ts'
import { eventsKeptForMs, type OutboxEntry, outboxEntries, outboxPartition } from '../../shared/store/outbox-entry.ts'
import { switchesKey } from '../../shared/store/settings-keys.ts'
import { getItem, type Item, oldestBetween, type Table } from '../../shared/store/table.ts'
import type { EventQuery, EventRequest } from './event-query.ts'
import { type PlacedEvent, searchLimit } from './outbox-page.ts'
import type { FeaturesOfEntities } from './readable-events.ts'

/** What a page needs, none of it checked. */
export interface EventSearch {
  /** The commits from the reader's position on, oldest first. */
  readonly outboxEntries: readonly OutboxEntry[]
  /** The node that `entityId` names; null where it names none. */
  readonly entity: Item | null
  readonly featuresOf: FeaturesOfEntities
  /** When it was read, or before. */
  readonly asOfMs: number
}

interface Searched extends Pick<EventRequest, 'position'> {
  readonly orgId: string
  readonly query: EventQuery
  readonly nowMs: number
}

export async function searchEvents(
  { table, readItems }: { readonly table: Table; readonly readItems: BatchLoader },
  searched: Searched,
): Promise<EventSearch> {
  const { orgId, position, query } = searched
  const [items, entity, switches] = await Promise.all([
    oldestBetween(table, outboxPartition(orgId), stretchOf(searched), searchLimit(position)),
    query.entityId === undefined ? null : getItem(table, nodeKey(query.entityId)),
    readItems([switchesKey(orgId)]),
  ])
  const found = items.map((item) => fromItem(outboxEntries, item))
  return { outboxEntries: found, entity, featuresOf: featuresAmong(switches), asOfMs: searched.nowMs }
}

/** By ids, which tell when the events happened; both ends included. */
function stretchOf({ position, query: { from, to }, nowMs }: Searched): { from: string; to: string } {
  const earliestMs = Math.max(nowMs - eventsKeptForMs, from === undefined ? 0 : Date.parse(from))
  const earliest = firstUuidV7Of(Math.max(earliestMs, 0))
  const reached = position === null ? earliest : idAt(position.after, 0)
  return {
    from: reached > earliest ? reached : earliest,
    to: to === undefined ? '~' : firstUuidV7Of(Math.max(Date.parse(to) + 1, 0)),
  }
}

/** Whether an event of the time asked for is otherwise, too; all that is given has to hold. */
export function isAskedFor(
  { envelope: { type }, path }: PlacedEvent,
  { entityId }: EventQuery,
  types: EventRequest['types'],
): boolean {
  return (
    (types === null || (isSubscribable(type) && types.has(type))) &&
    (entityId === undefined || path?.split('/')[0] === entityId)
  )
}

/** Why an entity cannot be asked for: it is not of the organization, or not visible there. */
export function entityRefusal(
  { principal, orgId }: OrganizationAccess,
  item: Item | null,
): Refusal<'entity_not_found' | 'invalid_node_path'> | null {
  const entity = visibleEntity(withVisibleMemberships(principal), item)
  if (isRefusal(entity)) return entity
  if (entity.orgId === orgId) return null
  return refuse('entity_not_found', 'entityId does not match an entity that you can see.')
}
