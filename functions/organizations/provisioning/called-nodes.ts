import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { type Node, nodeKey, nodes } from '../../../shared/store/entities.ts'
import { externalIdKey, meaningsIn, type NodeName } from '../model/tree/external-name.ts'

/** What an application means by its own ids of nodes. */
export interface CalledNodes {
  readonly names: readonly NodeName[]
  /** Null where the id names nothing, or what has gone this very moment. */
  readonly nodeCalled: (externalId: string | undefined) => Node | null
}

export async function readCalled(
  readItems: BatchLoader,
  applicationId: string,
  externalIds: readonly string[],
): Promise<CalledNodes> {
  const keys = externalIds.map((id) => externalIdKey(applicationId, 'node', id))
  const names = meaningsIn(await readItems(keys)).filter((name) => name.kind === 'node')
  const found = recordsOf(nodes, await readItems([...new Set(names.map(({ nodeId }) => nodeId))].map(nodeKey)))
  return {
    names,
    nodeCalled: (externalId) => {
      const name = names.find((each) => each.externalId === externalId)
      return found.find(({ id }) => id === name?.nodeId) ?? null
    },
  }
}
