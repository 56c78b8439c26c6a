import type { InferOutput } from 'valibot'
import { scopesCover } from '../../../shared/auth/permissions.ts'
import { personIn } from '../../../shared/auth/person.ts'
import type { Membership, Principal } from '../../../shared/auth/principal.ts'
import { batchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { type Organization, twinNodeIdOf } from '../../../shared/store/entities.ts'
import { providerKey, providers } from '../../../shared/store/providers.ts'
import type { Table } from '../../../shared/store/table.ts'
import { type TestMode, testModeKey, testModes } from '../../../shared/store/test-mode.ts'
import { isTwinId, twinIdOf } from '../../../shared/store/twin-ids.ts'
import { readInvitations } from './invitations.ts'
import { meMembership, meOrg, meScope, type meView } from './me-view.ts'
import { type Tree, treeOf } from './tree.ts'

/** The account behind a token, with everything that it may do. */
export async function meOf(
  principal: Principal,
  { table, nowMs }: { readonly table: Table; readonly nowMs: number },
): Promise<InferOutput<typeof meView>> {
  const { providerId } = principal.profile
  const held = principal.memberships.filter(isActive)
  const testOrgIds = [...new Set(held.map(({ orgId }) => orgId).filter(isTwinId))]
  const readItems = batchLoader(table)
  const [found, known, states, invitations] = await Promise.all([
    readItems([providerKey(providerId)]),
    treeOf({ table, readItems }, held),
    readItems(testOrgIds.map(testModeKey)),
    readInvitations(readItems, principal, nowMs),
  ])
  const [provider] = recordsOf(providers, found)
  if (!provider) throw new Error(`the provider ${providerId} no longer exists`)
  const { id, name, slug } = provider
  const ready = new Set(recordsOf(testModes, states).filter(isReady).map(twinOf))
  const isOpen = (orgId: string) => !isTwinId(orgId) || ready.has(orgId)
  const active = held.filter(({ orgId }) => isOpen(orgId))
  const tree = { ...known, organizations: known.organizations.filter((org) => isOpen(org.id)) }
  return {
    principalType: principal.kind,
    user: userOf(principal),
    provider: { id, name, slug },
    orgs: tree.organizations.map((org) => meOrg(org, active, tree)),
    scopes: active.flatMap((membership) => scopesOf(membership, tree)),
    memberships: active.flatMap((membership) => meMembership(membership, tree)),
    invitations,
    blockedOrgs: known.organizations.filter((org) => !isOpen(org.id)).map(blockedTestOrg),
  }
}

const isActive = ({ status }: Membership) => status === 'active'
const isReady = ({ status }: TestMode) => status === 'ready'
const twinOf = ({ orgId }: TestMode) => twinIdOf(orgId)
const blockedTestOrg = ({ id, name }: Organization) => ({ id, name, reason: 'test_mode_disabled' })

function scopesOf(membership: Membership, tree: Tree) {
  const org = tree.organizations.find(({ id }) => id === membership.orgId)
  const covered = tree.entities.filter(
    (entity) => entity.orgId === membership.orgId && (membership.entityId ?? entity.id) === entity.id,
  )
  const node = tree.nodes.get(membership.nodeId)
  const twinNodeId = node ? twinNodeIdOf(node) : null
  return org ? covered.map((entity) => meScope(org, entity, { ...membership, twinNodeId }, tree)) : []
}

/** An application that acts for a person learns who they are only where they consented to it. */
function userOf(principal: Principal) {
  const { kind, scopes, profile, application } = principal
  const { id, locale, avatarUrl, welcomeCompletedAt } = profile
  const consented = application?.grants.some(({ delegatedScopes }) => scopesCover(delegatedScopes, 'profile:read'))
  const isTold = kind !== 'delegated' || (consented && scopesCover(scopes, 'profile:read'))
  const { email, firstName, lastName } = namedPerson(principal)
  const person = isTold
    ? { email, firstName, lastName, avatarUrl }
    : { email: null, firstName: null, lastName: null, avatarUrl: null }
  return { id, ...person, locale, welcomeCompletedAt }
}

/** Until a person confirms names, those of their first organization: of the ones where the application may act, if one asks. */
export function namedPerson(principal: Pick<Principal, 'profile' | 'memberships'>) {
  const orgId = principal.memberships.find(isActive)?.orgId
  return orgId === undefined ? principal.profile : personIn(principal, orgId)
}
