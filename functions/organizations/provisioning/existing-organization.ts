import { rolesIn } from '../../../shared/auth/custom-role.ts'
import type { Grant } from '../../../shared/auth/grants/grant.ts'
import { administrationKey, standingIn } from '../../../shared/auth/grants/standing-grant.ts'
import { scopesCover } from '../../../shared/auth/permissions.ts'
import { profileKey, profiles } from '../../../shared/auth/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { scopeMissing } from '../../../shared/http/authorization/checks.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { nodeKey, nodes, type Organization } from '../../../shared/store/entities.ts'
import { getItems, type Item, type Table } from '../../../shared/store/table.ts'
import { memberPartition, members } from '../model/members/member.ts'
import { shownOf } from '../model/members/member-view.ts'
import { nameOfUserKey, type OrganizationName, userNamesIn } from '../model/tree/external-name.ts'
import { externalIdIn, toOrganization, toPartnerMember, toPartnerNode } from './partner-views.ts'

interface Asking {
  /** The scopes that the application is registered for. */
  readonly registered: readonly string[]
  readonly nowMs: number
}

/**
 * What became of an organization that the application has made, and whether all is there that was made with it. Its entity
 * and its owner are shown only if the application may read nodes and members there.
 */
export async function existingOrganization(table: Table, name: OrganizationName, { registered, nowMs }: Asking) {
  const items = await getItems(table, keysOf(name))
  const organization = recordsOf(nodes, items).find((node) => node.id === name.orgId)
  if (organization?.type !== 'organization') return null
  const grant = grantIn(items, name)
  if (isRefusal(grant)) return { answer: grant, isWhole: true }
  const nodesThere = nodesIn(items, name, organization)
  const owner = ownerIn(items, name, organization, nowMs)
  const isWhole = nodesThere.length === (name.firstEntityId ? 2 : 1) && (owner === null) === (name.owner === null)
  const org = toOrganization(organization, name.applicationId)
  const mayRead = (scope: string) => [grant.scopes, registered].every((scopes) => scopesCover(scopes, scope))
  const shown = {
    nodes: mayRead('nodes:read') ? nodesThere : nodesThere.slice(0, 1),
    owner: mayRead('members:read') ? owner : null,
  }
  return { answer: { org, ...shown, created: false }, isWhole }
}

function keysOf({ applicationId, orgId, firstEntityId, owner }: OrganizationName) {
  const entity = firstEntityId === null ? [] : [nodeKey(firstEntityId)]
  const person = owner
    ? [
        { PK: memberPartition(owner.membershipId), SK: 'MEMBER' },
        profileKey(owner.userId),
        nameOfUserKey(applicationId, owner.email),
      ]
    : []
  return [administrationKey(applicationId, orgId), nodeKey(orgId), ...entity, ...person]
}

/** An organization may have taken back, or narrowed, what it let its maker do. */
function grantIn(
  items: readonly Item[],
  { applicationId, orgId }: OrganizationName,
): Grant | Refusal<'consent_required' | 'insufficient_scope'> {
  const grant = standingIn(items, applicationId).find(({ status }) => status === 'active')
  if (!grant) return refuse('consent_required', 'The organization no longer authorizes this application.', { orgId })
  return scopesCover(grant.scopes, 'orgs:read') ? grant : scopeMissing('orgs:read', 'organization')
}

/** First the organization. The entity may be gone by now. */
function nodesIn(items: readonly Item[], { applicationId }: OrganizationName, organization: Organization) {
  const entity = recordsOf(nodes, items).find(({ type }) => type === 'entity')
  const below = entity ? [toPartnerNode(entity, applicationId)] : []
  return [toPartnerNode(organization, applicationId), ...below]
}

/** Whoever was the owner at first, where their membership is still there. */
function ownerIn(items: readonly Item[], { applicationId }: OrganizationName, node: Organization, nowMs: number) {
  const [member] = recordsOf(members, items)
  const [account] = recordsOf(profiles, items)
  if (!member || !account) return null
  const profile = shownOf(member, account)
  const ownId = { applicationId, externalId: externalIdIn(userNamesIn(items), applicationId) }
  return toPartnerMember(member, { profile, node, role: rolesIn(items)(member.role), ...ownId }, nowMs)
}
