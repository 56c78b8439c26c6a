import { referenceOf } from '../../../../shared/auth/custom-role.ts'
import type { Person } from '../../../../shared/auth/person.ts'
import { type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import { dayMs, timestamp } from '../../../../shared/platform/clock.ts'
import { entityIdOf, type Node, placeOf } from '../../../../shared/store/entities.ts'
import type { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import type { InvitationFacts, Invitee } from './invitee.ts'
import type { Member } from './member.ts'
import { auditOfMember } from './member-rules.ts'
import { mirroredRefusal } from './mirrored-member.ts'

/** Whoever has the whole organization has every entity of it. */
export function standingRefusal(
  { account, email }: Pick<InvitationFacts, 'account' | 'email'>,
  node: Node,
): Refusal<'service_account' | 'already_member' | 'forbidden'> | null {
  const mirrored = mirroredRefusal(node)
  if (mirrored) return mirrored
  const isOfMachine = machineRefusal(account)
  if (isOfMachine) return isOfMachine
  const entityId = entityIdOf(placeOf(node))
  const isThere = email?.places.some((place) => place.entityId === null || place.entityId === entityId)
  return isThere ? refuse('already_member', 'The person already has a membership or an invitation there.') : null
}

export function machineRefusal(account: InvitationFacts['account']): Refusal<'service_account'> | null {
  if (account?.kind !== 'service') return null
  return refuse(
    'service_account',
    'This e-mail address belongs to the account of a machine. Send the address of a person.',
  )
}

export const usualInvitationDays = 7

/** What callers read about `sendInvitation`. */
export const withoutInvitation =
  'When false, no e-mail is sent. The membership is active at once if this request creates the account or if the person ' +
  'is already an active member of the organization. Otherwise it stays pending until the person accepts it at ' +
  'POST /v1/invitations/accept.'

/** How somebody comes to be a member. */
export interface InvitationOptions {
  /** When false, no e-mail is sent. The membership is active at once unless the account is somebody else's (see `joinsAtOnce`). */
  readonly sendInvitation: boolean
  readonly expiresInDays?: number
  readonly message?: string | undefined
}

interface Coming {
  readonly id: string
  readonly invitee: Invitee
  /** As the call wrote it. */
  readonly email: string
  /** The person's memberships in the organization; null: none. */
  readonly known: InvitationFacts['email']
  readonly node: Node
  readonly role: Member['role']
  /** Null: the operator of the service. */
  readonly inviter: Person | null
  readonly asked: InvitationOptions
}

export function newMember(coming: Coming, nowMs: number): Member {
  const { id, invitee, email, node, role, inviter } = coming
  const createdAt = timestamp(nowMs)
  return {
    id,
    userId: invitee.account.userId,
    person: invitee.person,
    email,
    role: referenceOf(role),
    version: 1,
    orgId: node.orgId,
    providerId: node.providerId,
    nodeId: node.id,
    livemode: node.livemode,
    ancestorIds: [...placeOf(node).ancestorIds],
    createdAt,
    invitedAt: createdAt,
    invitedBy: inviter,
    ...standingAtFirst(coming, nowMs),
  }
}

function standingAtFirst(coming: Coming, nowMs: number): Pick<Member, 'activeSince' | 'invitation'> {
  if (joinsAtOnce(coming)) return { activeSince: timestamp(nowMs), invitation: null }
  const { sendInvitation, expiresInDays: days = usualInvitationDays, message = null } = coming.asked
  const expiresAt = timestamp(nowMs + days * dayMs)
  const generation = sendInvitation ? 1 : 0
  return { activeSince: null, invitation: { expiresAt, resentAt: null, generation, days, message: message || null } }
}

/** Nobody joins an organization without their consent: an account that existed before is somebody's, who decides themselves. */
function joinsAtOnce({ asked, invitee, known }: Coming): boolean {
  if (asked.sendInvitation) return false
  return invitee.isNew || known?.places.some(({ isActive }) => isActive) === true
}

export function tellAdded(work: UnitOfWork, member: Member, newAccount: boolean): void {
  const { id: membershipId, userId, nodeId, invitation, role } = member
  work.emit({ type: 'member.added', data: { userId, nodeId, newAccount } }, member)
  if (invitation && invitation.generation > 0) {
    const data = { membershipId, generation: invitation.generation }
    work.enqueue({ type: 'member.invitation_due', data }, member)
  }
  work.audit(auditOfMember(member, 'member.added', [{ field: 'role', from: null, to: role.key }]))
}
