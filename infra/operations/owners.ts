import * as v from 'valibot'
import { changeMember, grantOf } from '../../functions/organizations/model/members/change-member.ts'
import { inviteeOf } from '../../functions/organizations/model/members/invitee.ts'
import {
  type Member,
  memberKey,
  members,
  membersOf,
  statusOf,
  updateOf,
} from '../../functions/organizations/model/members/member.ts'
import { partsOf } from '../../functions/organizations/model/members/member-parts.ts'
import { auditOfMember } from '../../functions/organizations/model/members/member-rules.ts'
import { machineRefusal, newMember, tellAdded } from '../../functions/organizations/model/members/new-member.ts'
import {
  enqueueInvitation,
  renewed,
  resentInvitation,
} from '../../functions/organizations/model/members/resent-invitation.ts'
import { referenceOf } from '../../shared/auth/custom-role.ts'
import { systemRoles } from '../../shared/auth/permissions.ts'
import { newAccountId } from '../../shared/auth/principal.ts'
import { isRefusal } from '../../shared/errors/refusal.ts'
import { emailAddress, localeTag, personName } from '../../shared/http/values.ts'
import { timestamp } from '../../shared/platform/clock.ts'
import { type Ids, uuid } from '../../shared/platform/ids.ts'
import { type AccountEmail, accountEmailKey, accountEmails } from '../../shared/store/accounts.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import type { Organization } from '../../shared/store/entities.ts'
import { type MemberEmail, memberEmailKey, memberEmails } from '../../shared/store/member-emails.ts'
import { getItems, type Table, wholeIndexRange } from '../../shared/store/table.ts'
import { isTwinId, liveIdOf } from '../../shared/store/twin-ids.ts'
import type { UnitOfWork } from '../../shared/store/unit-of-work.ts'
import { commitCommand } from './commit-command.ts'
import { organizationNamed } from './node-named.ts'
import { CommandRefusal } from './refusal.ts'

/** A new owner, by the options of the command. */
export const ownerInput = v.object({
  org: uuid,
  email: emailAddress,
  'first-name': personName(),
  'last-name': personName(),
  locale: v.optional(localeTag),
})
type OwnerInput = v.InferOutput<typeof ownerInput>

/** Whose owners are listed, by the options of the command. */
export const owned = v.object({ org: uuid })

interface Moment {
  readonly ids: Ids
  readonly nowMs: number
}

/** The owners of an organization, and the people who are invited to own it. */
export async function listOwners(table: Table, { org }: v.InferOutput<typeof owned>, nowMs: number) {
  const { id } = await liveOrganization(table, org)
  const listing = { index: 'GSI1', partition: membersOf(id), to: ofOrganization } as const
  const found = recordsOf(members, await wholeIndexRange(table, listing))
  return found.filter(({ role }) => role.id === systemRoles.owner.id).map((member) => toOwner(member, nowMs))
}

/** Members of the organization itself come before those of its entities. */
const ofOrganization = '#~'

/**
 * Makes a person an owner. An active member is one at once. Everybody else gets an invitation, so that a mistyped address
 * owns nothing; the same command sends it again.
 */
export async function addOwner(table: Table, asked: OwnerInput, moment: Moment) {
  return await commitCommand(table, 'operator', async (work) => {
    const organization = await liveOrganization(table, asked.org)
    const keys = [accountEmailKey(asked.email), memberEmailKey(organization.id, asked.email)]
    const items = await getItems(table, keys)
    const [account = null] = recordsOf(accountEmails, items)
    const [known = null] = recordsOf(memberEmails, items)
    const place = known?.places.find(({ entityId }) => entityId === null)
    const owner = place
      ? await raised({ table, work }, place.membershipId, moment.nowMs)
      : await added({ table, work }, { asked, organization, account, known }, moment)
    if (isRefusal(owner)) throw new CommandRefusal(owner.message)
    return toOwner(owner, moment.nowMs)
  })
}

interface Writing {
  readonly table: Table
  readonly work: UnitOfWork
}

interface Coming {
  readonly asked: OwnerInput
  readonly organization: Organization
  readonly account: AccountEmail | null
  /** The person's memberships in the organization; null: none. */
  readonly known: MemberEmail | null
}

async function added(writing: Writing, { asked, organization, account, known }: Coming, { ids, nowMs }: Moment) {
  const refusal = machineRefusal(account)
  if (refusal) return refusal
  const { work } = writing
  const { email, 'first-name': firstName, 'last-name': lastName, locale } = asked
  const named = { email, firstName, lastName, locale }
  const own = { named, id: newAccountId(ids), createdAt: timestamp(nowMs) }
  const invitee = await inviteeOf(writing, { account, node: organization }, own)
  const sendInvitation = !known?.places.some(({ isActive }) => isActive)
  const coming = { id: ids(nowMs), invitee, email, known, node: organization, inviter: null, asked: { sendInvitation } }
  const owner = newMember({ ...coming, role: systemRoles.owner }, nowMs)
  changeMember(work, { before: null, after: owner, grant: grantOf(systemRoles.owner), email: known })
  tellAdded(work, owner, invitee.isNew)
  return owner
}

/** Somebody of the organization itself, in another role or with an invitation that they have not accepted. */
async function raised({ table, work }: Writing, membershipId: string, nowMs: number) {
  const [before] = recordsOf(members, await getItems(table, [memberKey(membershipId)]))
  if (!before) throw new CommandRefusal('The person’s membership has just ended. Give the command again.')
  const isOwner = before.role.id === systemRoles.owner.id
  if (isOwner && before.activeSince !== null)
    throw new CommandRefusal(`${before.email} is an owner of the organization already.`)
  if (isOwner) return resentInvitation(work, before, { nowMs, budgetItems: [] })
  const parts = await partsOf(table, before)
  if (isRefusal(parts)) return parts
  const { activeSince, invitation } = before
  // An earlier e-mail named another role.
  const renewal = activeSince === null && invitation ? renewed(invitation, nowMs) : null
  const role = referenceOf(systemRoles.owner)
  // The operator invites now: an application can no longer withdraw it.
  const invited = renewal ? { invitation: renewal, invitedBy: null } : { invitation }
  const after = { ...before, ...invited, role, version: before.version + 1 }
  changeMember(work, { before, after, grant: grantOf(systemRoles.owner), email: parts.email })
  work.emit({ type: 'member.updated', data: updateOf(after, nowMs) }, after)
  work.audit(auditOfMember(after, 'member.role_changed', [{ field: 'role', from: before.role.key, to: 'owner' }]))
  if (renewal) enqueueInvitation(work, after, renewal)
  return after
}

/** Members of a test organization are those of the live one. */
async function liveOrganization(table: Table, id: string): Promise<Organization> {
  const organization = await organizationNamed(table, id)
  if (isTwinId(organization.id))
    throw new CommandRefusal(
      `${id} is a test organization. Its owners are those of the live organization ${liveIdOf(organization.id)}.`,
    )
  return organization
}

function toOwner(member: Member, nowMs: number) {
  const { id, orgId, userId, email, role, activeSince, invitation } = member
  const status = statusOf(member, nowMs)
  const invitationExpiresAt = status === 'active' ? null : (invitation?.expiresAt ?? null)
  return { id, orgId, userId, email, role: role.key, status, activeSince, invitationExpiresAt }
}
