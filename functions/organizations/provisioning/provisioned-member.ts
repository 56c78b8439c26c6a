import { keysOfCustom, type Role, rolesIn } from '../../../shared/auth/custom-role.ts'
import { nodeAccess, type OrganizationAccess } from '../../../shared/auth/node-access.ts'
import { personIn } from '../../../shared/auth/person.ts'
import { newAccountId, profileKey, profiles } from '../../../shared/auth/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { missingFields } from '../../../shared/http/validation.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import type { Ids } from '../../../shared/platform/ids.ts'
import { batchLoader } from '../../../shared/store/batch-loader.ts'
import { fromItem, recordsOf } from '../../../shared/store/collection.ts'
import { entityIdOf, type Node, nodeKey, nodes, placeOf } from '../../../shared/store/entities.ts'
import { retryUntilConsistent } from '../../../shared/store/optimistic-retry.ts'
import { getItem, getItems, type Table } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { changeMember, grantOf } from '../model/members/change-member.ts'
import { additionRefusal } from '../model/members/invitation-budget.ts'
import { inviteeOf } from '../model/members/invitee.ts'
import { memberPartition, members } from '../model/members/member.ts'
import { shownOf } from '../model/members/member-view.ts'
import { newMember, standingRefusal, tellAdded } from '../model/members/new-member.ts'
import { giveName } from '../model/tree/external-name.ts'
import { applicationOf } from './application.ts'
import { type MemberFacts, type MemberInput, memberFacts } from './member-facts.ts'
import { type PartnerMember, toPartnerMember } from './partner-views.ts'
import { isKnownPerson, personTakenRefusal } from './person-name.ts'
import { roleToGive } from './role-to-give.ts'

/** Where somebody becomes a member, by whom and when. */
export interface Joining {
  readonly table: Table
  readonly work: UnitOfWork
  readonly ids: Ids
  readonly nowMs: number
  readonly access: OrganizationAccess
}

/** Everything that keeps somebody from becoming a member by an application's word. */
export const memberErrors = [
  ...(['node_not_found', 'external_id_taken', 'role_not_found', 'role_other_org'] as const),
  ...(['role_escalation', 'service_account', 'already_member', 'rate_limited', 'forbidden'] as const),
  ...(['invalid_request'] as const),
] as const
type NotAMember = Refusal<(typeof memberErrors)[number]>

/** A member, and whether they were made one now. */
type Provisioned = PartnerMember & { readonly created: boolean }

/** Makes a person a member, or finds whom the same request has made one before. */
export async function provisionedMember(
  joining: Joining,
  input: MemberInput,
  preloaded: MemberFacts | null,
): Promise<Provisioned | NotAMember> {
  const { table, access, nowMs } = joining
  const place = { applicationId: applicationOf(access.principal).id, orgId: access.orgId, nowMs }
  return await retryUntilConsistent({ maxTries: 3 }, async ({ isFirst, isLast }) => {
    const facts =
      (isFirst ? preloaded : null) ?? (await memberFacts({ table, readItems: batchLoader(table) }, place, input))
    const decided = await decidedOn(joining, input, facts)
    return wasDoubted(decided, input) && !isLast ? null : decided
  })
}

/** Whoever is a member already may be so by a commit whose names are to be read in a moment: that is looked at several times. */
export function wasDoubted(decided: unknown, { externalId }: MemberInput): boolean {
  return isRefusal(decided) && decided.refused === 'already_member' && externalId !== undefined
}

async function decidedOn(
  joining: Joining,
  input: MemberInput,
  facts: MemberFacts,
): Promise<Provisioned | NotAMember | null> {
  const { node } = facts
  const atNode = node && nodeAccess(joining.access.principal, placeOf(node))
  if (!node || !atNode) return refuse('node_not_found', 'The organization has no such node.')
  const taken = personTakenRefusal(input, facts)
  if (taken) return taken
  const membershipId = isKnownPerson(input, facts) ? membershipThere(facts, node) : null
  if (membershipId !== null) return await existingMember(joining, membershipId, input)
  const named = withNames(input)
  if (isRefusal(named)) return named
  const role = roleToGive(atNode, facts.role)
  if (isRefusal(role)) return role
  const { orgId } = joining.access
  const addition = { orgId, asked: input, known: facts.email, counts: facts.counts }
  const refusal = standingRefusal(facts, node) ?? additionRefusal(joining.work, addition, joining.nowMs)
  return refusal ?? (await addedMember(joining, named, { facts, node, role }))
}

type NamedInput = MemberInput & Readonly<Record<'firstName' | 'lastName', string>>

function withNames(input: MemberInput): NamedInput | Refusal<'invalid_request'> {
  const { firstName, lastName } = input
  if (firstName !== undefined && lastName !== undefined) return { ...input, firstName, lastName }
  return missingFields(...(['firstName', 'lastName'] as const).filter((name) => input[name] === undefined))
}

/** The membership that a person has in the entity of a node, or in the whole organization. */
function membershipThere({ email }: MemberFacts, node: Node): string | null {
  const entityId = entityIdOf(placeOf(node))
  const places = email?.places ?? []
  const own = places.find((place) => place.entityId === entityId) ?? places.find((place) => place.entityId === null)
  return own?.membershipId ?? null
}

/** Null where it cannot be read as a whole, since it comes or goes at this moment. */
async function existingMember(
  { table, nowMs, access }: Joining,
  id: string,
  input: MemberInput,
): Promise<Provisioned | null> {
  const item = await getItem(table, { PK: memberPartition(id), SK: 'MEMBER' })
  if (!item) return null
  const member = fromItem(members, item)
  const keys = [profileKey(member.userId), nodeKey(member.nodeId)]
  const items = await getItems(table, [...keys, ...keysOfCustom([member.role])])
  const [account] = recordsOf(profiles, items)
  const [node] = recordsOf(nodes, items)
  if (!account || !node) return null
  const profile = shownOf(member, account)
  const ownId = { applicationId: applicationOf(access.principal).id, externalId: input.externalId ?? null }
  const shown = { profile, node, role: rolesIn(items)(member.role), ...ownId }
  return { ...toPartnerMember(member, shown, nowMs), created: false }
}

interface Coming {
  readonly facts: MemberFacts
  readonly node: Node
  readonly role: Role
}

async function addedMember(
  { table, work, ids, nowMs, access: { principal, orgId } }: Joining,
  input: NamedInput,
  { facts, node, role }: Coming,
): Promise<Provisioned> {
  const own = { named: input, id: newAccountId(ids), createdAt: timestamp(nowMs) }
  const { account, email: known } = facts
  const invitee = await inviteeOf({ table, work }, { account, node }, own)
  const inviter = personIn(principal, orgId)
  const coming = { id: ids(nowMs), invitee, email: input.email, known, node, role, inviter, asked: input }
  const member = newMember(coming, nowMs)
  const grant = grantOf(role)
  changeMember(work, { before: null, after: member, grant, email: known })
  tellAdded(work, member, invitee.isNew)
  const { id: applicationId } = applicationOf(principal)
  const { externalId } = input
  if (externalId !== undefined && !isKnownPerson(input, facts))
    giveName(work, { applicationId, externalId, kind: 'user', userId: member.userId, email: member.email })
  const profile = shownOf(member, invitee.account)
  const ownId = { applicationId, externalId: externalId ?? facts.name?.externalId ?? null }
  const shown = { profile, node, role, ...ownId }
  return { ...toPartnerMember(member, shown, nowMs), created: true }
}
