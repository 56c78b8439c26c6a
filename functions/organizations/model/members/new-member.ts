import { referenceOf } from '../../../../shared/auth/custom-role.ts'
import type { Profile } from '../../../../shared/auth/principal.ts'
import { type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import { dayMs, timestamp } from '../../../../shared/platform/clock.ts'
import { fromItem } from '../../../../shared/store/collection.ts'
import { type Entity, entityIdOf, type Node, nodeKey, nodes, placeOf } from '../../../../shared/store/entities.ts'
import { getItem, type Table } from '../../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import { isWithinReach } from './change-member.ts'
import type { InvitationFacts } from './invitee.ts'
import type { Member } from './member.ts'
import { auditOfMember } from './member-rules.ts'
import type { Shown } from './member-view.ts'

/** Whoever has the whole organization has every entity of it. */
export function standingRefusal(
  { account, email }: Pick<InvitationFacts, 'account' | 'email'>,
  node: Node,
): Refusal<'service_account' | 'already_member'> | null {
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

/** How somebody comes to be a member. */
export interface InvitationOptions {
  /** When false, nobody is written to and the membership is active at once. */
  readonly sendInvitation: boolean
  readonly expiresInDays?: number
  readonly message?: string | undefined
}

interface Coming {
  readonly id: string
  readonly profile: Shown
  /** As it was asked for. */
  readonly email: string
  readonly node: Node
  readonly role: Member['role']
  readonly inviter: Profile
  readonly asked: InvitationOptions
}

export function newMember({ id, profile, email, node, role, inviter, asked }: Coming, nowMs: number): Member {
  const createdAt = timestamp(nowMs)
  const { firstName, lastName, locale } = profile
  return {
    id,
    userId: profile.id,
    person: { firstName, lastName, locale },
    email: profile.email ?? email,
    role: referenceOf(role),
    version: 1,
    orgId: node.orgId,
    providerId: node.providerId,
    nodeId: node.id,
    livemode: node.livemode,
    ancestorIds: [...placeOf(node).ancestorIds],
    createdAt,
    invitedAt: createdAt,
    invitedBy: inviterOf(inviter),
    ...standingAtFirst(asked, nowMs),
  }
}

function standingAtFirst(asked: InvitationOptions, nowMs: number): Pick<Member, 'activeSince' | 'invitation'> {
  const { sendInvitation, expiresInDays: days = usualInvitationDays, message } = asked
  if (!sendInvitation) return { activeSince: timestamp(nowMs), invitation: null }
  const expiresAt = timestamp(nowMs + days * dayMs)
  return { activeSince: null, invitation: { expiresAt, resentAt: null, generation: 1, days, message: message || null } }
}

function inviterOf({ id, email, firstName, lastName }: Profile): Member['invitedBy'] {
  return { id, email, firstName, lastName }
}

/** The entities of an organization were read with the rest; that of a group is known only now. */
export async function entitiesReached(
  table: Table,
  node: Node,
  entities: readonly Entity[],
): Promise<readonly Entity[]> {
  if (node.type === 'entity') return [node]
  if (node.type === 'organization') return entities.filter((entity) => isWithinReach(entity, node))
  const item = await getItem(table, nodeKey(node.entityId))
  const entity = item && fromItem(nodes, item)
  if (entity?.type !== 'entity') throw new Error(`the entity ${node.entityId} no longer exists`)
  return [entity]
}

export function tellAdded(work: UnitOfWork, member: Member, newAccount: boolean): void {
  const { id: membershipId, userId, nodeId, invitation, role } = member
  work.emit({ type: 'member.added', data: { userId, nodeId, newAccount } }, member)
  if (invitation) {
    const data = { membershipId, generation: invitation.generation }
    work.enqueue({ type: 'member.invitation_due', data }, member)
  }
  work.audit(auditOfMember(member, 'member.added', [{ field: 'role', from: null, to: role.key }]))
}
