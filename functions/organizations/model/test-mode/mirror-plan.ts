import type { ApiKey } from '../../../../shared/auth/api-key.ts'
import type { CustomRole } from '../../../../shared/auth/custom-role.ts'
import { depthOf, type Entity, type Group, type Node, placeOf } from '../../../../shared/store/entities.ts'
import { isTwinId, twinIdOf } from '../../../../shared/store/twin-ids.ts'

/** A live organization and its test organization, as they stand. */
export interface Twins {
  readonly live: readonly Node[]
  readonly twin: readonly Node[]
  readonly liveRoles: readonly CustomRole[]
  readonly twinRoles: readonly CustomRole[]
  /** Of the test organization, those that are not revoked. */
  readonly keys: readonly ApiKey[]
}

type Below = Entity | Group

/** One difference between the two trees, and how it goes. */
export type MirrorStep =
  /** Nodes that the test organization does not have yet, all below one of its nodes. */
  | { readonly kind: 'create'; readonly parentId: string; readonly nodes: readonly Below[] }
  /** A node that has another name or stands elsewhere, or that is to know its live node again. */
  | { readonly kind: 'change'; readonly before: Node; readonly after: Node }
  /** A live node that does not know its counterpart. */
  | { readonly kind: 'link'; readonly node: Below }
  /** An API key whose node moved. */
  | { readonly kind: 'move_key'; readonly before: ApiKey; readonly after: ApiKey }
  /** A node whose live node is gone. It stays, as the test organization's own, if something is in it. */
  | { readonly kind: 'remove'; readonly node: Below }
  | { readonly kind: 'role'; readonly before: CustomRole | null; readonly after: CustomRole | null }

/** No more nodes fit the transaction that creates them, of which each takes three items. */
export const createdAtOnce = 30

/** The name of a test organization. */
export function testNameOf(name: string): string {
  return `${name} (test)`
}

/**
 * What has to happen so that the test organization has the nodes and the roles of the live one, in an order in which each
 * step can be taken: parents come before their children, and go after them. No step: they are equal, but for what is the
 * test organization's own.
 */
export function mirrorPlan(twins: Twins): MirrorStep[] {
  const wanted = wantedNodes(twins)
  const known = new Map(twins.twin.map((node) => [node.id, node]))
  const created = wanted.filter((node) => !known.has(node.id))
  const changes = wanted.flatMap((after): MirrorStep[] => {
    const before = known.get(after.id)
    return before && isChanged(before, after) ? [{ kind: 'change', before, after }] : []
  })
  return [
    ...roleSteps(twins),
    ...byDepth([...creations(created), ...changes]),
    ...links(twins),
    ...movedKeys(twins.keys, wanted),
    ...removals(twins),
  ]
}

/** The test organization as it is to be, from the top down: nodes that follow, then its own where their parents are to be. */
function wantedNodes({ live, twin }: Twins): Node[] {
  const known = new Map(twin.map((node) => [node.id, node]))
  const following = live.map((node) => followed(node, known.get(twinIdOf(node.id)) ?? null))
  const wanted = new Map(following.map((node) => [node.id, node]))
  const own = twin.filter(({ id }) => !wanted.has(id)).toSorted((a, b) => depth(a) - depth(b))
  for (const node of own) wanted.set(node.id, underParent(node, wanted))
  return [...wanted.values()].toSorted((a, b) => depth(a) - depth(b))
}

const depth = (node: Node) => depthOf(placeOf(node))

/** A node of the test organization that follows a live one. Its settings are its own once it is there. */
function followed(live: Node, standing: Node | null): Node {
  if (live.type === 'organization') return { ...(standing ?? live), name: testNameOf(live.name) }
  const parentId = twinIdOf(live.parentId)
  if (live.type === 'group') {
    const place = { parentId, entityId: twinIdOf(live.entityId), ancestorIds: live.ancestorIds.map(twinIdOf) }
    return { ...newTwin(live), ...(standing?.type === 'group' && standing), ...place, ...linkOf(live) }
  }
  return {
    ...newTwin(live),
    ...(standing?.type === 'entity' && standing),
    parentId,
    ...linkOf(live),
  }
}

const linkOf = ({ id, name }: Node) => ({ name, twinNodeId: id })

