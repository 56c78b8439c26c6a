import { withRoles } from '../auth/custom-role.ts'
import { administrationIn, administrationKeys } from '../auth/grants/administration.ts'
import type { Grant } from '../auth/grants/grant.ts'
import { consentsForAll, onlyOrganizationOf } from '../auth/grants/standing-grant.ts'
import { delegatedScopeOf, scopesCover } from '../auth/permissions.ts'
import type { Application, Membership, Principal } from '../auth/principal.ts'
import { type Refusal, refuse } from '../errors/refusal.ts'
import { isUuid } from '../platform/ids.ts'
import { getItems, type Item, type Table } from '../store/table.ts'
import type { Access } from './access.ts'
import { isNamedInQuery } from './named-organization.ts'
import { asksForNothing, delegatedScopesOf, isWithoutToken, partnerScopeOf } from './principals-of.ts'

/** What a request is about, as far as it tells before it is looked into. */
interface Target {
  readonly access: Access
  /** As the path or the query names it. */
  readonly orgId: string | undefined
  /** The items of the path's resource. */
  readonly resourceItems: readonly Item[]
  /** What tells about the path's organization; null where it was not read yet. */
  readonly administration: readonly Item[] | null
}

/** The principal with what organizations and people let its application do. Others stay as they are. */
export async function actingApplication(table: Table, principal: Principal, target: Target): Promise<Principal> {
  const { application } = principal
  if (!application) return principal
  return principal.kind === 'delegated'
    ? await actingForPerson(table, principal, application)
    : await administering(table, principal, application, target)
}

async function actingForPerson(table: Table, principal: Principal, application: Application): Promise<Principal> {
  const active = principal.memberships.filter(({ status }) => status === 'active')
  const isMemberOf = (orgId: string) => active.some((membership) => membership.orgId === orgId)
  const own = application.grants.filter(({ status, orgId }) => status === 'active' && isMemberOf(orgId))
  const elsewhere = active.map(({ orgId }) => orgId).filter((orgId) => !own.some((grant) => grant.orgId === orgId))
  const grants = [...own, ...(await consentsForAll(table, application.id, elsewhere))].filter(isActive)
  const memberships = active.flatMap((membership) => narrowed(membership, grants, principal.scopes))
  return { ...principal, memberships, application: { ...application, grants, visibleMemberships: active } }
}

const isActive = ({ status }: Grant) => status === 'active'

/** A person's membership as an application may use it; none where nobody let it act in the organization. */
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
  const { grants, visibleMemberships, ...repeated } = administrationIn(items, id)
  const memberships = await withRoles(table, [...repeated.memberships], 'service')
  // What an id names in an organization that never heard of the application is not there for it.
  return {
    ...principal,
    memberships,
    application: { ...application, grants, visibleMemberships: orgId ? visibleMemberships : memberships },
  }
}

/** The only organization that lets an application work there, where a query that could name one does not. */
async function orgIdImplied(table: Table, { access, orgId }: Target, applicationId: string): Promise<string | null> {
  return orgId === undefined && isNamedInQuery(access) ? await onlyOrganizationOf(table, applicationId) : null
}

function orgIdOfResource({ access, resourceItems }: Target): string | null {
  return access.to === 'node' ? (access.resource.decode(resourceItems)?.place.orgId ?? null) : null
}

/** Who asks. */
export interface Caller {
  readonly principal: Principal
  /** Where people consent to an application; null where that is not known. */
  readonly consentUrl: string | null
}

/** Why the application, if one acts, may not act there: nobody let it, or not by the scopes that it has. */
export function applicationRefusal({ principal, consentUrl }: Caller, access: Access, orgId: string): Refusal | null {
  return consentRefusal(principal, orgId, consentUrl) ?? scopeRefusal(principal, access, orgId)
}

/** An application that a person has let act nowhere, or nowhere any more, learns nothing else. */
export function unheardRefusal(principal: Principal, consentUrl: string | null): Refusal<'consent_required'> | null {
  const { kind, application } = principal
  if (kind !== 'delegated' || !application || application.grants.length > 0) return null
  const [orgId = null, ...others] = new Set(application.visibleMemberships.map((membership) => membership.orgId))
  return consentRefusal(principal, others.length === 0 ? orgId : null, consentUrl)
}

/** Why an application may not act in an organization that is in its sight: nobody there let it. */
export function consentRefusal(
  { kind, application }: Principal,
  orgId: string | null,
  consentUrl: string | null,
): Refusal<'consent_required'> | null {
  if (!application) return null
  const { grants } = application
  if (grants.some((grant) => grant.orgId === orgId)) return null
  if (kind === 'partner')
    return refuse(
      'consent_required',
      'The organization has not authorized this application. Ask an administrator to install it.',
      { orgId },
    )
  const details = { orgId, ...(consentUrl && { authorizeUrl: authorizeUrlOf(consentUrl, application.id, orgId) }) }
  return refuse(
    'consent_required',
    'The person has not authorized this application here. Ask for their consent.',
    details,
  )
}

function authorizeUrlOf(consentUrl: string, applicationId: string, orgId: string | null): string {
  const url = new URL(consentUrl)
  url.searchParams.set('client_id', applicationId)
  if (orgId !== null) url.searchParams.set('org_id', orgId)
  return url.href
}

/** Machines of partners administer organizations; business data is not theirs to reach (contract §5.2). */
export function businessRefusal({ kind }: Principal, access: Access): Refusal<'insufficient_scope'> | null {
  const isClosed = kind === 'partner' && partnerScopeOf(access) === null && !asksForNothing(access)
  return isClosed && !isWithoutToken(access) ? scopeMissing(null) : null
}

/**
 * The machine of a partner has what the organization granted it. An application that acts for a person has what the person
 * consented to, in the organization if one is named, or in any.
 */
export function scopeRefusal(principal: Principal, access: Access, orgId: string | null): Refusal | null {
  const { application, kind, scopes } = principal
  if (!application || isWithoutToken(access) || asksForNothing(access)) return null
  const grants = application.grants.filter((grant) => orgId === null || grant.orgId === orgId)
  if (kind === 'partner') {
    const scope = partnerScopeOf(access)
    const isOwn = access.to === 'principal'
    const isGiven =
      scope !== null &&
      scopesCover(scopes, scope) &&
      (isOwn || grants.some((grant) => scopesCover(grant.scopes, scope)))
    return isGiven ? null : scopeMissing(scope)
  }
  const needed = delegatedScopesOf(access)
  const isGiven = needed.some(
    (scope) => scopesCover(scopes, scope) && grants.some((grant) => scopesCover(grant.delegatedScopes, scope)),
  )
  return isGiven ? null : scopeMissing(needed[0] ?? null)
}

export function scopeMissing(required: string | null): Refusal<'insufficient_scope'> {
  const message =
    required === null
      ? 'Applications cannot use this operation; no scope covers it.'
      : `The token lacks the scope ${required}. Request a token with it.`
  return refuse('insufficient_scope', message, { required })
}
