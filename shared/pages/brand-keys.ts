import type { EntityPlace } from '../store/entities.ts'
import { settingsKey } from '../store/settings-keys.ts'
import type { Key } from '../store/table.ts'

/** Where the brand of an entity stands: its own choices and those of its organization. `brandIn` reads it. */
export function brandKeys({ orgId, entityId }: EntityPlace): Key[] {
  return orgId === entityId ? [settingsKey(orgId)] : [settingsKey(orgId), settingsKey(entityId)]
}
