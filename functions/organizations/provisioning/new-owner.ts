import { systemRoles } from '../../../shared/auth/permissions.ts'
import { personIn } from '../../../shared/auth/person.ts'
import { newAccountId } from '../../../shared/auth/principal.ts'
import type { Refusal } from '../../../shared/errors/refusal.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import type { Organization } from '../../../shared/store/entities.ts'
import { changeMember, grantOf } from '../model/members/change-member.ts'
import { inviteeOf } from '../model/members/invitee.ts'
import type { Member } from '../model/members/member.ts'
import { type Shown, shownOf } from '../model/members/member-view.ts'
import { machineRefusal, newMember, tellAdded } from '../model/members/new-member.ts'
import { giveName } from '../model/tree/external-name.ts'
import { applicationOf } from './application.ts'
import type { Making } from './new-organization.ts'
import type { OrganizationInput, OwnerFacts } from './organization-facts.ts'
import { isKnownPerson, personTakenRefusal } from './person-name.ts'

interface Owning {
  readonly organization: Organization
  readonly owner: NonNullable<OrganizationInput['owner']>
  readonly known: OwnerFacts
}

/** Who is to own a new organization. */
export interface Owner {
  readonly member: Member
  readonly profile: Shown
  readonly externalId: string | null
}

/** Gives a new organization its owner: the one role that an application gives to nobody later on. */
export async function addOwner(
  { table, work, ids, nowMs, principal }: Making,
  { organization, owner, known }: Owning,
): Promise<Owner | Refusal<'external_id_taken' | 'service_account' | 'rate_limited'>> {
  const refusal = personTakenRefusal(owner, known) ?? machineRefusal(known.account) ?? known.overBudget
  if (refusal) return refusal
  const own = { named: owner, id: newAccountId(ids), createdAt: timestamp(nowMs) }
  const invitee = await inviteeOf({ table, work }, { account: known.account, node: organization }, own)
  const coming = { id: ids(nowMs), invitee, email: owner.email, known: null, node: organization }
  const inviter = personIn(principal, organization.id)
  const member = newMember({ ...coming, role: systemRoles.owner, inviter, asked: owner }, nowMs)
  const grant = grantOf(systemRoles.owner)
  changeMember(work, { before: null, after: member, grant, email: null, atNewNode: true })
  tellAdded(work, member, invitee.isNew)
  const { id: applicationId } = applicationOf(principal)
  const { externalId } = owner
  if (externalId !== undefined && !isKnownPerson(owner, known))
    giveName(work, { applicationId, externalId, kind: 'user', userId: member.userId, email: member.email })
  return { member, profile: shownOf(member, invitee.account), externalId: externalId ?? known.name?.externalId ?? null }
}
