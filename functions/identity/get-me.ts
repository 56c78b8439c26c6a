import type { Membership, Principal } from '../../shared/auth/principal.ts'
import { operation } from '../../shared/http/operation.ts'
import { reply } from '../../shared/http/reply.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { type Entity, type Node, nodeKey, nodes, type Organization } from '../../shared/store/entities.ts'
import { providerKey, providers } from '../../shared/store/providers.ts'
import { getItem, getItems, queryIndex, type Table } from '../../shared/store/table.ts'
import { meMembership, meOrg, meScope, meView } from './me-view.ts'

/** More entities than this in one organization are not told at once. */
const maxEntities = 1_000

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

export interface Tree {
  readonly organizations: readonly Organization[]
  readonly entities: readonly Entity[]
  readonly nodes: ReadonlyMap<string, Node>
}

/** The nodes that memberships name, and every entity of an organization that one of them covers whole. */
async function treeOf(table: Table, memberships: readonly Membership[]): Promise<Tree> {
  const named = new Set(memberships.flatMap(({ orgId, entityId, nodeId }) => [orgId, nodeId, entityId ?? orgId]))
  const whole = new Set(memberships.filter(({ entityId }) => entityId === null).map(({ orgId }) => orgId))
  const [items, ...listed] = await Promise.all([
    getItems(table, [...named].map(nodeKey)),
    ...[...whole].map((orgId) =>
      queryIndex(table, {
        index: 'GSI1',
        partition: `ORG#${orgId}#NODES`,
        from: 'entity#',
        to: 'entity#~',
        limit: maxEntities,
      }),
    ),
  ])
  const all = new Map([...items, ...listed.flat()].map((item) => fromItem(nodes, item)).map((node) => [node.id, node]))
  return {
    organizations: [...all.values()].filter((node) => node.type === 'organization'),
    entities: [...all.values()].filter((node) => node.type === 'entity'),
    nodes: all,
  }
}

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
