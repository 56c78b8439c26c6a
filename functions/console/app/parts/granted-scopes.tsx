import { type DelegatedScope, delegatedScopes, type PartnerScope } from '../../../../shared/auth/permissions.ts'
import { scopeMessage } from '../../../../shared/auth/scope-messages.ts'
import { Badge } from '../../../../shared/pages/components/badge.tsx'
import type { Grant } from '../api-types.ts'
import { currentLocale, textsOf } from '../language.ts'

const texts = textsOf({ en: { requested: 'Asked for' }, fr: { requested: 'Demandé' } })

/** What the machine of an application may do in the organization. */
const partnerTexts = textsOf<Readonly<Record<PartnerScope, string>>>({
  en: {
    'orgs:read': 'See organizations',
    'orgs:write': 'Create and rename organizations',
    'nodes:read': 'See entities and groups',
    'nodes:write': 'Create, rename and delete entities and groups',
    'members:read': 'See members',
    'members:write': 'Add members, change their roles and remove them',
    'settings:read': 'See settings',
    'settings:write': 'Change settings',
    'usage:read': 'See usage and quotas',
    'audit:read': 'Read the audit log',
    'events:read': 'Read events and subscribe to them',
  },
  fr: {
    'orgs:read': 'Voir les organisations',
    'orgs:write': 'Créer et renommer des organisations',
    'nodes:read': 'Voir les entités et les groupes',
    'nodes:write': 'Créer, renommer et supprimer des entités et des groupes',
    'members:read': 'Voir les membres',
    'members:write': 'Ajouter des membres, changer leur rôle et les retirer',
    'settings:read': 'Voir les paramètres',
    'settings:write': 'Modifier les paramètres',
    'usage:read': 'Voir la consommation et les quotas',
    'audit:read': 'Lire le journal d’audit',
    'events:read': 'Lire les événements et s’y abonner',
  },
})

/** What an application may do by a grant. What an administrator still has to approve is marked. */
export function GrantedScopes({ grant }: { grant: Grant }) {
  const isPending = grant.status === 'pending'
  return (
    <ul class="scopes">
      {grant.scopes.map((scope) => (
        <Scope key={scope} scope={scope} name={partnerScopeName(scope)} isRequested={isPending} />
      ))}
      {grant.delegatedScopes.map((scope) => (
        <Scope key={scope} scope={scope} name={delegatedScopeName(scope)} isRequested={isPending} />
      ))}
      {grant.requestedScopes.map((scope) => (
        <Scope key={scope} scope={scope} name={delegatedScopeName(scope)} isRequested />
      ))}
    </ul>
  )
}

interface ScopeProps {
  readonly scope: string
  /** Null: this version does not know the scope. */
  readonly name: string | null
  readonly isRequested: boolean
}

function Scope({ scope, name, isRequested }: ScopeProps) {
  return (
    <li>
      {name} <code class="quiet">{scope}</code> {isRequested && <Badge tone="waiting">{texts().requested}</Badge>}
    </li>
  )
}

function partnerScopeName(scope: string): string | null {
  return Object.entries(partnerTexts()).find(([known]) => known === scope)?.[1] ?? null
}

/** In the words that the person was asked with. */
function delegatedScopeName(scope: string): string | null {
  return isDelegatedScope(scope) ? scopeMessage(scope, currentLocale()) : null
}

const isDelegatedScope = (scope: string): scope is DelegatedScope => delegatedScopes.some((known) => known === scope)
