import { type EntityPlace, nodeKey } from './entities.ts'
import type { Key } from './table.ts'
import { vendorConnectionsKey } from './vendor-connections.ts'

/** The item with the switches of an organization and of its entities. */
export function switchesKey(orgId: string): Key {
  return { PK: nodeKey(orgId).PK, SK: 'FEATURES' }
}

/** The item with what a node has chosen otherwise. */
export function settingsKey(nodeId: string): Key {
  return { PK: nodeKey(nodeId).PK, SK: 'SETTINGS' }
}

/** Everything that decides on an entity. */
export function settingsKeys({ orgId, entityId }: EntityPlace): Key[] {
  return [switchesKey(orgId), settingsKey(orgId), settingsKey(entityId), vendorConnectionsKey(orgId)]
}
