import { customRoles, isCustom, keysOfCustom, rolesIn } from '../../../shared/auth/custom-role.ts'
import { isNamed, type Person } from '../../../shared/auth/person.ts'
import { profileKey, profiles } from '../../../shared/auth/principal.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { EntityPlace } from '../../../shared/store/entities.ts'
import { everything, startingWith } from '../../../shared/store/index-ranges.ts'
import { getItems, queryIndex, type Table } from '../../../shared/store/table.ts'
import { liveIdOf } from '../../../shared/store/twin-ids.ts'
import { entityOfMember, type Member, members, membersOf } from '../../organizations/model/members/member.ts'

/** Nobody chooses from a longer list. */
const assigneesAtMost = 1_000

/** The people who can be assigned tasks of an entity: active members who can use them, by name. */
export async function possibleAssignees(table: Table, place: EntityPlace): Promise<Person[]> {
  // A test organization has the members of the live one, who are listed there alone.
  const [orgId, entityId] = [liveIdOf(place.orgId), liveIdOf(place.entityId)]
  const index = { index: 'GSI1', partition: membersOf(orgId), limit: assigneesAtMost } as const
  // Members of the organization itself come first in the listing, since their path is empty.
  const ranges = [{ from: everything.from, to: '#~' }, startingWith(entityId)]
  const items = (await Promise.all(ranges.map((range) => queryIndex(table, { ...index, ...range })))).flat()
  const active = recordsOf(members, items).filter(
    (member) => member.activeSince !== null && (entityOfMember(member) ?? entityId) === entityId,
  )
  const beside = await getItems(table, [
    ...keysOfCustom(active.map(({ role }) => role)),
    ...[...new Set(active.map(({ userId }) => userId))].map(profileKey),
  ])
  const roleOf = rolesIn(beside)
  const custom = new Set(recordsOf(customRoles, beside).map(({ id }) => id))
  const able = active.filter(
    ({ role }) => (!isCustom(role) || custom.has(role.id)) && roleOf(role).permissions.includes('tasks.use'),
  )
  const known = new Map(recordsOf(profiles, beside).map((profile) => [profile.id, profile]))
  const people = new Map(
    able.map((member) => {
      const profile = known.get(member.userId)
      return [member.userId, personOf(member, profile && isNamed(profile) ? profile : member.person)]
    }),
  )
  return [...people.values()].toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), 'fr'))
}

function personOf({ userId, email }: Member, { firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): Person {
  return { id: userId, email, firstName, lastName }
}

function nameOf({ lastName, firstName, email }: Person): string {
  return [lastName, firstName, email].filter(Boolean).join(' ')
}
