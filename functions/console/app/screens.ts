import type { ComponentType } from 'preact'
import { entitiesWith, hasPermission, type Permission, type Place } from './context.ts'
import type { Route } from './router.ts'

export interface ScreenInput {
  readonly route: Route
  /** What the address names, by the words in braces. */
  readonly ids: Readonly<Record<string, string>>
}

interface ScreenOfOrganization {
  /** Below the organization; `:id` takes one segment. */
  readonly path: string
  /** Who may open it; absent: every member. */
  readonly permission?: Permission
  /** Who may open it, in at least one entity. */
  readonly entityPermission?: Permission
  readonly load: () => Promise<{ readonly default: ComponentType<ScreenInput> }>
}

/** Every screen, loaded when it is first shown. */
export const screens: readonly ScreenOfOrganization[] = [
  { path: '', load: () => import('./screens/start.tsx') },
  {
    path: 'signature-requests',
    entityPermission: 'signature.read',
    load: () => import('./screens/signature-requests.tsx'),
  },
  {
    path: 'signature-requests/new',
    entityPermission: 'signature.send',
    load: () => import('./screens/new-signature-request.tsx'),
  },
  { path: 'signature-requests/:requestId', load: () => import('./screens/signature-request.tsx') },
  { path: 'api-keys', permission: 'integrations.manage', load: () => import('./screens/api-keys.tsx') },
  { path: 'api-keys/new', permission: 'integrations.manage', load: () => import('./screens/new-api-key.tsx') },
  { path: 'api-keys/:keyId', permission: 'integrations.manage', load: () => import('./screens/api-key.tsx') },
  { path: 'webhooks', permission: 'integrations.manage', load: () => import('./screens/webhooks.tsx') },
  { path: 'webhooks/new', permission: 'integrations.manage', load: () => import('./screens/new-webhook.tsx') },
  { path: 'webhooks/:webhookId', permission: 'integrations.manage', load: () => import('./screens/webhook.tsx') },
  {
    path: 'webhooks/:webhookId/deliveries/:deliveryId',
    permission: 'integrations.manage',
    load: () => import('./screens/delivery.tsx'),
  },
  {
    path: 'registered-mails',
    entityPermission: 'registered_mail.read',
    load: () => import('./screens/registered-mails.tsx'),
  },
  {
    path: 'registered-mails/new',
    entityPermission: 'registered_mail.send',
    load: () => import('./screens/new-registered-mail.tsx'),
  },
  { path: 'registered-mails/:mailId', load: () => import('./screens/registered-mail.tsx') },
  { path: 'contacts', entityPermission: 'contacts.read', load: () => import('./screens/contacts.tsx') },
  { path: 'contacts/new', entityPermission: 'contacts.write', load: () => import('./screens/new-contact.tsx') },
  { path: 'contacts/import', entityPermission: 'contacts.manage', load: () => import('./screens/import-contacts.tsx') },
  { path: 'contacts/:contactId', load: () => import('./screens/contact.tsx') },
  { path: 'tasks', entityPermission: 'tasks.use', load: () => import('./screens/tasks.tsx') },
  { path: 'tasks/new', entityPermission: 'tasks.use', load: () => import('./screens/task.tsx') },
  { path: 'tasks/month', entityPermission: 'tasks.use', load: () => import('./screens/task-month.tsx') },
  { path: 'tasks/:taskId', entityPermission: 'tasks.use', load: () => import('./screens/task.tsx') },
  { path: 'applications', permission: 'integrations.manage', load: () => import('./screens/applications.tsx') },
  { path: 'account', load: () => import('./screens/account.tsx') },
  { path: 'members', permission: 'members.read', load: () => import('./screens/members.tsx') },
  { path: 'members/new', permission: 'members.manage', load: () => import('./screens/new-member.tsx') },
  { path: 'members/:membershipId', permission: 'members.read', load: () => import('./screens/member.tsx') },
  { path: 'roles', permission: 'members.read', load: () => import('./screens/roles.tsx') },
  { path: 'roles/new', permission: 'roles.manage', load: () => import('./screens/role.tsx') },
  { path: 'roles/:roleId', permission: 'roles.manage', load: () => import('./screens/role.tsx') },
  { path: 'structure', load: () => import('./screens/structure.tsx') },
  { path: 'settings', permission: 'settings.manage', load: () => import('./screens/settings.tsx') },
  {
    path: 'vendor-connections',
    permission: 'settings.manage',
    load: () => import('./screens/vendor-connections.tsx'),
  },
  { path: 'usage', permission: 'settings.manage', load: () => import('./screens/usage.tsx') },
  { path: 'audit-log', permission: 'audit.read', load: () => import('./screens/audit-log.tsx') },
  { path: 'test-mode', permission: 'test_mode.manage', load: () => import('./screens/test-mode.tsx') },
]

/** Why a member cannot open a screen; null: they can. `no_entity`: they could, if the organization had an entity. */
export function refusalOf(place: Place, screen: ScreenOfOrganization): 'no_permission' | 'no_entity' | null {
  const { permission, entityPermission } = screen
  if (permission && !hasPermission(place.org, permission)) return 'no_permission'
  if (!entityPermission || entitiesWith(place, entityPermission).length > 0) return null
  const hasEntities = place.me.scopes.some(({ orgId }) => orgId === place.org.id)
  return !hasEntities && hasPermission(place.org, entityPermission) ? 'no_entity' : 'no_permission'
}

export interface FoundScreen {
  readonly screen: ScreenOfOrganization
  readonly ids: Readonly<Record<string, string>>
}

/** The screen at an address. An exact word wins over an id, because it stands first. */
export function findScreen(
  path: readonly string[],
  among: readonly ScreenOfOrganization[] = screens,
): FoundScreen | null {
  for (const screen of among) {
    const ids = idsIn(screen.path.split('/'), path)
    if (ids) return { screen, ids }
  }
  return null
}

function idsIn(pattern: readonly string[], path: readonly string[]): Record<string, string> | null {
  const own = pattern.filter((word) => word !== '')
  if (own.length !== path.length) return null
  const ids: Record<string, string> = {}
  for (const [index, word] of own.entries()) {
    const segment = path[index] ?? ''
    if (word.startsWith(':')) ids[word.slice(1)] = segment
    else if (word !== segment) return null
  }
  return ids
}
