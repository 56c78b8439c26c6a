import { type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import { brandKeys } from '../../../../shared/pages/brand-keys.ts'
import type { MacKeys } from '../../../../shared/personal-links/signing-secrets.ts'
import { timestamp } from '../../../../shared/platform/clock.ts'
import type { BatchLoader } from '../../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../../shared/store/collection.ts'
import { nodeKey } from '../../../../shared/store/entities.ts'
import type { Item, Key } from '../../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import { changeMember } from './change-member.ts'
import { isInvitationToken, membershipIdOf } from './invitation-token.ts'
import { type Member, memberKey, members, statusOf, updateOf } from './member.ts'
import { hasEnded, keysOfParts, type MemberParts, partsIn } from './member-parts.ts'

const notUsable = refuse(
  'invalid_grant',
  'The invitation cannot be used: it has expired, was replaced by a newer one, was accepted or was withdrawn. ' +
    'Ask for a new one.',
)

interface Dependencies {
  readonly macKeys: MacKeys
  readonly nowMs: number
}

/** Somebody who is invited. */
export interface Invited {
  readonly member: Member
  /** Their parts and the organization, which were read with them. */
  readonly beside: readonly Item[]
}

/** Whether who was read for a token is invited by it now, and not by another one or no more. */
export async function invitedBy(
  token: string,
  invited: Invited | null,
  { macKeys, nowMs }: Dependencies,
): Promise<Invited | Refusal<'invalid_grant'>> {
  if (!invited) return notUsable
  if (statusOf(invited.member, nowMs) !== 'pending') return notUsable
  return (await isTokenOf(invited.member, token, macKeys)) ? invited : notUsable
}

/** The person whom a token names, if they have accepted the invitation that it belongs to; otherwise null. */
export async function acceptedBy(
  token: string,
  invited: Invited | null,
  { macKeys, nowMs }: Dependencies,
): Promise<Invited | null> {
  if (!invited || statusOf(invited.member, nowMs) !== 'active') return null
  return (await isTokenOf(invited.member, token, macKeys)) ? invited : null
}

async function isTokenOf({ id: membershipId, invitation }: Member, token: string, macKeys: MacKeys): Promise<boolean> {
  if (!invitation) return false
  return await isInvitationToken(macKeys, token, { membershipId, generation: invitation.generation })
}

/** The invitation of a person who is signed in and names it by its membership. Others get the answer of no invitation. */
export function ownInvitation(
  invited: Invited | null,
  { userId, nowMs }: { readonly userId: string; readonly nowMs: number },
): Invited | Refusal<'invalid_grant'> {
  return invited?.member.userId === userId && statusOf(invited.member, nowMs) === 'pending' ? invited : notUsable
}

/** The person that a token names, whether it is the right one or not. */
export async function readInvited(readItems: BatchLoader, token: string): Promise<Invited | null> {
  const membershipId = membershipIdOf(token)
  return membershipId === null ? null : await readInvitation(readItems, membershipId)
}

export async function readInvitation(readItems: BatchLoader, membershipId: string): Promise<Invited | null> {
  const [member] = recordsOf(members, await readItems([memberKey(membershipId)]))
  if (!member) return null
  const beside = await readItems(keysBesideInvited(member))
  return (await hasEnded(readItems, member, beside)) ? null : { member, beside }
}

function keysBesideInvited(member: Member): Key[] {
  const { nodeId, orgId } = member
  const ofOrganization = nodeId === orgId ? [] : [nodeKey(orgId)]
  return [...keysOfParts(member), ...ofOrganization, ...brandKeys({ orgId, entityId: nodeId })]
}

/** Makes an invited member an active one. */
export function acceptInvitation(
  work: UnitOfWork,
  { member, beside }: Invited,
  nowMs: number,
): { member: Member; parts: MemberParts } {
  const parts = partsIn(beside, member)
  const after = { ...member, activeSince: timestamp(nowMs), version: member.version + 1 }
  changeMember(work, { before: member, after, grant: parts.membership, email: parts.email })
  const { id, orgId, livemode, email, nodeId } = after
  work.emit({ type: 'member.updated', data: updateOf(after, nowMs) }, after)
  const target = { type: 'membership', id, label: email }
  work.audit({ orgId, livemode, action: 'member.invitation_accepted', target, nodeId, changes: [] })
  return { member: after, parts }
}
