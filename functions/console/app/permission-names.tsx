import type { Permission } from './context.ts'
import { textsOf } from './language.ts'

const texts = textsOf<Readonly<Record<Permission, string>>>({
  en: {
    'organization.manage': 'Change the organization and its owners',
    'test_mode.manage': 'Enable, reset and disable test mode',
    'integrations.manage': 'Manage API keys, webhooks and applications',
    'roles.manage': 'Create and change roles',
    'settings.manage': 'Change settings and vendor connections, and see the usage',
    'audit.read': 'Read the audit log',
    'nodes.manage': 'Change the structure',
    'members.manage': 'Invite, change and remove members',
    'members.read': 'See members and roles',
    'contacts.read': 'See contacts',
    'contacts.write': 'Create and change contacts',
    'contacts.manage': 'Import, export and merge contacts, and change those of others',
    'tasks.use': 'Work with tasks',
    'tasks.manage': 'Manage the tasks of others',
    'signature.read': 'See signature requests',
    'signature.send': 'Send signature requests',
    'registered_mail.read': 'See registered mail',
    'registered_mail.send': 'Send registered mail',
    'registered_mail.manage': 'Manage the senders of registered mail',
  },
  fr: {
    'organization.manage': 'Modifier l’organisation et ses propriétaires',
    'test_mode.manage': 'Activer, réinitialiser et désactiver le mode test',
    'integrations.manage': 'Gérer les clés d’API, les webhooks et les applications',
    'roles.manage': 'Créer et modifier des rôles',
    'settings.manage': 'Modifier les paramètres et les prestataires, et voir la consommation',
    'audit.read': 'Lire le journal d’audit',
    'nodes.manage': 'Modifier la structure',
    'members.manage': 'Inviter, modifier et retirer des membres',
    'members.read': 'Voir les membres et les rôles',
    'contacts.read': 'Voir les contacts',
    'contacts.write': 'Créer et modifier des contacts',
    'contacts.manage': 'Importer, exporter et fusionner des contacts, et modifier ceux des autres',
    'tasks.use': 'Travailler avec les tâches',
    'tasks.manage': 'Gérer les tâches des autres',
    'signature.read': 'Voir les demandes de signature',
    'signature.send': 'Envoyer des demandes de signature',
    'registered_mail.read': 'Voir les envois recommandés',
    'registered_mail.send': 'Envoyer des recommandés',
    'registered_mail.manage': 'Gérer les expéditeurs des recommandés',
  },
})

/** What a permission allows, and its word in the API. */
export function PermissionName({ permission }: { permission: Permission }) {
  return (
    <>
      {texts()[permission]} <code class="quiet">{permission}</code>
    </>
  )
}
