import { type ApiKey, apiKeys, apiKeysOf } from '../../../shared/auth/api-key.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { type Group, nodes, nodesOf, pathOf, placeOf } from '../../../shared/store/entities.ts'
import { startingWith } from '../../../shared/store/index-ranges.ts'
import { moveNodeUsage } from '../../../shared/store/node-usage.ts'
import { type Item, queryIndex, type Table } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { type Member, members, membersOf } from '../model/members/member.ts'
import { moveMembership } from '../model/tree/moved-membership.ts'

/** A group with everything that stands at it or below it: all that tells where it is by its ancestors. */
export interface Subtree {
  /** The group itself among them. */
  readonly groups: readonly Group[]
  readonly members: readonly Member[]
  readonly apiKeys: readonly ApiKey[]
}

/** More than this does not move at once: two items each, and a few beside, have to fit one transaction. */
export const maxMoved = 48

export function sizeOf({ groups, members: people, apiKeys: machines }: Subtree): number {
  return groups.length + people.length + machines.length
}

/** All keys of an organization are looked through, since few have one and none are listed by node. */
const maxKeys = 10_000

/**
 * What stands at a group and below it, as the listings tell, of which none is read further than could be moved. A listing
 * may be a moment behind: the counters of the nodes find that out when all of it is written.
 */
export async function readSubtree(table: Table, group: Group): Promise<Subtree> {
  return subtreeOf(group, await readListings(table, group))
}

interface Listings {
  readonly below: readonly Item[]
  readonly people: readonly Item[]
  readonly machines: readonly Item[]
}

async function readListings(table: Table, group: Group): Promise<Listings> {
  const path = pathOf(placeOf(group))
  const listed = async (partition: string, start: string) =>
    await queryIndex(table, { index: 'GSI1', partition, ...startingWith(start), limit: maxMoved + 1 })
  const [below, people, machines] = await Promise.all([
    listed(nodesOf(group.orgId), `group#${path}/`),
    listed(membersOf(group.orgId), path),
    queryIndex(table, { index: 'GSI1', partition: apiKeysOf(group.orgId), limit: maxKeys }),
  ])
  return { below, people, machines }
}

function subtreeOf(group: Group, { below, people, machines }: Listings): Subtree {
  const groups = [group, ...recordsOf(nodes, below).filter((node) => node.type === 'group')]
  const ids = new Set(groups.map(({ id }) => id))
  const keys = recordsOf(apiKeys, machines).filter(({ nodeId, revocation }) => ids.has(nodeId) && revocation === null)
  return { groups, members: recordsOf(members, people), apiKeys: keys }
}

/**
 * Moves a group with its whole subtree, in one commit. Each record is changed as it was read or not at all, and each counter
 * has to stand at what was found at its node: so nothing stays behind, whatever comes or goes at the same moment.
 */
export function moveSubtree(work: UnitOfWork, { groups, ...standing }: Subtree, moved: Group): void {
  const [top] = groups
  if (!top) throw new Error('a subtree has its own group')
  const ancestorsOf = ({ ancestorIds }: { ancestorIds: readonly string[] }) => [
    ...moved.ancestorIds,
    ...ancestorIds.slice(top.ancestorIds.length),
  ]
  for (const group of groups) {
    const after = group === top ? moved : { ...group, ancestorIds: ancestorsOf(group), version: group.version + 1 }
    work.update(nodes, group, after)
    moveNodeUsage(work, placeOf(group), placeOf(after), countAt(group.id, { groups, ...standing }))
  }
  for (const member of standing.members) {
    const after = { ...member, ancestorIds: ancestorsOf(member), version: member.version + 1 }
    work.update(members, member, after)
    moveMembership(work, { ...after, accountId: member.userId })
  }
  for (const key of standing.apiKeys) {
    const after = { ...key, ancestorIds: ancestorsOf(key), version: key.version + 1 }
    work.update(apiKeys, key, after)
    moveMembership(work, { ...after, accountId: key.id, id: key.membershipId })
  }
}

function countAt(id: string, { groups, members: people, apiKeys: machines }: Subtree): number {
  const children = groups.filter(({ parentId }) => parentId === id)
  return children.length + [...people, ...machines].filter(({ nodeId }) => nodeId === id).length
}
