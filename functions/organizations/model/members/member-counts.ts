import { systemRoles } from '../../../../shared/auth/permissions.ts'
import { type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import { getItem, type Table } from '../../../../shared/store/table.ts'
import { liveIdOf } from '../../../../shared/store/twin-ids.ts'
import type { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import { type Member, membersOf } from './member.ts'

/** How many members an organization has of each role, and how many of them own it: counted with each change. */
function memberCountsKey(orgId: string) {
  return { PK: membersOf(orgId), SK: 'CENSUS' }
}

/** By the role's key, of which an organization has one. */
const countOf = (roleKey: string) => `role#${roleKey}`
const owners = 'owners'

const lastOwner = refuse(
  'last_owner',
  'An organization needs at least one active owner. Give the role owner to another member first.',
)

/**
 * Counts what becomes of a member (null: there is none). The one active owner of an organization neither goes nor gets
 * another role: the counter itself refuses, so that of two who would leave together one stays.
 */
export function recount(work: UnitOfWork, before: Member | null, after: Member | null): void {
  const orgId = (after ?? before)?.orgId
  const changes = changesOf(before, after)
  if (orgId === undefined || changes.length === 0) return
  const values = Object.fromEntries(changes.map(([, change], index) => [`:c${index}`, change]))
  const losesOwner = changes.some(([name, change]) => name === owners && change < 0)
  const update = {
    Key: memberCountsKey(orgId),
    UpdateExpression: `ADD ${changes.map((_, index) => `#c${index} :c${index}`).join(', ')}`,
    ExpressionAttributeNames: {
      ...Object.fromEntries(changes.map(([name], index) => [`#c${index}`, name])),
      ...(losesOwner && { '#owners': owners }),
    },
    ...(losesOwner && { ConditionExpression: '#owners > :one' }),
    ExpressionAttributeValues: { ...values, ...(losesOwner && { ':one': 1 }) },
  }
  work.write((TableName) => ({ Update: { TableName, ...update } }), losesOwner ? lastOwner : 'stale')
}

/** Says of the one active owner that they stay, for whom may not even ask: to others the counter itself says it. */
export async function lastOwnerRefusal(table: Table, member: Member): Promise<Refusal<'last_owner'> | null> {
  if (!isOwner(member)) return null
  const item = await getItem(table, memberCountsKey(member.orgId))
  return Number(item?.[owners] ?? 0) <= 1 ? lastOwner : null
}

function changesOf(before: Member | null, after: Member | null): [name: string, change: number][] {
  const counts = new Map<string, number>()
  const add = (name: string, change: number) => counts.set(name, (counts.get(name) ?? 0) + change)
  if (before) add(countOf(before.role.key), -1)
  if (after) add(countOf(after.role.key), 1)
  if (before && isOwner(before)) add(owners, -1)
  if (after && isOwner(after)) add(owners, 1)
  return [...counts].filter(([, change]) => change !== 0)
}

/** Of the organization itself; whoever has the role in an entity alone owns no organization. */
function isOwner({ role, activeSince, ancestorIds }: Member): boolean {
  return role.id === systemRoles.owner.id && activeSince !== null && ancestorIds.length === 0
}

/** Forgets the count of a role that goes: nobody has it. */
export function forgetRole(work: UnitOfWork, orgId: string, roleKey: string): void {
  const update = {
    Key: memberCountsKey(orgId),
    UpdateExpression: 'REMOVE #count',
    ConditionExpression: 'attribute_not_exists(#count) OR #count = :none',
    ExpressionAttributeNames: { '#count': countOf(roleKey) },
    ExpressionAttributeValues: { ':none': 0 },
  }
  const held = refuse('still_referenced', 'Members still have this role. Give them another role first.')
  work.write((TableName) => ({ Update: { TableName, ...update } }), held)
}

/** How many members of an organization have a role, whatever their status. */
export type MemberCounts = (roleKey: string) => number

export async function readMemberCounts(table: Table, orgId: string): Promise<MemberCounts> {
  const item = await getItem(table, memberCountsKey(liveIdOf(orgId)))
  return (roleKey) => Number(item?.[countOf(roleKey)] ?? 0)
}
