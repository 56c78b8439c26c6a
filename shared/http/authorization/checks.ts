import type { CountedClient } from '../../auth/count-request.ts'
import { scopesCover } from '../../auth/permissions.ts'
import type { Principal } from '../../auth/principal.ts'
import { signInCountsForMs } from '../../auth/recent-sign-in.ts'
import { isRefusal, type Refusal, refuse } from '../../errors/refusal.ts'
import { minuteMs } from '../../platform/clock.ts'
import type { EntityPlace } from '../../store/entities.ts'
import type { EntitySettings } from '../../store/settings.ts'
import type { SettingsReader } from '../../store/settings-reader.ts'
import { isTwinId } from '../../store/twin-ids.ts'
import { isAllowedFrom } from '../client-address.ts'
import type { Operation } from '../operation.ts'
import { type Access, needsSettings } from './access.ts'
import { findTarget } from './find-target.ts'
import {
  asksForNothing,
  delegatedScopesOf,
  isForApplications,
  isForPeople,
  isNamedInQuery,
  isWithoutToken,
  partnerScopeOf,
} from './principals-of.ts'
import { featureRefusal, testModeDisabled } from './refusals.ts'
import type { GrantedAccess, NamedTarget, Target } from './target.ts'

/*
 * Every check of access, in the order in which their errors win. `answerRequest` verifies the token before them. It reads
 * the body, the Idempotency-Key and the file between the checks of the caller and those of the target.
 */

/** Null: the check has no objection. */
type Check<Checked> = (checked: Checked) => Refusal | null

/** Whether the client may be used at all. Refusals count in its usage. */
const clientChecks: readonly Check<Arrival>[] = [
  unknownClient, // unknown_client
  revoked, // api_key_revoked, partner_app_revoked
  expired, // api_key_expired
  rateLimited, // rate_limited
  addressNotAllowed, // ip_not_allowed
]

/** Whether the operation is open to this kind of principal. Before them, `principalOf` refuses: no_account, invalid_token. */
const principalChecks: readonly Check<Caller>[] = [
  notPerson, // humans_only
  notApplication, // partner_app_only, machine_credentials_required
]

/** Whether the caller may do this to the target. */
const targetChecks: readonly Check<Caller & { readonly target: Target }>[] = [
  nobodyConsented, // consent_required
  businessClosed, // insufficient_scope
  ({ target }) => target.notFound ?? null,
  organizationDidNotConsent, // consent_required
  ({ target }) => target.testModeDisabled ?? null,
  ({ target, ...caller }) => scopeLacking(caller, target.orgId), // insufficient_scope
  ({ target }) => target.closed ?? null,
  // Then feature_disabled, for which settings are read. Last, `target.grant` refuses with forbidden.
]

/** Whether the caller may do this with this input. */
const inputChecks: readonly Check<AuthorizedRequest>[] = [
  signedInLongAgo, // forbidden
]

/** A request whose caller has access to its target, with its valid input. */
interface AuthorizedRequest {
  readonly principal: Principal
  readonly operation: Pick<Operation, 'recentSignIn'>
  /** What the operation may decide on: the grant of access with the body. */
  readonly request: object
  /** When the person signed in; null where the token does not tell. */
  readonly signedInAtSec: number | null
  readonly nowMs: number
}

/** A request's client and where it came from. */
interface Arrival {
  /** Null: no such client. `own`: the service's own app, which is no registered client. */
  readonly client: CountedClient | 'own' | null
  readonly ip: string
  readonly nowMs: number
}

/** A principal with the access that an operation declares. */
export interface Caller {
  readonly principal: Principal
  readonly access: Access
  /** Where people consent to an application; null where that is not known. */
  readonly consentUrl: string | null
}

export function clientRefusal(arrival: Arrival): Refusal | null {
  return firstRefusal(clientChecks, arrival)
}

export function principalRefusal(caller: Caller): Refusal | null {
  return firstRefusal(principalChecks, caller)
}

export function inputRefusal(request: AuthorizedRequest): Refusal | null {
  return firstRefusal(inputChecks, request)
}

/** Grants access to the target, or refuses it. */
export async function authorize(caller: Caller, named: NamedTarget): Promise<GrantedAccess | Refusal> {
  const target = await withTestMode(findTarget(caller.principal, caller.access, named), named)
  const refusal = firstRefusal(targetChecks, { ...caller, target })
  if (refusal) return refusal
  const read = target.entity ? await readForEntity(caller.access, target.entity, named.settings) : nothingRead
  const granted = read.disabled ?? (await target.grant(read.settings))
  return isRefusal(granted) || !target.aheadMs ? granted : { ...granted, aheadMs: target.aheadMs }
}

