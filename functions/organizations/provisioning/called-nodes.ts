import { recordsOf } from '../../../shared/store/collection.ts'
import { type Node, nodeKey, nodes } from '../../../shared/store/entities.ts'
import { readFollowed } from '../../../shared/store/followed-reads.ts'
import type { ReadItems } from '../../../shared/store/joined-reads.ts'
import type { Item } from '../../../shared/store/table.ts'
import { externalIdKey, meaningsIn, type NodeName } from '../model/tree/external-name.ts'

/** What an application means by its own ids of nodes. */
export interface CalledNodes {
  readonly names: readonly NodeName[]
  /** Null where the id names nothing, or what has gone this very moment. */
  readonly nodeCalled: (externalId: string | undefined) => Node | null
}

export async function readCalled(
  readItems: ReadItems,
  applicationId: string,
  externalIds: readonly string[],
): Promise<CalledNodes> {
  const keys = externalIds.map((id) => externalIdKey(applicationId, 'node', id))
  const { leading, led } = await readFollowed(readItems, keys, (items) => [...new Set(nodeIdsIn(items))].map(nodeKey))
  const names = namesOfNodesIn(leading)
  const found = recordsOf(nodes, led)
  return {
    names,
    nodeCalled: (externalId) => {
      const name = names.find((each) => each.externalId === externalId)
      return found.find(({ id }) => id === name?.nodeId) ?? null
    },
  }
}

function namesOfNodesIn(items: readonly Item[]): NodeName[] {
  return meaningsIn(items).filter((name) => name.kind === 'node')
}

function nodeIdsIn(items: readonly Item[]): string[] {
  return namesOfNodesIn(items).map(({ nodeId }) => nodeId)
}
