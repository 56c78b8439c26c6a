import * as v from 'valibot'
import { uuid } from '../../../../shared/platform/ids.ts'
import type { Versioned } from '../../../../shared/store/collection.ts'
import { entityIdOf, type NodePlace, pathOf } from '../../../../shared/store/entities.ts'
import type { Key } from '../../../../shared/store/table.ts'

const inviterSchema = v.object({
  id: v.string(),
  email: v.nullable(v.string()),
  firstName: v.nullable(v.string()),
  lastName: v.nullable(v.string()),
})

/**
 * A person at a node of an organization, with what is known of how they came there. What the membership permits stands in
 * the person's own partition (`memberships`), under the same id, and follows from this record.
 */
export const memberSchema = v.object({
  id: uuid,
  userId: v.string(),
  email: v.string(),
  /** As the call that invited or added them named them. Shown until they join and confirm names of their own. */
  person: v.object({ firstName: v.nullable(v.string()), lastName: v.nullable(v.string()), locale: v.string() }),
  orgId: uuid,
  providerId: uuid,
  nodeId: uuid,
  /** Of the node, from the organization down. */
  ancestorIds: v.array(uuid),
  role: v.object({ id: uuid, key: v.string(), name: v.string() }),
  livemode: v.boolean(),
  createdAt: v.string(),
  /** Null until the invitation is accepted. */
  activeSince: v.nullable(v.string()),
  invitedAt: v.string(),
  invitedBy: v.nullable(inviterSchema),
  /** Null if the membership was active at once. */
  invitation: v.nullable(
    v.object({
      expiresAt: v.string(),
      resentAt: v.nullable(v.string()),
      /** Counts the links that were sent: only the last one opens. 0: no e-mail was sent, and the person accepts signed in. */
      generation: v.number(),
      /** For how long each of them does. */
      days: v.number(),
      message: v.nullable(v.string()),
    }),
  ),
  version: v.number(),
})
export type Member = v.InferOutput<typeof memberSchema>

export const memberStatuses = ['active', 'pending', 'expired'] as const
export type MemberStatus = (typeof memberStatuses)[number]

/** An invitation expires by itself: nothing has to happen for it. */
export function statusOf({ activeSince, invitation }: Member, nowMs: number): MemberStatus {
  if (activeSince !== null || invitation === null) return 'active'
  return nowMs < Date.parse(invitation.expiresAt) ? 'pending' : 'expired'
}

/** What subscribers are told of a change. */
export function updateOf(member: Member, nowMs: number) {
  const { id: membershipId, userId, nodeId, role } = member
  return { membershipId, userId, nodeId, role: role.key, status: statusOf(member, nowMs) }
}

export function placeOfMember({ orgId, nodeId, ancestorIds }: Member): NodePlace {
  return { orgId, nodeId, ancestorIds }
}

export function memberPartition(id: string): string {
  return `MEMBER#${id}`
}

export function memberKey(id: string): Key {
  return { PK: memberPartition(id), SK: 'MEMBER' }
}

export const members: Versioned<Member> = {
  name: 'member',
  schema: memberSchema,
  key: ({ id }) => memberKey(id),
  toldByKey: ({ PK }) => ({ id: PK.slice(memberPartition('').length) }),
  indexKeys: (member) => ({ GSI1PK: membersOf(member.orgId), GSI1SK: memberOrder(member) }),
}

/** The listing of an organization's members, by the paths of their nodes. */
export function membersOf(orgId: string): string {
  return `ORG#${orgId}#MEMBERS`
}

export function memberOrder(member: Member): string {
  return `${pathOf(placeOfMember(member))}#${member.id}`
}

/** Members of the organization itself reach every entity; others reach one. */
export function entityOfMember(member: Member): string | null {
  return entityIdOf(placeOfMember(member))
}
