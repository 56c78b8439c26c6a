import { recordsOf } from '../../store/collection.ts'
import { nodeKey, nodes } from '../../store/entities.ts'
import type { Item, Key } from '../../store/table.ts'
import type { Membership } from '../principal.ts'
import { systemRole } from '../role-rank.ts'
import type { Grant } from './grant.ts'
import { administrationKey, formerGrantKey, formerGrants, standingIn } from './standing-grant.ts'

/** What tells whether an application may administer an organization: its grant, and that there is such an organization. */
export function administrationKeys(applicationId: string, orgId: string): Key[] {
  return [administrationKey(applicationId, orgId), formerGrantKey(applicationId, orgId), nodeKey(orgId)]
}

/** What an application may administer, by what was read. */
export interface Administration {
  readonly grants: readonly Grant[]
  /** What the grant lets it do. */
  readonly memberships: readonly Membership[]
  /** Of an organization that is there, whether it lets the application do anything or not. */
  readonly visibleMemberships: readonly Membership[]
  /** What a grant let it do that was revoked. */
  readonly formerMemberships: readonly Membership[]
}

/** An application with a grant acts as a member of the organization would who has the grant's role. */
export function administrationIn(items: readonly Item[], applicationId: string): Administration {
  const grants = standingIn(items, applicationId).filter(({ status, role }) => status === 'active' && role !== null)
  const memberships = grants.map((grant) => membershipOf(grant))
  const organizations = recordsOf(nodes, items).filter(({ type }) => type === 'organization')
  const ungranted = organizations.filter(({ orgId }) => !grants.some((grant) => grant.orgId === orgId))
  const nothing = ungranted.map(({ id, livemode, createdAt }) => ({
    ...placeless(applicationId, id),
    id,
    livemode,
    createdAt,
    version: 1,
    role: noRole,
    permissions: [],
  }))
  const formerMemberships = recordsOf(formerGrants, items)
    .filter(({ orgId }) => !grants.some((grant) => grant.orgId === orgId))
    .map(membershipOf)
  return { grants, memberships, visibleMemberships: [...memberships, ...nothing], formerMemberships }
}

/** A key that no role has. */
const noRole = { id: '00000000-0000-7000-8000-000000000000', key: 'none', name: 'None' }

function membershipOf({ id, applicationId, orgId, role, livemode, createdAt, version }: Grant): Membership {
  const { permissions = [] } = (role && systemRole(role.id)) ?? {}
  const held = { role: role ?? noRole, permissions: [...permissions] }
  return { id, ...placeless(applicationId, orgId), livemode, createdAt, version, ...held }
}

function placeless(userId: string, orgId: string) {
  const place = { orgId, nodeId: orgId, entityId: null, ancestorIds: [] }
  return { userId, ...place, status: 'active' as const }
}
