import { expect } from 'vitest'
import { memberOrder, members, membersOf } from '../../functions/organizations/model/members/member.ts'
import { apiKeys, apiKeysOf } from '../../shared/auth/api-key.ts'
import { accountPartition, memberships } from '../../shared/auth/principal.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { nodeKey, nodeOrder, nodes, nodesOf, pathOf, placeOf } from '../../shared/store/entities.ts'
import { getItem, queryIndex, queryPartition } from '../../shared/store/table.ts'
import { type Tenant, table } from './tenant.ts'

async function listed(partition: string) {
  return await queryIndex(table(), { index: 'GSI1', partition, limit: 1_000 })
}

/**
 * Everything in an organization that tells where it is tells the same: nodes by their parents, members, API keys and what
 * they may do by their nodes, the listings by their paths, and the counters by what is really there.
 */
export async function expectEverythingInPlace({ org }: Pick<Tenant, 'org'>): Promise<void> {
  const nodeItems = [await getItem(table(), nodeKey(org.id)), ...(await listed(nodesOf(org.id)))].filter(
    (item) => item !== null,
  )
  const tree = new Map(recordsOf(nodes, nodeItems).map((node) => [node.id, node]))
  const placeAt = (id: string) => {
    const node = tree.get(id)
    if (!node) throw new Error(`there is no node ${id}`)
    return placeOf(node)
  }
  const occupants = new Map([...tree.keys()].map((id) => [id, 0]))
  const count = (id: string) => occupants.set(id, (occupants.get(id) ?? 0) + 1)

  for (const node of tree.values()) {
    if (node.type === 'organization') continue
    expect(placeOf(node).ancestorIds).toEqual([...placeAt(node.parentId).ancestorIds, node.parentId])
    expect(nodeItems.find(({ PK }) => PK === nodeKey(node.id).PK)?.GSI1SK).toBe(nodeOrder(node))
    count(node.parentId)
  }
  const memberItems = await listed(membersOf(org.id))
  const keys = recordsOf(apiKeys, await listed(apiKeysOf(org.id)))
  const people = recordsOf(members, memberItems).map((member) => ({ ...member, accountId: member.userId }))
  const machines = keys
    .filter(({ revocation }) => revocation === null)
    .map((key) => ({ ...key, accountId: key.id, id: key.membershipId }))
  for (const { id, accountId, nodeId, ancestorIds } of [...people, ...machines]) {
    const own = recordsOf(memberships, await queryPartition(table(), accountPartition(accountId), 'MEMBERSHIP#'))
    const membership = own.find((one) => one.id === id)
    expect([ancestorIds, membership?.ancestorIds]).toEqual(Array(2).fill(placeAt(nodeId).ancestorIds))
    expect(membership?.nodeId).toBe(nodeId)
    count(nodeId)
  }
  for (const member of people)
    expect(memberItems.find(({ PK }) => PK === members.key(member).PK)?.GSI1SK).toBe(memberOrder(member))
  for (const id of tree.keys()) {
    const counter = await getItem(table(), { ...nodeKey(id), SK: 'OCCUPANCY' })
    expect([counter?.occupants, counter?.path]).toEqual([occupants.get(id), pathOf(placeAt(id))])
  }
}
