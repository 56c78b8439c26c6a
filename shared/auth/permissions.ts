/** What a person or an API key may do, by their role. */
export const permissions = [
  'organization.manage',
  'test_mode.manage',
  'integrations.manage',
  'roles.manage',
  'settings.manage',
  'audit.read',
  'nodes.manage',
  'members.manage',
  'members.read',
  'contacts.read',
  'contacts.write',
  'contacts.manage',
  'tasks.use',
  'tasks.manage',
  'signature.read',
  'signature.send',
  'registered_mail.read',
  'registered_mail.send',
  'registered_mail.manage',
] as const
export type Permission = (typeof permissions)[number]

const viewer: Permission[] = ['members.read', 'contacts.read', 'signature.read', 'registered_mail.read']
const member: Permission[] = [...viewer, 'contacts.write', 'tasks.use', 'signature.send', 'registered_mail.send']
const manager: Permission[] = [
  ...member,
  'nodes.manage',
  'members.manage',
  'contacts.manage',
  'tasks.manage',
  'registered_mail.manage',
]
const admin: Permission[] = [
  ...manager,
  'test_mode.manage',
  'integrations.manage',
  'roles.manage',
  'settings.manage',
  'audit.read',
]

export const systemRoleKeys = ['owner', 'admin', 'manager', 'member', 'viewer'] as const
export type SystemRoleKey = (typeof systemRoleKeys)[number]

interface SystemRole {
  /** Fixed, and the same in every organization. */
  id: string
  key: SystemRoleKey
  name: string
  permissions: readonly Permission[]
}

/** The roles that every organization has, strongest first. */
export const systemRoles: Record<SystemRoleKey, SystemRole> = {
  owner: {
    id: '00000000-0000-7000-8000-000000000050',
    key: 'owner',
    name: 'Owner',
    permissions: [...admin, 'organization.manage'],
  },
  admin: { id: '00000000-0000-7000-8000-000000000040', key: 'admin', name: 'Administrator', permissions: admin },
  manager: { id: '00000000-0000-7000-8000-000000000030', key: 'manager', name: 'Manager', permissions: manager },
  member: { id: '00000000-0000-7000-8000-000000000020', key: 'member', name: 'Member', permissions: member },
  viewer: { id: '00000000-0000-7000-8000-000000000010', key: 'viewer', name: 'Viewer', permissions: viewer },
}

/** What the machine credentials of a partner application may be given. */
export const partnerScopes = [
  'orgs:read',
  'orgs:write',
  'nodes:read',
  'nodes:write',
  'members:read',
  'members:write',
  'settings:read',
  'settings:write',
  'usage:read',
  'audit:read',
  'events:read',
] as const
export type PartnerScope = (typeof partnerScopes)[number]

/** What a connected app may be allowed to do for a person, within what the person may do. */
export const delegatedScopes = [
  'profile:read',
  'structure:read',
  'members:read',
  'contacts:read',
  'contacts:write',
  'contacts:manage',
  'tasks:use',
  'signature:read',
  'signature:send',
  'registered_mail:read',
  'registered_mail:send',
  'registered_mail:manage',
] as const
export type DelegatedScope = (typeof delegatedScopes)[number]

/** The scope that a delegated token needs for a permission, or null where the permission cannot be delegated. */
export function delegatedScopeOf(permission: Permission): string | null {
  const delegable = /^(members\.read|contacts\.|tasks\.use|signature\.|registered_mail\.)/.test(permission)
  return delegable ? permission.replace('.', ':') : null
}

const impliedBy: Record<string, string[]> = { read: ['write', 'send', 'manage'], write: ['manage'], send: ['manage'] }

/** Whether granted scopes cover a needed one: `manage` holds `write` and `send`, and each of them holds `read`. */
export function scopesCover(granted: readonly string[], needed: string): boolean {
  const [area, verb] = needed.split(':')
  const enough = [verb, ...(impliedBy[verb ?? ''] ?? [])].map((stronger) => `${area}:${stronger}`)
  return granted.some((scope) => enough.includes(scope))
}

/** The scopes that two lists both cover. */
export function scopesInCommon<Scope extends string>(one: readonly Scope[], other: readonly Scope[]): Scope[] {
  const covered = [
    ...one.filter((scope) => scopesCover(other, scope)),
    ...other.filter((scope) => scopesCover(one, scope)),
  ]
  return [...new Set(covered)]
}
