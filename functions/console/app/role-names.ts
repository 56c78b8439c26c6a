import { hasPermission, type Org } from './context.ts'
import { textsOf } from './language.ts'

const texts = textsOf<Readonly<Record<string, string>>>({
  en: {},
  fr: {
    owner: 'Propriétaire',
    admin: 'Administrateur',
    manager: 'Responsable',
    member: 'Membre',
    viewer: 'Lecteur',
  },
})

/** The name of a role. Those of the system have one in each language. */
export function roleName({ key, name }: { readonly key: string; readonly name: string }): string {
  return texts()[key] ?? name
}

/** The roles that somebody can give to members: only owners make owners. `current` is the role that the member has. */
export function rolesToGive<Role extends { readonly key: string }>(
  org: Org,
  roles: readonly Role[],
  current?: string,
): Role[] {
  const mayMakeOwners = hasPermission(org, 'organization.manage')
  return roles.filter(({ key }) => key !== 'owner' || key === current || mayMakeOwners)
}
