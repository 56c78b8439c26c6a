import { type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import type { BatchLoader } from '../../../../shared/store/batch-loader.ts'
import { switchesAmong } from '../../../../shared/store/feature-switches.ts'
import { LastMet, lateReader } from '../../../../shared/store/read-ahead.ts'
import { chosenAmong, type NodeSettings } from '../../../../shared/store/settings.ts'
import { settingsKey, switchesKey } from '../../../../shared/store/settings-keys.ts'
import type { Key } from '../../../../shared/store/table.ts'
import type { NamedSettings } from './named-settings.ts'

/** Only organizations and entities have settings. */
export function placeRefusal({ node }: Pick<NamedSettings, 'node'>): Refusal<'invalid_node_path'> | null {
  if (node.type !== 'group') return null
  return refuse('invalid_node_path', 'A group has no settings. Send the id of its entity, or of the organization.')
}

/** What a node has chosen, and its organization; null for the organization itself. */
export interface ChosenAt {
  readonly own: NodeSettings
  readonly organization: NodeSettings | null
}
type ChosenReader = (named: NamedSettings) => Promise<ChosenAt>

/** The organization of each node that settings were asked for. */
const organizations = new LastMet<string>(2_000)

/** Reads what a node has chosen and what it inherits from. The organization is known only when the node was read. */
export function chosenReader(readItems: BatchLoader, nodeId: string): ChosenReader {
  const last = organizations.of([nodeId])
  const read = lateReader(readItems, last === undefined ? [] : keysOf(last))
  return async ({ node: { type, orgId }, settings }) => {
    organizations.remember([nodeId], orgId)
    const items = await read(keysOf(orgId))
    const own = { ...settings, features: switchesAmong(items)({ orgId, nodeId }) }
    return { own, organization: type === 'entity' ? chosenAmong(items)({ orgId, nodeId: orgId }) : null }
  }
}

function keysOf(orgId: string): Key[] {
  return [switchesKey(orgId), settingsKey(orgId)]
}
