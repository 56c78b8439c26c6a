import { withRoles } from '../../../shared/auth/custom-role.ts'
import type { Permission } from '../../../shared/auth/permissions.ts'
import { accountPartition, membershipKey, memberships, type Profile, profiles } from '../../../shared/auth/principal.ts'
import { systemRole } from '../../../shared/auth/role-rank.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { startingWith } from '../../../shared/store/index-ranges.ts'
import { onceCaughtUp } from '../../../shared/store/lagging-index.ts'
import { getItems, queryIndex, type Table } from '../../../shared/store/table.ts'
import { liveIdOf } from '../../../shared/store/twin-ids.ts'
import { members, membersOf } from '../model/members/member.ts'

/** Members of the organization itself come first in the listing, since their path is empty. */
const ofOrganizationItself = startingWith('#')

/** An organization has some members of its own; most stand at entities. Of more than this the others are not asked. */
const membersRead = 1_000

/** Nobody's organization is looked after by more. */
const administratorsAtMost = 100

/** Somebody who can be written to. */
export type Administrator = Profile & { readonly email: string }

/**
 * The people whose active membership of the organization itself permits something now: neither machines nor those who were
 * invited and have not answered. The index tells whom to look at; what stands with their accounts decides.
 */
export async function administratorsOf(table: Table, of: string, permission: Permission): Promise<Administrator[]> {
  // A test organization has the members of the live one.
  const orgId = liveIdOf(of)
  const range = { index: 'GSI1' as const, partition: membersOf(orgId), ...ofOrganizationItself, limit: membersRead }
  const list = async () => recordsOf(members, await queryIndex(table, range))
  const found = await list()
  const listed = found.length > 0 ? found : await onceCaughtUp(list)
  // What a custom role permits stands with it alone.
  const candidates = listed.filter(({ role }) => systemRole(role.id)?.permissions.includes(permission) ?? true)
  const keys = candidates.flatMap(({ id, userId }) => [
    membershipKey(userId, id),
    { PK: accountPartition(userId), SK: 'PROFILE' },
  ])
  const accounts = await getItems(table, keys)
  const standing = recordsOf(memberships, accounts).filter(
    ({ nodeId, status }) => nodeId === orgId && status === 'active',
  )
  const permitted = (await withRoles(table, standing, 'person')).filter(({ permissions }) =>
    permissions.includes(permission),
  )
  const holders = new Set(permitted.map(({ userId }) => userId))
  return recordsOf(profiles, accounts)
    .filter(canBeWrittenTo)
    .filter(({ id }) => holders.has(id))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, administratorsAtMost)
}

function canBeWrittenTo(profile: Profile): profile is Administrator {
  return profile.kind === 'person' && profile.email !== null
}
