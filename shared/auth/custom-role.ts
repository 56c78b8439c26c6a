import * as v from 'valibot'
import { uuid } from '../platform/ids.ts'
import { recordsOf, type Versioned } from '../store/collection.ts'
import { getItems, type Item, type Table } from '../store/table.ts'
import type { OrganizationResourceKind } from './organization-resource.ts'
import { type Permission, permissions } from './permissions.ts'
import type { Membership } from './principal.ts'
import { type Ranked, systemRole } from './role-rank.ts'

/** A role that an organization has made for itself. */
export const customRoleSchema = v.object({
  id: uuid,
  orgId: uuid,
  /** Made of the first name, and the same for good. */
  key: v.string(),
  name: v.string(),
  description: v.nullable(v.string()),
  permissions: v.array(v.picklist(permissions)),
  createdAt: v.string(),
  version: v.number(),
})
export type CustomRole = v.InferOutput<typeof customRoleSchema>

/** How members and API keys refer to their role. */
export type RoleReference = Membership['role']

/** A role that somebody is given, whichever kind it is. */
export type Role = RoleReference & Ranked

export function customRoleKey(id: string) {
  return { PK: `ROLE#${id}`, SK: 'ROLE' }
}

export const customRoles: Versioned<CustomRole> = {
  name: 'role',
  schema: customRoleSchema,
  key: ({ id }) => customRoleKey(id),
  indexKeys: ({ orgId, id }) => ({ GSI1PK: customRolesOf(orgId), GSI1SK: id }),
}

/** The listing of an organization's own roles. */
export function customRolesOf(orgId: string): string {
  return `ORG#${orgId}#ROLES`
}

/** Custom roles as things that a path names. */
export const namedRoles = {
  name: 'role',
  parameter: 'roleId',
  notFound: 'role_not_found',
  visibleWith: 'members.read',
  unchangeable: (id) => (systemRole(id) ? 'This is a built-in role. It cannot be changed or deleted.' : null),
  partition: (id) => ({ partition: customRoleKey(id).PK, startingWith: customRoleKey(id).SK }),
  decode: (items): { orgId: string; version: number; role: CustomRole } | null => {
    const [role] = recordsOf(customRoles, items)
    return role ? { orgId: role.orgId, version: role.version, role } : null
  },
} as const satisfies OrganizationResourceKind

export function referenceOf({ id, key, name }: RoleReference): RoleReference {
  return { id, key, name }
}

export function isCustom({ id }: Pick<RoleReference, 'id'>): boolean {
  return systemRole(id) === null
}

/** The keys of what stands behind references, where they are to custom roles. */
export function keysOfCustom(references: readonly RoleReference[]) {
  return [...new Set(references.filter(isCustom).map(({ id }) => id))].map(customRoleKey)
}

/**
 * Finds what references stand for, among what was read: a custom role's name and permissions are kept with the role alone.
 * One that is gone permits, for who asks what it exceeds, everything.
 */
export function rolesIn(items: readonly Item[]): (reference: RoleReference) => Role {
  const custom = new Map(recordsOf(customRoles, items).map((role) => [role.id, role]))
  return (reference) => systemRole(reference.id) ?? custom.get(reference.id) ?? { ...reference, permissions }
}

/** The same for one of them. */
export async function roleBehind(table: Table, reference: RoleReference): Promise<Role> {
  return rolesIn(await getItems(table, keysOfCustom([reference])))(reference)
}

/** What a membership repeats of its role. Of a custom role nothing: it can change, and then does so for all at once. */
export function repeatedPermissions(role: Pick<Role, 'id' | 'permissions'>): Permission[] {
  return isCustom(role) ? [] : [...role.permissions]
}

/** Memberships with what their roles permit now. System roles are repeated there; the others are read, in one call. */
export async function withRoles(table: Table, own: Membership[], kind: 'person' | 'service'): Promise<Membership[]> {
  const keys = keysOfCustom(own.map(({ role }) => role))
  return keys.length === 0 ? own : withRolesAmong(await getItems(table, keys), own, kind)
}

/**
 * The same with roles that were read. Where a role is not to be found, its membership gives nothing. A machine never gets to own
 * an organization, whatever its role.
 */
export function withRolesAmong(
  items: readonly Item[],
  own: readonly Membership[],
  kind: 'person' | 'service',
): Membership[] {
  const found = new Map(recordsOf(customRoles, items).map((role) => [role.id, role]))
  return own.flatMap((membership) => {
    if (!isCustom(membership.role)) return membership
    const role = found.get(membership.role.id)
    if (role?.orgId !== membership.orgId) return []
    const permitted = role.permissions.filter((permission) => kind === 'person' || permission !== 'organization.manage')
    return { ...membership, role: referenceOf(role), permissions: permitted }
  })
}
