import type { Refusal } from '../errors/refusal.ts'
import { type NodePlace, nodeKey, pathOf } from './entities.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/**
 * How much stands at a node: nodes right below it, and memberships of it, those of API keys among them. It is counted beside
 * the node, so that what comes and goes is no change of the node itself; and whatever comes asks for the counter to be
 * there, while a node goes only together with a counter that stands at nothing. So nothing is ever left without its node,
 * whoever is faster.
 *
 * The counter also tells where the node is. Whatever comes knows the node's ancestors and repeats them, so it asks for them
 * to be what they were when they were read; and a node moves only together with as much as is counted there.
 */
function nodeUsageKey(nodeId: string) {
  return { PK: nodeKey(nodeId).PK, SK: 'OCCUPANCY' }
}

/** Written together with a new node, and with what comes to stand at it in the same commit. */
export function openNodeUsage(work: UnitOfWork, place: NodePlace, occupants = 0): void {
  const Item = { ...nodeUsageKey(place.nodeId), type: 'occupancy', occupants, path: pathOf(place) }
  work.write((TableName) => ({ Put: { TableName, Item } }), 'stale')
}

/** Something comes to stand at a node. Stale where the node is gone, or somewhere else by now. */
export function increaseNodeUsage(work: UnitOfWork, place: NodePlace, by = 1): void {
  const update = {
    Key: nodeUsageKey(place.nodeId),
    UpdateExpression: 'ADD occupants :one',
    ConditionExpression: '#path = :path',
    ExpressionAttributeNames: { '#path': 'path' },
    ExpressionAttributeValues: { ':one': by, ':path': pathOf(place) },
  }
  work.write((TableName) => ({ Update: { TableName, ...update } }), 'stale')
}

/** Something goes that stood at a node. */
export function decreaseNodeUsage(work: UnitOfWork, nodeId: string): void {
  const update = {
    Key: nodeUsageKey(nodeId),
    UpdateExpression: 'ADD occupants :less',
    ConditionExpression: 'attribute_exists(PK)',
    ExpressionAttributeValues: { ':less': -1 },
  }
  work.write((TableName) => ({ Update: { TableName, ...update } }), 'stale')
}

/** A node comes to be somewhere else with all that stands at it. Stale where more or less than that does. */
export function moveNodeUsage(work: UnitOfWork, before: NodePlace, after: NodePlace, occupants: number): void {
  const update = {
    Key: nodeUsageKey(before.nodeId),
    UpdateExpression: 'SET #path = :after',
    ConditionExpression: '#path = :before AND occupants = :occupants',
    ExpressionAttributeNames: { '#path': 'path' },
    ExpressionAttributeValues: {
      ':before': pathOf(before),
      ':after': pathOf(after),
      ':occupants': occupants,
    },
  }
  work.write((TableName) => ({ Update: { TableName, ...update } }), 'stale')
}

/** A node comes to be somewhere else, and what stands at it follows. Stale where it is not where it was read. */
export function moveNodeUsageAlone(work: UnitOfWork, before: NodePlace, after: NodePlace): void {
  const update = {
    Key: nodeUsageKey(before.nodeId),
    UpdateExpression: 'SET #path = :after',
    ConditionExpression: '#path = :before',
    ExpressionAttributeNames: { '#path': 'path' },
    ExpressionAttributeValues: { ':before': pathOf(before), ':after': pathOf(after) },
  }
  work.write((TableName) => ({ Update: { TableName, ...update } }), 'stale')
}

/** Removed together with the node. */
export function closeNodeUsage(work: UnitOfWork, nodeId: string, ifInUse: Refusal): void {
  const removal = {
    Key: nodeUsageKey(nodeId),
    ConditionExpression: 'occupants = :none',
    ExpressionAttributeValues: { ':none': 0 },
  }
  work.write((TableName) => ({ Delete: { TableName, ...removal } }), ifInUse)
}
