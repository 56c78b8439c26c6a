import type { Role } from '../../../../shared/auth/custom-role.ts'
import type { SystemRoleKey } from '../../../../shared/auth/permissions.ts'
import { systemRole } from '../../../../shared/auth/role-rank.ts'
import type { Locale, Translated } from '../../../../shared/platform/locale.ts'

/** The system roles, as they are read in a sentence: “invites you to join Acme as an owner”. */
const systemRoles: Translated<Readonly<Record<SystemRoleKey, string>>> = {
  en: { owner: 'an owner', admin: 'an administrator', manager: 'a manager', member: 'a member', viewer: 'a viewer' },
  fr: {
    owner: 'propriétaire',
    admin: 'administrateur',
    manager: 'gestionnaire',
    member: 'membre',
    viewer: 'lecteur',
  },
}

/** Custom roles are called what the organization calls them. */
export function roleInWords({ key, name }: Pick<Role, 'key' | 'name'>, locale: Locale): string {
  const system = systemRole(key)
  return system ? systemRoles[locale][system.key] : name
}
