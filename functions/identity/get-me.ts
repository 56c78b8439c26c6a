import type { Membership, Principal } from '../../shared/auth/principal.ts'
import { operation } from '../../shared/http/operation.ts'
import { reply } from '../../shared/http/reply.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { providerKey, providers } from '../../shared/store/providers.ts'
import { getItem } from '../../shared/store/table.ts'
import { meMembership, meOrg, meScope, meView } from './me-view.ts'
import { type Tree, treeOf } from './tree.ts'

export const getMe = operation({
  id: 'getMe',
  method: 'GET',
  path: '/v1/me',
  tag: 'Identity',
  summary: 'Read who you are and what you may do',
  description:
    'The account behind the token, its organizations, and for each entity in reach the role and the permissions.',
  access: { to: 'principal' },
  responses: { 200: meView },
  errors: [],
  async handle({ principal, table }) {
    const memberships = principal.memberships.filter(({ status }) => status === 'active')
    const [provider, tree] = await Promise.all([
      getItem(table, providerKey(principal.profile.providerId)),
      treeOf(table, memberships),
    ])
    if (!provider) throw new Error(`the provider ${principal.profile.providerId} is gone`)
    const { id, name, slug } = fromItem(providers, provider)
    return reply(200, {
      principalType: principal.kind,
      user: userOf(principal),
      provider: { id, name, slug },
      orgs: tree.organizations.map((org) => meOrg(org, memberships)),
      scopes: memberships.flatMap((membership) => scopesOf(membership, tree)),
      memberships: memberships.flatMap((membership) => meMembership(membership, tree)),
      blockedOrgs: [],
    })
  },
})

function scopesOf(membership: Membership, tree: Tree) {
  const org = tree.organizations.find(({ id }) => id === membership.orgId)
  const covered = tree.entities.filter(
    (entity) => entity.orgId === membership.orgId && (membership.entityId ?? entity.id) === entity.id,
  )
  return org ? covered.map((entity) => meScope(org, entity, membership)) : []
}

function userOf({ profile }: Principal) {
  const { id, email, firstName, lastName, locale, avatarUrl, welcomeCompletedAt } = profile
  return { id, email, firstName, lastName, locale, avatarUrl, welcomeCompletedAt }
}
