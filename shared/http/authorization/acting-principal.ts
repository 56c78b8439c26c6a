import { withRoles } from '../../auth/custom-role.ts'
import { administrationIn, administrationKeys } from '../../auth/grants/administration.ts'
import { consentsInForce } from '../../auth/grants/consents-in-force.ts'
import type { Grant } from '../../auth/grants/grant.ts'
import { onlyOrganizationOf } from '../../auth/grants/standing-grant.ts'
import { delegatedScopeOf, scopesCover } from '../../auth/permissions.ts'
import type { Application, Membership, Principal } from '../../auth/principal.ts'
import { type Refusal, refuse } from '../../errors/refusal.ts'
import { isUuid } from '../../platform/ids.ts'
import { fromItem } from '../../store/collection.ts'
import { nodes } from '../../store/entities.ts'
import { getItems, type Item, type Table } from '../../store/table.ts'
import { isTwinId } from '../../store/twin-ids.ts'
import type { RequestContext } from '../request-context.ts'
import type { Access } from './access.ts'
import { isNamedInQuery } from './principals-of.ts'

/**
 * Returns the principal with the kind that its client's record gives. A token of one kind is not valid as another
 * (RFC 8725 §3.12): the service's app and applications act for people, API keys only for themselves.
 */
export function principalOf(context: RequestContext): Principal | Refusal<'no_account' | 'invalid_token'> {
  const { principal, client } = context
  const isMachine = principal?.kind === 'api_key'
  if (!principal || (principal.profile.kind === 'service') !== isMachine)
    return refuse('no_account', 'The token is valid, but its subject has no account here.')
  if (client === 'own' || client?.client.kind !== 'partner')
    return principal.kind === 'delegated'
      ? refuse('invalid_token', 'An API key cannot act for a person. Use a token of the key itself.')
      : principal
  const { id, name, scopes } = client.client
  const application = {
    id,
    name,
    scopes,
    grants: principal.application?.grants ?? [],
    visibleMemberships: principal.memberships,
  }
  if (principal.kind === 'delegated') return { ...principal, application }
  // The scopes of the application may have been reduced since it got its token.
  const stillGiven = principal.scopes.filter((scope) => scopesCover(scopes, scope))
  return {
    ...principal,
    kind: 'partner',
    scopes: stillGiven,
    memberships: [],
    application: { ...application, visibleMemberships: [] },
  }
}

/** The organization or the node that a request names. */
interface Target {
  readonly access: Access
  /** As the path or the query names it. */
  readonly orgId: string | undefined
  /** The items of the path's resource. */
  readonly resourceItems: readonly Item[]
  /** The node that `entityId` names. */
  readonly entityItem: Item | null
  /** The items about the application in the path's organization; null where they were not read yet. */
  readonly administration: readonly Item[] | null
}

/** Returns the principal with the grants of its application. Other principals stay as they are. */
export async function actingApplication(table: Table, principal: Principal, target: Target): Promise<Principal> {
  const { application } = principal
  if (!application) return principal
  return principal.kind === 'delegated'
    ? await actingForPerson(table, principal, application, target)
    : await administering(table, principal, application, target)
}

async function actingForPerson(
  table: Table,
  principal: Principal,
  application: Application,
  target: Target,
): Promise<Principal> {
  const active = principal.memberships.filter(({ status }) => status === 'active')
  const own = application.grants
  const hasConsented = (orgId: string) => own.some((grant) => grant.orgId === orgId && grant.status === 'active')
  // Few requests are about a test organization: only those read what its administrators consented to.
  const isAskedAbout = (orgId: string) => !isTwinId(orgId) || hasConsented(orgId) || orgId === orgIdNamed(target)
  const orgIds = active.map(({ orgId }) => orgId).filter(isAskedAbout)
  const grants = await consentsInForce(table, { applicationId: application.id, userId: principal.id, orgIds, own })
  const memberships = active.flatMap((membership) => narrowed(membership, grants, principal.scopes))
  return { ...principal, memberships, application: { ...application, grants, visibleMemberships: active } }
}

function orgIdNamed({ access, orgId, resourceItems, entityItem }: Target): string | null {
  if (orgId !== undefined) return orgId.toLowerCase()
  if (entityItem) return fromItem(nodes, entityItem).orgId
  if (!('resource' in access)) return null
  const resource = access.resource.decode(resourceItems)
  if (resource === null) return null
  return 'place' in resource ? resource.place.orgId : resource.orgId
}

/** A person's membership, limited to the grant of the application; none where it has no grant in the organization. */
function narrowed(membership: Membership, grants: readonly Grant[], tokenScopes: readonly string[]): Membership[] {
  const grant = grants.find(({ orgId }) => orgId === membership.orgId)
  if (!grant) return []
  const permissions = membership.permissions.filter((permission) => {
    const scope = delegatedScopeOf(permission)
    return scope !== null && scopesCover(tokenScopes, scope) && scopesCover(grant.delegatedScopes, scope)
  })
  return [{ ...membership, permissions }]
}

async function administering(
  table: Table,
  principal: Principal,
  application: Application,
  target: Target,
): Promise<Principal> {
  const { id } = application
  const orgId = isUuid(target.orgId) ? target.orgId.toLowerCase() : await orgIdImplied(table, target, id)
  const resourceOrgId = orgId === null ? orgIdOfResource(target) : null
  if (orgId === null && resourceOrgId === null) return principal
  const items = target.administration ?? (await getItems(table, administrationKeys(id, orgId ?? resourceOrgId ?? '')))
  const { grants, visibleMemberships, formerMemberships, ...repeated } = administrationIn(items, id)
  const memberships = await withRoles(table, [...repeated.memberships], 'service')
  const former = await withRoles(table, [...formerMemberships], 'service')
  // Resources of organizations that the application never had a grant in are hidden from it.
  return {
    ...principal,
    memberships,
    application: {
      ...application,
      grants,
      visibleMemberships: orgId ? visibleMemberships : [...memberships, ...former],
    },
  }
}

/** The only organization that has authorized the application, where the query could name one but does not. */
async function orgIdImplied(table: Table, { access, orgId }: Target, applicationId: string): Promise<string | null> {
  return orgId === undefined && isNamedInQuery(access) ? await onlyOrganizationOf(table, applicationId) : null
}

function orgIdOfResource({ access, resourceItems }: Target): string | null {
  return access.to === 'node' ? (access.resource.decode(resourceItems)?.place.orgId ?? null) : null
}
