import * as v from 'valibot'
import { type Refusal, refuse } from '../errors/refusal.ts'
import { isUuid, uuid } from '../platform/ids.ts'
import { type Collection, fromItem } from '../store/collection.ts'
import { getItem, type Table } from '../store/table.ts'
import { type CustomRole, customRoleKey, customRoles, type Role } from './custom-role.ts'
import { systemRole } from './role-rank.ts'

/** The key of a custom role, which one role of an organization has. */
const roleKeySchema = v.object({ orgId: uuid, key: v.string(), roleId: uuid })

export const roleKeys: Collection<v.InferOutput<typeof roleKeySchema>> = {
  name: 'role_key',
  schema: roleKeySchema,
  key: ({ orgId, key }) => ({ PK: `ORG#${orgId}#ROLEKEY#${key}`, SK: 'ROLE' }),
}

/** The custom role that a key names in an organization, or null. */
export async function roleIdOfKey(table: Table, orgId: string, key: string): Promise<string | null> {
  const item = await getItem(table, roleKeys.key({ orgId, key, roleId: '' }))
  return item && fromItem(roleKeys, item).roleId
}

/** How long the key of a role can be that anybody would ask for. */
const longestKey = 100

/** The custom role that an id names, of whichever organization; null for whatever else somebody names. */
export async function readRoleOfId(table: Table, named: string | undefined): Promise<CustomRole | null> {
  if (!isUuid(named) || systemRole(named)) return null
  const item = await getItem(table, customRoleKey(named.toLowerCase()))
  return item && fromItem(customRoles, item)
}

/** The role that somebody names by its key or its id, for use in an organization. */
export async function readRole(
  table: Table,
  orgId: string,
  named: string,
): Promise<Role | Refusal<'role_not_found' | 'role_other_org'>> {
  const system = systemRole(named)
  if (system) return system
  const isKey = named.startsWith('custom_') && named.length <= longestKey
  const role = isKey ? await readRoleOfKey(table, orgId, named) : await readRoleOfId(table, named)
  return role
    ? roleWithin(orgId, role)
    : refuse('role_not_found', 'role is not the key or the id of a role. See GET …/roles.')
}

/** A custom role for use in an organization: no other's. */
export function roleWithin(orgId: string, role: CustomRole): CustomRole | Refusal<'role_other_org'> {
  return role.orgId === orgId ? role : refuse('role_other_org', 'The role belongs to another organization.')
}

async function readRoleOfKey(table: Table, orgId: string, key: string): Promise<CustomRole | null> {
  const roleId = await roleIdOfKey(table, orgId, key)
  const item = roleId && (await getItem(table, customRoleKey(roleId)))
  return item ? fromItem(customRoles, item) : null
}
