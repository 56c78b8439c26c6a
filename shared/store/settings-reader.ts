import type { BatchLoader } from './batch-loader.ts'
import type { EntityPlace } from './entities.ts'
import { readAhead } from './read-ahead.ts'
import { type EntitySettings, settingsAmong, settingsKeys } from './settings.ts'

/** Reads the settings of entities as they are now, in the order of the places. */
export type SettingsReader = (places: readonly EntityPlace[]) => Promise<EntitySettings[]>

/**
 * The place of a resource is known only when the resource was read. A place never changes, so this process remembers it: then the
 * settings come in the same round. `names` are what the request names (the resource, the entity, the caller), the surest first.
 */
export function settingsReader(readItems: BatchLoader, names: readonly string[]): SettingsReader {
  const read = readAhead(
    readItems,
    names.map((name) => `settings of ${name}`),
  )
  return async (places) => {
    const items = await read(distinct(places.flatMap(settingsKeys)))
    return places.map(settingsAmong(items))
  }
}

function distinct<T extends { readonly PK: string }>(keys: readonly T[]): T[] {
  return [...new Map(keys.map((key) => [key.PK, key])).values()]
}
