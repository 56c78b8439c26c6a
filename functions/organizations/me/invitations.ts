import type { Principal } from '../../../shared/auth/principal.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { nodeKey, nodes } from '../../../shared/store/entities.ts'
import { memberPartition, members, statusOf } from '../model/members/member.ts'
import type { Invitation } from './me-view.ts'

/** The invitations that a person can accept now. Expired ones are left out; the organization can send them again. */
export async function readInvitations(
  readItems: BatchLoader,
  { kind, memberships }: Principal,
  nowMs: number,
): Promise<Invitation[]> {
  const pending = kind === 'user' ? memberships.filter(({ status }) => status === 'pending') : []
  const items = await readItems([
    ...pending.map(({ id }) => ({ PK: memberPartition(id), SK: 'MEMBER' })),
    ...new Set(pending.map(({ orgId }) => orgId)).values().map(nodeKey),
  ])
  const nameOf = new Map(recordsOf(nodes, items).map(({ id, name }) => [id, name]))
  return recordsOf(members, items)
    .filter((member) => statusOf(member, nowMs) === 'pending')
    .map(({ id: membershipId, orgId, role, invitedBy }) => {
      const { id, key, name } = role
      return { membershipId, orgName: nameOf.get(orgId) ?? '', role: { id, key, name }, invitedBy }
    })
    .sort((a, b) => (a.membershipId < b.membershipId ? -1 : 1))
}
