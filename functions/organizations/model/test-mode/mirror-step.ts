import { apiKeys } from '../../../../shared/auth/api-key.ts'
import { refuse } from '../../../../shared/errors/refusal.ts'
import { systemAuthor } from '../../../../shared/store/audit.ts'
import { fromItem } from '../../../../shared/store/collection.ts'
import { commit } from '../../../../shared/store/commit.ts'
import { type Entity, type Group, nodeKey, nodes, placeOf } from '../../../../shared/store/entities.ts'
import {
  closeNodeUsage,
  decreaseNodeUsage,
  increaseNodeUsage,
  moveNodeUsageAlone,
  openNodeUsage,
} from '../../../../shared/store/node-usage.ts'
import type { Platform } from '../../../../shared/store/platform.ts'
import { getItem } from '../../../../shared/store/table.ts'
import { twinIdOf } from '../../../../shared/store/twin-ids.ts'
import { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import { holdingOf } from '../tree/entity-holding.ts'
import { moveMembership } from '../tree/moved-membership.ts'
import { noteRemoved } from '../tree/removed-entity.ts'
import type { MirrorStep } from './mirror-plan.ts'
import { changeMirroredRole } from './mirrored-role.ts'

/**
 * Takes one step of the plan in one commit. It may find that something is different by now: then nothing is written, and the
 * next plan knows.
 */
export async function takeStep(platform: Platform, step: MirrorStep): Promise<void> {
  if (step.kind === 'remove') return await removeTwinOf(platform, step.node)
  if (step.kind === 'role') return await changeMirroredRole(platform, step)
  const work = new UnitOfWork({ ...platform, author: systemAuthor(orgIdOf(step)) })
  if (step.kind === 'create' && !(await addTwins(platform, work, step))) return
  if (step.kind === 'change') changeTwin(work, step)
  if (step.kind === 'link') linkLive(work, step.node.id, twinIdOf(step.node.id))
  if (step.kind === 'move_key') {
    const { before, after } = step
    work.update(apiKeys, before, after)
    moveMembership(work, { ...after, accountId: after.id, id: after.membershipId })
  }
  await commit(platform.table, work)
}

function orgIdOf(step: Exclude<MirrorStep, { kind: 'role' | 'remove' }>): string {
  if (step.kind === 'create') return step.nodes[0]?.orgId ?? ''
  return step.kind === 'link' ? step.node.orgId : step.after.orgId
}

/** New nodes of one parent, each linked with its live node. False: the parent is not there. */
async function addTwins(
  { table }: Platform,
  work: UnitOfWork,
  { parentId, nodes: created }: Extract<MirrorStep, { kind: 'create' }>,
): Promise<boolean> {
  const item = await getItem(table, nodeKey(parentId))
  if (!item) return false
  for (const node of created) {
    work.create(nodes, node)
    openNodeUsage(work, placeOf(node))
    if (node.twinNodeId) linkLive(work, node.twinNodeId, node.id)
  }
  increaseNodeUsage(work, placeOf(fromItem(nodes, item)), created.length)
  return true
}

function changeTwin(work: UnitOfWork, { before, after }: Extract<MirrorStep, { kind: 'change' }>): void {
  work.update(nodes, before, { ...after, version: before.version + 1 })
  const [from, to] = [placeOf(before), placeOf(after)]
  if (from.ancestorIds.join() === to.ancestorIds.join()) return
  moveNodeUsageAlone(work, from, to)
  if (before.type !== 'group' || after.type !== 'group' || before.parentId === after.parentId) return
  decreaseNodeUsage(work, before.parentId)
  increaseNodeUsage(work, { ...to, nodeId: after.parentId, ancestorIds: to.ancestorIds.slice(0, -1) })
}

/** Its live node is gone. A listing may not show a node that moves: the node itself decides. */
async function removeTwinOf(platform: Platform, node: Entity | Group): Promise<void> {
  const { table, clock } = platform
  const [live, { holding }] = await Promise.all([
    getItem(table, nodeKey(node.twinNodeId ?? '')),
    node.type === 'entity' ? holdingOf(table, node.id) : { holding: null },
  ])
  if (live) return
  const work = new UnitOfWork({ ...platform, author: systemAuthor(node.orgId) })
  work.remove(nodes, node)
  closeNodeUsage(work, node.id, refuse('node_not_empty', 'Something of the test organization is at this node.'))
  decreaseNodeUsage(work, node.parentId)
  if (node.type === 'entity') noteRemoved(work, node, clock())
  const outcome = holding ? 'held' : await commit(table, work)
  if (outcome === 'committed' || outcome === 'stale') return
  const kept = new UnitOfWork({ ...platform, author: systemAuthor(node.orgId) })
  kept.update(nodes, node, { ...node, twinNodeId: null, version: node.version + 1 })
  await commit(table, kept)
}

/** Tells a live node of its counterpart. That is no change of it: the link is written beside its version. */
function linkLive(work: UnitOfWork, liveId: string, twinId: string): void {
  const update = {
    Key: nodeKey(liveId),
    UpdateExpression: 'SET #record.twinNodeId = :twin',
    ConditionExpression: 'attribute_exists(PK)',
    ExpressionAttributeNames: { '#record': 'record' },
    ExpressionAttributeValues: { ':twin': twinId },
  }
  work.write((TableName) => ({ Update: { TableName, ...update } }), 'stale')
}
