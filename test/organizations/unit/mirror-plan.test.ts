import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type MirrorStep,
  mirrorPlan,
  type Twins,
  testNameOf,
} from '../../../functions/organizations/model/test-mode/mirror-plan.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import {
  type Entity,
  type Group,
  maxDepth,
  type Node,
  type Organization,
  placeOf,
} from '../../../shared/store/entities.ts'
import { isTwinId, twinIdOf } from '../../../shared/store/twin-ids.ts'

type Below = Entity | Group
/** Both trees by the ids of their nodes. What each node holds beside nodes is not part of them. */
interface Trees {
  readonly live: Map<string, Node>
  readonly twin: Map<string, Node>
}

const common = { providerId: systemIds(), createdAt: '2026-01-01T00:00:00.000Z', version: 1 }

function organization(id: string, name: string, livemode: boolean): Organization {
  const own = { ...common, id, orgId: id, name, livemode, type: 'organization' as const }
  return { ...own, twinOrgId: twinIdOf(id) }
}

function newTrees(): Trees {
  const live = organization(systemIds(), 'Acme', true)
  const twin = organization(twinIdOf(live.id), testNameOf('Acme'), false)
  return { live: new Map([[live.id, live]]), twin: new Map([[twin.id, twin]]) }
}

function childOf(parent: Node, name: string): Below {
  const own = { ...common, id: systemIds(), orgId: parent.orgId, livemode: parent.livemode, name, parentId: parent.id }
  if (parent.type === 'organization') return { ...own, type: 'entity' }
  const entityId = parent.type === 'entity' ? parent.id : parent.entityId
  return { ...own, type: 'group', entityId, ancestorIds: [...placeOf(parent).ancestorIds, parent.id] }
}

const childrenOf = (tree: Map<string, Node>, id: string) =>
  [...tree.values()].filter((node): node is Below => node.type !== 'organization' && node.parentId === id)

/** What people do to a tree. Numbers choose nodes; what cannot be done to the chosen ones is not done. */
type Act =
  | { readonly kind: 'create' | 'rename' | 'remove'; readonly at: number; readonly isOwn: boolean }
  | { readonly kind: 'move'; readonly at: number; readonly to: number; readonly isOwn: boolean }

function act(trees: Trees, doing: Act, name: string): void {
  const tree = doing.isOwn ? trees.twin : trees.live
  const node = [...tree.values()][doing.at % tree.size]
  if (!node) return
  if (doing.kind === 'create' && placeOf(node).ancestorIds.length < maxDepth) {
    const child = childOf(node, name)
    tree.set(child.id, child)
    return
  }
  // Nodes that follow are changed in the live organization only.
  if (node.type === 'organization' ? doing.isOwn : doing.isOwn && node.twinNodeId) return
  if (doing.kind === 'rename') tree.set(node.id, { ...node, name, version: node.version + 1 })
  if (doing.kind === 'remove' && node.type !== 'organization' && childrenOf(tree, node.id).length === 0)
    tree.delete(node.id)
  if (doing.kind === 'move') move(tree, node, [...tree.values()][doing.to % tree.size])
}

function move(tree: Map<string, Node>, node: Node, to: Node | undefined): void {
  if (node.type !== 'group' || !to || to.type === 'organization' || to.id === node.id) return
  const place = placeOf(to)
  if ((to.type === 'entity' ? to.id : to.entityId) !== node.entityId || place.ancestorIds.includes(node.id)) return
  const replant = (group: Group, parent: Node): void => {
    const ancestorIds = [...placeOf(parent).ancestorIds, parent.id]
    const moved = { ...group, parentId: parent.id, ancestorIds, version: group.version + 1 }
    tree.set(group.id, moved)
    for (const child of childrenOf(tree, group.id)) if (child.type === 'group') replant(child, moved)
  }
  replant(node, to)
}

/** What the job writes for a step: nothing where what it was decided on is different by now. */
function take({ live, twin }: Trees, step: MirrorStep): void {
  if (step.kind === 'create' && twin.has(step.parentId))
    for (const node of step.nodes) {
      if (!twin.has(node.id)) twin.set(node.id, node)
      const original = live.get(twinIdOf(node.id))
      if (original && original.type !== 'organization') live.set(original.id, { ...original, twinNodeId: node.id })
    }
  if (step.kind === 'link' && live.has(step.node.id))
    live.set(step.node.id, { ...step.node, ...live.get(step.node.id), twinNodeId: twinIdOf(step.node.id) } as Node)
  if (step.kind === 'change' && twin.get(step.before.id)?.version === step.before.version)
    twin.set(step.after.id, { ...step.after, version: step.before.version + 1 })
  if (step.kind !== 'remove') return
  const node = twin.get(step.node.id)
  if (!node || node.type === 'organization' || live.has(node.twinNodeId ?? '')) return
  if (childrenOf(twin, node.id).length === 0) twin.delete(node.id)
  else twin.set(node.id, { ...node, twinNodeId: null, version: node.version + 1 })
}

const twinsOf = ({ live, twin }: Trees): Twins => ({
  live: [...live.values()],
  twin: [...twin.values()],
  liveRoles: [],
  twinRoles: [],
  keys: [],
})

/** A tree as it is compared: without what is the test organization's own. */
function shapeOf(nodes: Iterable<Node>, toId: (id: string) => string) {
  return [...nodes]
    .map((node) => ({
      id: toId(node.id),
      name: node.name,
      parentId: node.type === 'organization' ? null : toId(node.parentId),
      ancestorIds: placeOf(node).ancestorIds.map(toId),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

const acts = fc.array(
  fc.record({
    kind: fc.constantFrom('create', 'create', 'create', 'rename', 'remove', 'move'),
    at: fc.nat(50),
    to: fc.nat(50),
    isOwn: fc.boolean(),
    /** How many steps the job takes before the next act; of a plan that may be old by then. */
    steps: fc.nat(4),
  }),
  { maxLength: 40 },
)

describe('the plan by which a test organization follows its live one', () => {
  it('makes both equal at rest, but for what is the test organization’s own, whatever happens meanwhile', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const trees = newTrees()
        let plan: MirrorStep[] = []
        for (const [index, { steps, ...doing }] of list.entries()) {
          act(trees, doing as Act, `name ${index}`)
          for (const step of plan.splice(0, steps)) take(trees, step)
          if (plan.length === 0) plan = mirrorPlan(twinsOf(trees))
        }
        const own = [...trees.twin.values()].filter(({ id }) => !isTwinId(id)).map(({ id }) => id)
        for (let round = 0; round < 20; round++) {
          const steps = mirrorPlan(twinsOf(trees))
          if (steps.length === 0) break
          for (const step of steps) take(trees, step)
        }
        expect(mirrorPlan(twinsOf(trees))).toEqual([])
        const following = [...trees.twin.values()].filter((node) => node.type === 'organization' || node.twinNodeId)
        const [root] = following
        const wanted = shapeOf(trees.live.values(), twinIdOf).map((node) =>
          node.id === root?.id ? { ...node, name: testNameOf(node.name) } : node,
        )
        expect(shapeOf(following, (id) => id)).toEqual(wanted)
        expect(own.every((id) => trees.twin.has(id))).toBe(true)
        for (const node of trees.twin.values())
          if (node.type === 'group') {
            const parent = trees.twin.get(node.parentId)
            expect(node.ancestorIds).toEqual(parent && [...placeOf(parent).ancestorIds, parent.id])
          }
        for (const node of trees.live.values())
          if (node.type !== 'organization') expect(node.twinNodeId).toBe(twinIdOf(node.id))
      }),
    )
  })
})