interface ReadForEntity {
  readonly disabled: Refusal | null
  readonly settings: EntitySettings | null
}
const nothingRead: ReadForEntity = { disabled: null, settings: null }

/** What an operation needs to know of its entity: whether its feature is on, and its settings. */
async function readForEntity(access: Access, place: EntityPlace, reader: SettingsReader): Promise<ReadForEntity> {
  const feature = 'feature' in access ? access.feature : null
  const settings = needsSettings(access) ? await reader.settingsOf(place) : null
  if (feature === null) return { disabled: null, settings }
  const features = settings?.features ?? (await reader.featuresOf(place))
  return { disabled: features[feature] ? null : featureRefusal(feature, place), settings }
}

/** A test organization is closed while it is made or emptied, and after it was disabled. Its clock may be ahead. */
async function withTestMode(target: Target, { table }: NamedTarget): Promise<Target> {
  const { orgId } = target
  if (orgId === null || !isTwinId(orgId)) return target
  const { openTestOrgs } = await import('../../store/test-mode.ts')
  const aheadMs = (await openTestOrgs(table, [orgId])).get(orgId)
  if (aheadMs === undefined) return { ...target, testModeDisabled }
  return aheadMs === 0 ? target : { ...target, aheadMs }
}

/** The checks of a caller whose target cannot be read. An organization that the query names may decide about the scope. */
export function refusalWithoutTarget(caller: Caller): Refusal | null {
  return nobodyConsented(caller) ?? (isNamedInQuery(caller.access) ? null : scopeLacking(caller, null))
}

function firstRefusal<Checked>(checks: readonly Check<Checked>[], checked: Checked): Refusal | null {
  for (const check of checks) {
    const refusal = check(checked)
    if (refusal) return refusal
  }
  return null
}

function unknownClient({ client }: Arrival): Refusal | null {
  return client === null ? refuse('unknown_client', 'The client of this token is not registered here.') : null
}

function revoked({ client }: Arrival): Refusal | null {
  if (client === 'own' || !client?.client.revokedAt) return null
  return client.client.kind === 'partner'
    ? refuse('partner_app_revoked', 'This partner application was revoked. Contact the operator of the service.')
    : refuse('api_key_revoked', 'This API key was revoked. Create a new one.')
}

function expired({ client, nowMs }: Arrival): Refusal | null {
  if (client === 'own' || client?.client.kind !== 'api_key') return null
  const { validUntil } = client.client
  if (!validUntil || Date.parse(validUntil) > nowMs) return null
  return refuse('api_key_expired', 'This API key has expired. An administrator can set a later expiresAt.')
}

function rateLimited({ client: counted }: Arrival): Refusal | null {
  if (counted === 'own' || counted === null) return null
  const { client, count, resetSeconds } = counted
  const limit = client.requestsPerMinute
  if (count <= limit) return null
  const message = `This client may make ${limit} requests a minute. Wait ${resetSeconds} seconds.`
  return {
    ...refuse('rate_limited', message, { limit, retryAfterSeconds: resetSeconds }),
    headers: { 'Retry-After': String(resetSeconds) },
  }
}

function addressNotAllowed({ client, ip }: Arrival): Refusal | null {
  if (client === 'own' || client === null || isAllowedFrom(ip, client.client.ipAllowlist)) return null
  return refuse(
    'ip_not_allowed',
    'This API key may not be used from your IP address. Ask an administrator to add the address to its ipAllowlist.',
  )
}

/** A token that does not tell when its person signed in counts as old. */
function signedInLongAgo({ principal, operation, request, signedInAtSec, nowMs }: AuthorizedRequest): Refusal | null {
  const { recentSignIn } = operation
  if (recentSignIn === undefined || principal.kind !== 'user') return null
  if (recentSignIn !== true && !recentSignIn(request as never)) return null
  const ageMs = signedInAtSec === null ? Number.POSITIVE_INFINITY : nowMs - signedInAtSec * 1000
  // The clock of the issuer may be a little ahead.
  if (ageMs <= signInCountsForMs && ageMs > -minuteMs) return null
  return refuse('forbidden', 'This needs a sign-in within the last 15 minutes. Sign in again and repeat the request.', {
    reason: 'reauthentication_required',
  })
}

