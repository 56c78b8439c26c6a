import { timestamp } from '../clock.ts'
import { type Refusal, refuse } from '../errors/refusal.ts'
import type { Mac } from '../signature/signing-secrets.ts'
import { fromItem } from '../store/collection.ts'
import { getItem, type Table } from '../store/table.ts'
import type { Work } from '../store/work.ts'
import { changeMember } from './change-member.ts'
import { isInvitationToken, membershipIdOf } from './invitation-token.ts'
import { type Member, memberPartition, members, statusOf, updateOf } from './member.ts'
import { type MemberParts, partsOf } from './member-parts.ts'

const notUsable = refuse(
  'invalid_grant',
  'The invitation cannot be used: it has expired, was replaced by a later one, was accepted or taken back.',
)

interface Ground {
  readonly table: Table
  readonly mac: Mac
}

/** The member whom the link of a token invites now. */
export async function invitedBy(
  { table, mac }: Ground,
  token: string,
  nowMs: number,
): Promise<Member | Refusal<'invalid_grant'>> {
  const membershipId = membershipIdOf(token)
  const item = membershipId && (await getItem(table, { PK: memberPartition(membershipId), SK: 'MEMBER' }))
  if (!membershipId || !item) return notUsable
  const member = fromItem(members, item)
  const generation = member.invitation?.generation
  if (generation === undefined || statusOf(member, nowMs) !== 'pending') return notUsable
  return (await isInvitationToken(mac, token, { membershipId, generation })) ? member : notUsable
}

/** Makes an invited member an active one. */
export async function acceptInvitation(
  table: Table,
  work: Work,
  member: Member,
  nowMs: number,
): Promise<{ member: Member; parts: MemberParts }> {
  const parts = await partsOf(table, member, null)
  const after = { ...member, activeSince: timestamp(nowMs), version: member.version + 1 }
  changeMember(work, { before: member, after, grant: parts.membership, email: parts.email })
  const { id, orgId, livemode, email, nodeId } = after
  work.emit({ type: 'member.updated', data: updateOf(after, nowMs) }, after)
  const target = { type: 'membership', id, label: email }
  work.audit({ orgId, livemode, action: 'member.invitation_accepted', target, nodeId, changes: [] })
  return { member: after, parts }
}
