import { type Role, repeatedPermissions } from '../../../../shared/auth/custom-role.ts'
import { type Membership, memberships } from '../../../../shared/auth/principal.ts'
import { changeRoleUsage } from '../../../../shared/auth/role-usage.ts'
import { type MemberEmail, memberEmails } from '../../../../shared/store/member-emails.ts'
import { decreaseNodeUsage, increaseNodeUsage } from '../../../../shared/store/node-usage.ts'
import type { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import { entityOfMember, type Member, members, placeOfMember } from './member.ts'
import { recount } from './member-counts.ts'

/** What a membership repeats of its role. */
export type MembershipRights = Pick<Membership, 'permissions'>

interface Change {
  /** Null: they are new. */
  readonly before: Member | null
  /** Null: they leave. */
  readonly after: Member | null
  /** What the membership permits from now on; null where they leave. */
  readonly grant: MembershipRights | null
  /** Where the person stands in the organization so far; null: nowhere. */
  readonly email: MemberEmail | null
  /** The node is as new as the member, and was counted with them. */
  readonly atNewNode?: true
}

/**
 * Writes everything that a change of a member touches, in one commit: the record, the membership's rights, the person's places
 * in the organization, and the counters of node usage, role usage and members.
 */
export function changeMember(work: UnitOfWork, { before, after, grant, email, atNewNode }: Change): void {
  writeRecord(work, before, after)
  if (after && grant) work.putPart(memberships, membershipOf(after, grant))
  else if (before) work.removePart(memberships.key(membershipOf(before, { permissions: [] })))
  writePlaces(work, { before, after, email })
  if (before?.nodeId !== after?.nodeId && !atNewNode) {
    if (before) decreaseNodeUsage(work, before.nodeId)
    if (after) increaseNodeUsage(work, placeOfMember(after))
  }
  changeRoleUsage(work, before?.role ?? null, after?.role ?? null)
  recount(work, before, after)
}

function writeRecord(work: UnitOfWork, before: Member | null, after: Member | null): void {
  if (after && before) work.update(members, before, after)
  else if (after) work.create(members, after)
  else if (before) work.remove(members, before)
}

function membershipOf(member: Member, grant: MembershipRights): Membership {
  const { id, userId, orgId, nodeId, ancestorIds, role, livemode, createdAt, version, person } = member
  const { firstName, lastName } = person
  return {
    id,
    userId,
    orgId,
    nodeId,
    ancestorIds,
    role,
    livemode,
    createdAt,
    version,
    names: { firstName, lastName },
    entityId: entityOfMember(member),
    status: member.activeSince === null ? 'pending' : 'active',
    permissions: grant.permissions,
  }
}

function writePlaces(work: UnitOfWork, { before, after, email }: Omit<Change, 'grant'>): void {
  const member = after ?? before
  if (!member) return
  const others = email?.places.filter(({ membershipId }) => membershipId !== member.id) ?? []
  const own = after && {
    membershipId: after.id,
    entityId: entityOfMember(after),
    isActive: after.activeSince !== null,
  }
  const places = own ? [...others, own] : others
  if (email && JSON.stringify(places) === JSON.stringify(email.places)) return
  if (email && places.length === 0) work.remove(memberEmails, email)
  else if (email) work.update(memberEmails, email, { ...email, places, version: email.version + 1 })
  else if (own) {
    const { orgId, userId, email: address } = member
    work.create(memberEmails, { orgId, email: address, userId, places, version: 1 })
  }
}

/** What a role permits, as its memberships repeat it. */
export function grantOf(role: Pick<Role, 'id' | 'permissions'>): MembershipRights {
  return { permissions: repeatedPermissions(role) }
}
