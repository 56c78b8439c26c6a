import { type CustomRole, customRoles } from '../../../../shared/auth/custom-role.ts'
import { roleKeys } from '../../../../shared/auth/named-role.ts'
import { closeRoleUsage, openRoleUsage } from '../../../../shared/auth/role-usage.ts'
import { systemAuthor } from '../../../../shared/store/audit.ts'
import { addressOf } from '../../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../../shared/store/collection.ts'
import { commit } from '../../../../shared/store/commit.ts'
import type { Platform } from '../../../../shared/store/platform.ts'
import { getItems, type Key, type Table } from '../../../../shared/store/table.ts'
import { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import { roleNames } from '../role-name.ts'

interface RoleChange {
  /** Null: the role is new. */
  readonly before: CustomRole | null
  /** Null: the live role is gone. */
  readonly after: CustomRole | null
}

/**
 * Has a role of the test organization follow a live one. Where a role of the test organization's own has its name or its key
 * already, it goes without: it is found by its id. A role that an API key still has stays until the key has another one.
 */
export async function changeMirroredRole(platform: Platform, { before, after }: RoleChange): Promise<void> {
  const role = after ?? before
  if (!role) return
  const work = new UnitOfWork({ ...platform, author: systemAuthor(role.orgId) })
  const holderOf = await readHolders(platform.table, [before, after])
  changeReservations(work, holderOf, { before, after })
  if (before && after) work.update(customRoles, before, after)
  else if (after) {
    work.create(customRoles, after)
    openRoleUsage(work, after)
  } else if (before) {
    work.remove(customRoles, before)
    closeRoleUsage(work, before)
  }
  await commit(platform.table, work)
}

const reservationOf = ({ id: roleId, orgId, name, key }: CustomRole) => ({ roleId, orgId, name, key })
const nameKeyOf = (role: CustomRole) => roleNames.key(reservationOf(role))
const keyKeyOf = (role: CustomRole) => roleKeys.key(reservationOf(role))

/** The ids of the roles that have the names and the keys of some roles. */
async function readHolders(
  table: Table,
  roles: readonly (CustomRole | null)[],
): Promise<(key: Key) => string | undefined> {
  const keys = roles.flatMap((role) => (role ? [nameKeyOf(role), keyKeyOf(role)] : []))
  const items = await getItems(table, [...new Map(keys.map((key) => [addressOf(key), key])).values()])
  const names = recordsOf(roleNames, items).map((name) => [addressOf(roleNames.key(name)), name.roleId] as const)
  const ofKeys = recordsOf(roleKeys, items).map((key) => [addressOf(roleKeys.key(key)), key.roleId] as const)
  const holders = new Map([...names, ...ofKeys])
  return (key) => holders.get(addressOf(key))
}

function changeReservations(
  work: UnitOfWork,
  holderOf: (key: Key) => string | undefined,
  { before, after }: RoleChange,
): void {
  const isRenamed = !before || !after || addressOf(nameKeyOf(before)) !== addressOf(nameKeyOf(after))
  if (before && isRenamed && holderOf(nameKeyOf(before)) === before.id) work.removePart(nameKeyOf(before))
  if (before && !after && holderOf(keyKeyOf(before)) === before.id) work.removePart(keyKeyOf(before))
  if (after && isRenamed && holderOf(nameKeyOf(after)) === undefined) work.create(roleNames, reservationOf(after))
  if (after && !before && holderOf(keyKeyOf(after)) === undefined) work.create(roleKeys, reservationOf(after))
}
