import type { IconName } from '../../../shared/pages/icons.ts'
import type { Place } from './context.ts'
import { isTest } from './context.ts'
import { textsOf } from './language.ts'
import { refusalOf, screens } from './screens.ts'

const texts = textsOf({
  en: {
    start: 'Start',
    work: 'Work',
    signatureRequests: 'Signature requests',
    registeredMails: 'Registered mails',
    contacts: 'Contacts',
    tasks: 'Tasks',
    integrations: 'Integrations',
    apiKeys: 'API keys',
    webhooks: 'Webhooks',
    applications: 'Applications',
    organization: 'Organization',
    members: 'Members',
    roles: 'Roles',
    structure: 'Structure',
    settings: 'Settings',
    vendorConnections: 'Vendor connections',
    testMode: 'Test mode',
    usage: 'Usage',
    auditLog: 'Audit log',
  },
  fr: {
    start: 'Accueil',
    work: 'Travail',
    signatureRequests: 'Demandes de signature',
    registeredMails: 'Envois recommandés',
    contacts: 'Contacts',
    tasks: 'Tâches',
    integrations: 'Intégrations',
    apiKeys: 'Clés d’API',
    webhooks: 'Webhooks',
    applications: 'Applications',
    organization: 'Organisation',
    members: 'Membres',
    roles: 'Rôles',
    structure: 'Structure',
    settings: 'Paramètres',
    vendorConnections: 'Prestataires',
    testMode: 'Mode test',
    usage: 'Consommation',
    auditLog: 'Journal d’audit',
  },
})

export interface NavigationLink {
  readonly path: string
  readonly label: string
  readonly icon: IconName
}

export interface NavigationGroup {
  readonly label: string
  readonly links: readonly NavigationLink[]
}

/** What a member can open in an organization, in groups. */
export function navigationOf(place: Place): NavigationGroup[] {
  const t = texts()
  const link = (path: string, label: string, icon: IconName): NavigationLink[] =>
    isOffered(place, path) ? [{ path, label, icon }] : []
  const groups: NavigationGroup[] = [
    { label: '', links: link('', t.start, 'arrowRight') },
    {
      label: t.work,
      links: [
        ...link('signature-requests', t.signatureRequests, 'signature'),
        ...link('registered-mails', t.registeredMails, 'mail'),
        ...link('contacts', t.contacts, 'users'),
        ...link('tasks', t.tasks, 'check'),
      ],
    },
    {
      label: t.integrations,
      links: [
        ...link('api-keys', t.apiKeys, 'key'),
        ...link('webhooks', t.webhooks, 'bell'),
        ...link('applications', t.applications, 'external'),
      ],
    },
    {
      label: t.organization,
      links: [
        ...link('members', t.members, 'user'),
        ...link('roles', t.roles, 'shield'),
        ...link('structure', t.structure, 'building'),
        ...link('settings', t.settings, 'settings'),
        ...link('vendor-connections', t.vendorConnections, 'external'),
        ...(isTest(place.org) ? [] : link('test-mode', t.testMode, 'refresh')),
        ...link('usage', t.usage, 'info'),
        ...link('audit-log', t.auditLog, 'document'),
      ],
    },
  ]
  return groups.filter(({ links }) => links.length > 0)
}

function isOffered(place: Place, path: string): boolean {
  const screen = screens.find((each) => each.path === path)
  return screen !== undefined && refusalOf(place, screen) !== 'no_permission'
}
