import { expect, it } from 'vitest'
import { twinIdOf } from '../../../shared/store/twin-ids.ts'
import { type SeededRandom, seededRandom } from '../../faults/support/seeded-random.ts'
import { deleteNode, listOf, nodeUnder, patchNode, postNode, roleOf } from '../../support/structure.ts'
import { enableTestMode, type LiveHome, liveHome, testHomeOf } from '../../support/test-mode.ts'
import { until } from '../../support/until.ts'

const acts = 40
const actsAtOnce = 4

interface Shown {
  readonly id: string
  readonly parentId: string | null
  readonly type: string
  readonly name: string
}

/** None while the organization is being created. */
async function nodesOf(of: Pick<LiveHome, 'org' | 'token'>): Promise<Shown[]> {
  return (await listOf(of, 'nodes')).body.results ?? []
}

/** What a tree looks like in the test organization: each node by its twin's id, below the twin of its parent. */
const asTwins = (nodes: readonly Shown[]) =>
  nodes.flatMap(({ id, parentId, name }) => (parentId ? [`${twinIdOf(id)} < ${twinIdOf(parentId)}: ${name}`] : []))
const asThere = (nodes: readonly Shown[]) =>
  nodes.flatMap(({ id, parentId, name }) => (parentId ? [`${id} < ${parentId}: ${name}`] : []))

/** One change to the live tree, of whatever can be found there now. What is refused, because another one was faster, changes nothing. */
async function change(live: LiveHome, random: SeededRandom, name: string): Promise<void> {
  const nodes = await nodesOf(live)
  const [chosen, other] = [random.oneOf(nodes), random.oneOf(nodes)]
  const kind = random.oneOf(['create', 'create', 'create', 'rename', 'move', 'remove', 'role'])
  if (kind === 'create') {
    await postNode(live, { parentId: chosen.id, type: chosen.parentId === null ? 'entity' : 'group', name })
  } else if (kind === 'rename' && chosen.parentId !== null) await patchNode(live, chosen.id, { name })
  else if (kind === 'move' && chosen.type === 'group') await patchNode(live, chosen.id, { parentId: other.id })
  else if (kind === 'remove' && chosen.type === 'group') await deleteNode(live, chosen.id)
  else if (kind === 'role') await roleOf(live, ['nodes.manage'], name)
}

it('a test organization that is created while its live one changes is equal to it once both are at rest', async () => {
  const random = seededRandom(20_261_126)
  const live = await liveHome()
  for (const name of ['One', 'Two', 'Three']) await nodeUnder(live, live.entity.id, name)

  const enabled = await enableTestMode(live)
  for (let done = 0; done < acts; done += actsAtOnce)
    await Promise.all(Array.from({ length: actsAtOnce }, (_, each) => change(live, random, `Node ${done + each}`)))
  expect(enabled.status).toBe(201)

  const wanted = asTwins(await nodesOf(live)).sort()
  expect(wanted.length).toBeGreaterThan(5)
  const test = await until('the test organization', async () => await testHomeOf(live).catch(() => null))
  const there = await until('an equal tree', async () => {
    const found = asThere(await nodesOf(test)).sort()
    return found.join() === wanted.join() && found
  })
  expect(there).toEqual(wanted)
  const rolesOf = async (of: Pick<LiveHome, 'org' | 'token'>) =>
    (await listOf(of, 'roles')).body.results.map(({ name }: Shown) => name).sort()
  const roles = await rolesOf(live)
  await until('equal roles', async () => (await rolesOf(test)).join() === roles.join())
})
