import type { BatchLoader } from './batch-loader.ts'
import type { EntityPlace } from './entities.ts'
import { type FeatureStates, featuresAmong } from './feature-switches.ts'
import { LastMet, lateReader } from './read-ahead.ts'
import type { EntitySettings } from './settings.ts'
import { settingsKeys, switchesKey } from './settings-keys.ts'
import type { Key } from './table.ts'

/** Reads features and settings as they are now. */
export interface SettingsReader {
  readonly featuresOf: (place: EntityPlace) => Promise<FeatureStates>
  /** Of all entities of some organizations. */
  readonly featuresIn: (orgIds: readonly string[]) => Promise<(place: EntityPlace) => FeatureStates>
  readonly settingsOf: (place: EntityPlace) => Promise<EntitySettings>
}

/** What a request tells of the place before anything is read. */
export interface Expected {
  /** The resource or entity that it names, and its caller: the surest first. */
  readonly names: readonly string[]
  /** Where the request itself names the entity. */
  readonly entityId?: string | undefined
  /** Organizations that it may be about. */
  readonly orgIds?: readonly string[]
  /** Not only features. */
  readonly needsSettings: boolean
}

/**
 * The organization of a request is known only when its resource was read. But most callers work in one, so this process remembers
 * the last place of each name: then features and settings come in the first round, else in one of their own.
 */
const lastPlaces = new LastMet<EntityPlace>(10_000)

const loadSettings = () => import('./settings.ts')

export function settingsReader(readItems: BatchLoader, expected: Expected): SettingsReader {
  const { names, needsSettings } = expected
  // Most requests need features alone.
  const loading = needsSettings ? loadSettings() : null
  loading?.catch(() => {})
  const read = lateReader(readItems, likelyKeys(expected))
  return {
    async featuresOf(place) {
      lastPlaces.remember(names, place)
      return featuresAmong(await read([switchesKey(place.orgId)]))(place)
    },
    async featuresIn(orgIds) {
      const [orgId, ...others] = new Set(orgIds)
      if (orgId && others.length === 0 && !lastPlaces.of(names)) lastPlaces.remember(names, { orgId, entityId: orgId })
      return featuresAmong(await read([...new Set(orgIds)].map(switchesKey)))
    },
    async settingsOf(place) {
      lastPlaces.remember(names, place)
      const [{ settingsAmong }, items] = await Promise.all([loading ?? loadSettings(), read(settingsKeys(place))])
      return settingsAmong(items)(place)
    },
  }
}

function likelyKeys({ names, orgIds = [], entityId, needsSettings }: Expected): Key[] {
  const last = lastPlaces.of(names)
  if (!last) return orgIds.map(switchesKey)
  if (!needsSettings) return [switchesKey(last.orgId)]
  return settingsKeys({ ...last, entityId: entityId ?? last.entityId })
}
