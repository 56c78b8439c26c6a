import { isRefusal, type Refusal } from '../../../shared/errors/refusal.ts'
import { type Node, nodes } from '../../../shared/store/entities.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { followingRefusal, letTwinFollow } from '../model/test-mode/follow.ts'
import { auditOfRename } from '../model/tree/audit.ts'
import { nodeName } from '../model/tree/node-name.ts'

/** A node under another name. A repeated PATCH finds it so: then nothing happens twice. */
export function renamed<N extends Node>(
  work: UnitOfWork,
  node: N,
  given: string,
): N | Refusal<'invalid_node_name' | 'forbidden'> {
  const following = followingRefusal(node)
  if (following) return following
  const name = nodeName(given)
  if (isRefusal(name)) return name
  if (name === node.name) return node
  const next = { ...node, name, version: node.version + 1 }
  work.update(nodes, node, next)
  work.audit(auditOfRename(next, node.name))
  letTwinFollow(work, next)
  return next
}
