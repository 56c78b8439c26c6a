import { scopesCover } from '../../../shared/auth/permissions.ts'
import type { Membership, Principal } from '../../../shared/auth/principal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { batchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { providerKey, providers } from '../../../shared/store/providers.ts'
import { meMembership, meOrg, meScope, meView } from './me-view.ts'
import { type Tree, treeOf } from './tree.ts'

export const getMe = operation({
  id: 'getMe',
  method: 'GET',
  path: '/v1/me',
  tag: 'Identity',
  summary: 'Read your account and its permissions',
  description:
    'Returns the account behind the token, its organizations, and the role and the permissions for each ' +
    'entity that it reaches. A connected app sees the name, the e-mail address and the picture of its person ' +
    'only with the scope `profile:read`; otherwise they are null.',
  access: { to: 'principal' },
  responses: { 200: meView },
  errors: [],
  async handle({ principal, table }) {
    const { profile } = principal
    const active = principal.memberships.filter(isActive)
    const readItems = batchLoader(table)
    const [found, tree] = await Promise.all([
      readItems([providerKey(profile.providerId)]),
      treeOf({ table, readItems }, active),
    ])
    const [provider] = recordsOf(providers, found)
    if (!provider) throw new Error(`the provider ${profile.providerId} no longer exists`)
    const { id, name, slug } = provider
    return reply(200, {
      principalType: principal.kind,
      user: userOf(principal),
      provider: { id, name, slug },
      orgs: tree.organizations.map((org) => meOrg(org, active)),
      scopes: active.flatMap((membership) => scopesOf(membership, tree)),
      memberships: active.flatMap((membership) => meMembership(membership, tree)),
      blockedOrgs: [],
    })
  },
})

const isActive = ({ status }: Membership) => status === 'active'

function scopesOf(membership: Membership, tree: Tree) {
  const org = tree.organizations.find(({ id }) => id === membership.orgId)
  const covered = tree.entities.filter(
    (entity) => entity.orgId === membership.orgId && (membership.entityId ?? entity.id) === entity.id,
  )
  return org ? covered.map((entity) => meScope(org, entity, membership)) : []
}

/** Who a person is, an application that acts for them learns where they let it. */
function userOf({ kind, scopes, profile, application }: Principal) {
  const { id, email, firstName, lastName, locale, avatarUrl, welcomeCompletedAt } = profile
  const consented = application?.grants.some(({ delegatedScopes }) => scopesCover(delegatedScopes, 'profile:read'))
  const isTold = kind !== 'delegated' || (consented && scopesCover(scopes, 'profile:read'))
  const person = isTold
    ? { email, firstName, lastName, avatarUrl }
    : { email: null, firstName: null, lastName: null, avatarUrl: null }
  return { id, ...person, locale, welcomeCompletedAt }
}
