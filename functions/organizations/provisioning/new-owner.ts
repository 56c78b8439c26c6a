import { systemRoles } from '../../../shared/auth/permissions.ts'
import { isRefusal, type Refusal } from '../../../shared/errors/refusal.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import type { Organization } from '../../../shared/store/entities.ts'
import { changeMember, grantOf } from '../model/members/change-member.ts'
import { accountFor } from '../model/members/invitee.ts'
import type { Member } from '../model/members/member.ts'
import type { Shown } from '../model/members/member-view.ts'
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
): Promise<Owner | Refusal<'external_id_taken' | 'service_account' | 'invalid_request'>> {
  const refusal = personTakenRefusal(owner, known) ?? machineRefusal(known.account)
  if (refusal) return refusal
  const own = { named: owner, at: ['owner'], id: ids(nowMs), createdAt: timestamp(nowMs) }
  const profile = await accountFor({ table, work }, { account: known.account, node: organization }, own)
  if (isRefusal(profile)) return profile
  const coming = { id: ids(nowMs), profile, email: owner.email, node: organization, role: systemRoles.owner }
  const member = newMember({ ...coming, inviter: principal.profile, asked: owner }, nowMs)
  const grant = grantOf(systemRoles.owner, [])
  changeMember(work, { before: null, after: member, grant, email: null, atNewNode: true })
  tellAdded(work, member, known.account === null)
  const { id: applicationId } = applicationOf(principal)
  const { externalId } = owner
  if (externalId !== undefined && !isKnownPerson(owner, known))
    giveName(work, { applicationId, externalId, kind: 'user', userId: member.userId, email: member.email })
  return { member, profile, externalId: externalId ?? known.name?.externalId ?? null }
}