function notPerson({ principal, access }: Caller): Refusal | null {
  if (!isForPeople(access) || principal.kind === 'user') return null
  return refuse('humans_only', 'Only people who are signed in to the app can use this operation.')
}

function notApplication({ principal: { kind }, access }: Caller): Refusal | null {
  if (!isForApplications(access) || kind === 'partner') return null
  if (kind === 'delegated')
    return refuse(
      'machine_credentials_required',
      'Use the machine credentials of the application, not the token of a person.',
    )
  return refuse('partner_app_only', 'Only partner applications can use this operation.')
}

/**
 * An application that acts for a person who let it act nowhere, or nowhere any more, learns nothing but whether there is the
 * organization that it names.
 */
function nobodyConsented({ principal, access, target, consentUrl }: Caller & { target?: Target }): Refusal | null {
  const { kind, application } = principal
  if (kind !== 'delegated' || !application || application.grants.length > 0) return null
  if (target?.notFound && namesOrganization(access)) return target.notFound
  if (target && target.orgId !== null) return consentRequired(principal, target.orgId, consentUrl)
  const live = application.visibleMemberships.filter((membership) => !isTwinId(membership.orgId))
  const [orgId = null, ...others] = new Set(live.map((membership) => membership.orgId))
  return consentRequired(principal, others.length === 0 ? orgId : null, consentUrl)
}

/** Whether the path or the query names the organization itself. */
function namesOrganization({ to }: Access): boolean {
  return to === 'organization' || to === 'organizationResource'
}

/** Partner applications administer organizations with their own credentials. They do not reach business data (contract §5.2). */
function businessClosed({ principal, access }: Caller): Refusal | null {
  const isOpen = partnerScopeOf(access) !== null || asksForNothing(access) || isWithoutToken(access)
  if (principal.kind !== 'partner' || isOpen) return null
  return delegatedScopesOf(access).length > 0 ? personNeeded : scopeMissing(null)
}

const personNeeded = refuse(
  'insufficient_scope',
  'The machine credentials of an application cannot use this operation. Use a token that acts for a person.',
  { required: null },
)

function organizationDidNotConsent({ principal, target, consentUrl }: Caller & { target: Target }): Refusal | null {
  const { orgId } = target
  if (orgId === null || !principal.application) return null
  const isGranted = principal.application.grants.some((grant) => grant.orgId === orgId)
  return isGranted ? null : consentRequired(principal, orgId, consentUrl)
}

/**
 * Partner applications have the scopes that the organization granted them. Applications that act for a person have those
 * that the person consented to: in the organization, or anywhere where `orgId` is null.
 */
function scopeLacking({ principal, access }: Caller, orgId: string | null): Refusal | null {
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
    return isGiven ? null : partnerScopeMissing(principal, scope)
  }
  const needed = delegatedScopesOf(access)
  const isGiven = needed.some(
    (scope) => scopesCover(scopes, scope) && grants.some((grant) => scopesCover(grant.delegatedScopes, scope)),
  )
  return isGiven ? null : scopeMissing(needed[0] ?? null, 'consent')
}

/** What to do about a missing scope, by what lacks it. */
const scopeAdvice = {
  application: 'This application is not registered for it. Ask the operator.',
  token: 'Request a token with it.',
  organization: 'An administrator must grant it.',
  consent: 'The person must consent to it. Then request a token with it.',
}

export function scopeMissing(
  required: string | null,
  lackedBy: keyof typeof scopeAdvice = 'token',
): Refusal<'insufficient_scope'> {
  const message =
    required === null
      ? 'Applications cannot use this operation.'
      : `The scope ${required} is missing. ${scopeAdvice[lackedBy]}`
  return refuse('insufficient_scope', message, { required })
}

/** Refuses a partner application whose registration, token or grant lacks a scope. */
export function partnerScopeMissing(
  { application, scopes }: Principal,
  required: string | null,
): Refusal<'insufficient_scope'> {
  const isIn = (given: readonly string[] = []) => required !== null && scopesCover(given, required)
  if (!isIn(application?.scopes)) return scopeMissing(required, 'application')
  return scopeMissing(required, isIn(scopes) ? 'organization' : 'token')
}

function consentRequired(principal: Principal, orgId: string | null, consentUrl: string | null): Refusal | null {
  const { kind, application } = principal
  if (!application) return null
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