function newTwin<N extends Below>(live: N): N {
  const { partnerName: _, ...own } = live
  return { ...own, id: twinIdOf(live.id), orgId: twinIdOf(live.orgId), livemode: false, version: 1 } as N
}

/** A node of the test organization's own moves with what is above it. */
function underParent(node: Node, wanted: ReadonlyMap<string, Node>): Node {
  if (node.type !== 'group') return node
  const parent = wanted.get(node.parentId)
  return parent ? { ...node, ancestorIds: [...placeOf(parent).ancestorIds, parent.id] } : node
}

function isChanged(before: Node, after: Node): boolean {
  return JSON.stringify(followedPart(before)) !== JSON.stringify(followedPart(after))
}

function followedPart(node: Node): unknown {
  const parentId = node.type === 'organization' ? null : node.parentId
  return [
    node.name,
    parentId,
    placeOf(node).ancestorIds,
    node.type === 'organization' ? null : (node.twinNodeId ?? null),
  ]
}

function creations(created: readonly Node[]): MirrorStep[] {
  const below = created.filter((node): node is Below => node.type !== 'organization')
  return [...Map.groupBy(below, ({ parentId }) => parentId)].flatMap(([parentId, children]) =>
    Array.from({ length: Math.ceil(children.length / createdAtOnce) }, (_, index) => ({
      kind: 'create' as const,
      parentId,
      nodes: children.slice(index * createdAtOnce, (index + 1) * createdAtOnce),
    })),
  )
}

function byDepth(steps: readonly MirrorStep[]): MirrorStep[] {
  const depthOfStep = (step: MirrorStep) => {
    if (step.kind === 'change') return depth(step.after)
    const [first] = step.kind === 'create' ? step.nodes : []
    return first ? depth(first) : 0
  }
  return steps.toSorted((a, b) => depthOfStep(a) - depthOfStep(b))
}

/** A new counterpart is linked by its own step. */
function links({ live, twin }: Twins): MirrorStep[] {
  const there = new Set(twin.map(({ id }) => id))
  return live.flatMap((node): MirrorStep[] => {
    if (node.type === 'organization' || !there.has(twinIdOf(node.id))) return []
    return node.twinNodeId === twinIdOf(node.id) ? [] : [{ kind: 'link', node }]
  })
}

function movedKeys(keys: readonly ApiKey[], wanted: readonly Node[]): MirrorStep[] {
  const places = new Map(wanted.map((node) => [node.id, placeOf(node)]))
  return keys.flatMap((before): MirrorStep[] => {
    const place = places.get(before.nodeId)
    if (!place || place.ancestorIds.join() === before.ancestorIds.join()) return []
    const after = { ...before, ancestorIds: [...place.ancestorIds], version: before.version + 1 }
    return [{ kind: 'move_key', before, after }]
  })
}

/** Nodes that still name a live node which is not there, the deepest first. */
function removals({ live, twin }: Twins): MirrorStep[] {
  const ids = new Set(live.map(({ id }) => id))
  return twin
    .filter((node): node is Below => node.type !== 'organization')
    .filter(({ twinNodeId }) => twinNodeId !== null && twinNodeId !== undefined && !ids.has(twinNodeId))
    .toSorted((a, b) => depth(b) - depth(a))
    .map((node) => ({ kind: 'remove', node }))
}

function roleSteps({ liveRoles, twinRoles }: Twins): MirrorStep[] {
  const known = new Map(twinRoles.map((role) => [role.id, role]))
  const wanted = new Set(liveRoles.map(({ id }) => twinIdOf(id)))
  const following = liveRoles.flatMap((role): MirrorStep[] => {
    const before = known.get(twinIdOf(role.id)) ?? null
    const version = (before?.version ?? 0) + 1
    const after = { ...role, id: twinIdOf(role.id), orgId: twinIdOf(role.orgId), version }
    return before && sameRole(before, after) ? [] : [{ kind: 'role', before, after }]
  })
  const gone = twinRoles.filter(({ id }) => isTwinId(id) && !wanted.has(id))
  return [...following, ...gone.map((before): MirrorStep => ({ kind: 'role', before, after: null }))]
}

function sameRole(a: CustomRole, b: CustomRole): boolean {
  const told = ({ name, description, permissions }: CustomRole) => JSON.stringify([name, description, permissions])
  return told(a) === told(b)
}
