import * as v from 'valibot'
import type { CustomRole } from '../../../shared/auth/custom-role.ts'
import { systemRoleKeys, systemRoles } from '../../../shared/auth/permissions.ts'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { folded } from '../../../shared/platform/folded-text.ts'
import { comparedName } from '../../../shared/platform/visible-text.ts'
import type { Collection } from '../../../shared/store/collection.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'

/** The name of a custom role, which no other role of its organization has. */
const roleNameSchema = v.object({ orgId: v.string(), name: v.string(), roleId: v.string() })

export const roleNames: Collection<v.InferOutput<typeof roleNameSchema>> = {
  name: 'role_name',
  schema: roleNameSchema,
  key: ({ orgId, name }) => ({ PK: `ORG#${orgId}#ROLENAME#${comparedName(name)}`, SK: 'ROLE' }),
}

const taken = refuse('already_exists', 'Another role of the organization has this name. Choose another name.')

/** Every organization has the system roles, under their names. */
export function systemNameRefusal(name: string): Refusal<'already_exists'> | null {
  return systemRoleKeys.some((key) => comparedName(systemRoles[key].name) === comparedName(name)) ? taken : null
}

/** Gives up the name that a role had (null: there was no role) for the one that it has from now on (null: none). */
export function changeName(work: UnitOfWork, before: CustomRole | null, after: CustomRole | null): void {
  if (before && after && comparedName(before.name) === comparedName(after.name)) return
  if (before) work.removePart(roleNames.key({ ...before, roleId: before.id }))
  if (after) work.create(roleNames, { orgId: after.orgId, name: after.name, roleId: after.id }, taken)
}

/** The key that a role with a name gets where no other one has it. */
export function keyForName(name: string): string {
  const slug = folded(name)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return `custom_${slug || 'role'}`
}
