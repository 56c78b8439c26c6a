import { type Ceiling, ceilingIn, ceilingKey, ceilings, isWithin } from '../../../shared/auth/grants/ceiling.ts'
import type { Grant } from '../../../shared/auth/grants/grant.ts'
import {
  administrationKey,
  changeGrant,
  consentForAllKey,
  ownConsentKey,
  standingIn,
} from '../../../shared/auth/grants/standing-grant.ts'
import { permits } from '../../../shared/auth/node-access.ts'
import { type DelegatedScope, delegatedScopeOf, permissions, scopesCover } from '../../../shared/auth/permissions.ts'
import { personIn } from '../../../shared/auth/person.ts'
import type { Membership, Profile } from '../../../shared/auth/principal.ts'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import type { Ids } from '../../../shared/platform/ids.ts'
import { holdMembership } from '../../../shared/store/member-emails.ts'
import { getItems, type Item, type Key, type Table } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { auditOfGrant, grantChanges } from './audit.ts'
import { emitGrantEvent } from './grant-events.ts'

/** What stands between an application, a person and an organization so far. */
export interface StandingConsents {
  readonly own: Grant | null
  readonly forAll: Grant | null
  /** Where an administrator let the application work with the organization. */
  readonly administration: Grant | null
  /** What was decided about the person's own consent. */
  readonly ceiling: Ceiling | null
}

interface Between {
  readonly applicationId: string
  readonly orgId: string
  readonly userId: string
}

export async function standingConsents(table: Table, between: Between): Promise<StandingConsents> {
  return standingConsentsIn(await getItems(table, standingConsentKeys(between)), between)
}

/** Where it stands what there is between them. */
export function standingConsentKeys({ applicationId, orgId, userId }: Between): Key[] {
  return [
    ownConsentKey(applicationId, orgId, userId),
    consentForAllKey(applicationId, orgId),
    administrationKey(applicationId, orgId),
    ceilingKey({ applicationId, orgId, userId }),
  ]
}

/** The same among what was read. */
export function standingConsentsIn(
  items: readonly Item[],
  { applicationId, orgId, userId }: Between,
): StandingConsents {
  const found = standingIn(items, applicationId).filter((grant) => grant.orgId === orgId)
  return {
    own: found.find((grant) => grant.userId === userId) ?? null,
    forAll: found.find((grant) => grant.kind === 'delegated' && grant.userId === null) ?? null,
    administration: found.find((grant) => grant.kind !== 'delegated') ?? null,
    ceiling: ceilingIn(items, { applicationId, orgId, userId }),
  }
}

/** Whether memberships let a person decide for the whole organization what works with it. */
export function mayConsentForAll(memberships: readonly Membership[], orgId: string): boolean {
  const ofOrganization = memberships.filter(({ status, nodeId }) => status === 'active' && nodeId === orgId)
  return permits(ofOrganization, 'integrations.manage')
}

/**
 * Why somebody may not consent for every member to these scopes: nobody lets an application do more than they may do
 * themselves on the whole organization.
 */
export function consentForAllRefusal(
  memberships: readonly Membership[],
  orgId: string,
  scopes: readonly DelegatedScope[],
): Refusal<'forbidden' | 'role_escalation'> | null {
  if (!mayConsentForAll(memberships, orgId))
    return refuse('forbidden', 'You need the permission to manage integrations to consent for every member.')
  const ofOrganization = memberships.filter(({ status, nodeId }) => status === 'active' && nodeId === orgId)
  const beyond = scopes.filter((scope) => !isHeld(ofOrganization, scope))
  if (beyond.length === 0) return null
  const message = 'You can consent for every member only to what you may do yourself on the whole organization.'
  return refuse('role_escalation', message, { scopes: beyond })
}

/** Whether memberships permit all that a scope covers. */
function isHeld(memberships: readonly Membership[], scope: string): boolean {
  const covered = permissions.filter((permission) => {
    const needed = delegatedScopeOf(permission)
    return needed !== null && scopesCover([scope], needed)
  })
  return covered.every((permission) => permits(memberships, permission))
}

/** Where somebody is no member, an organization is not visible to them. */
export const noMember = refuse('organization_not_found', 'There is no such organization, or it is not visible to you.')

interface Consent {
  readonly applicationId: string
  readonly applicationName: string
  readonly person: Profile
  /** The person's active memberships in the organization, at least one. */
  readonly memberships: readonly Membership[]
  readonly orgId: string
  readonly scopes: readonly DelegatedScope[]
  readonly onBehalfOf: 'self' | 'organization'
  readonly standing: StandingConsents
}

export interface WrittenConsent {
  readonly grant: Grant
  /** Whether the application may act with all that was consented to now. Otherwise an administrator has to approve first. */
  readonly isApproved: boolean
}

/**
 * Writes that a person lets an application act: what they consented to before stays consented. Somebody who does not manage
 * what works with the organization waits for an administrator, unless all that they consent to was approved before. What
 * they were allowed before goes on meanwhile.
 */
export function consentTo(
  work: UnitOfWork,
  consent: Consent,
  { nowMs, ids }: { nowMs: number; ids: Ids },
): WrittenConsent {
  const { applicationId, orgId, person, scopes, onBehalfOf, standing, memberships } = consent
  const isForAll = onBehalfOf === 'organization'
  const before = isForAll ? standing.forAll : standing.own
  const isAdministrator = mayConsentForAll(memberships, orgId)
  if (isForAll && consentForAllRefusal(memberships, orgId, scopes))
    throw new Error('a consent for every member is checked before it is written')
  const isApproved = approvals({ ...standing, before }, isAdministrator ? scopes : null)
  const isKnown = isAdministrator || isApplicationApproved({ ...standing, before })
  const areApproved = scopes.length > 0 ? scopes.every(isApproved) : isKnown
  const at = timestamp(nowMs)
  const given =
    before ?? blank({ id: ids(nowMs), applicationId, orgId, livemode: livemodeOf(memberships), createdAt: at })
  const change = widened(given, scopes, { isApproved, areApproved })
  if (before && grantChanges(before, { ...before, ...change }).length === 0)
    return { grant: before, isApproved: areApproved }
  const consenter = personIn({ profile: person, memberships }, orgId)
  const after: Grant = {
    ...given,
    ...change,
    onBehalfOf,
    userId: isForAll ? null : person.id,
    ...(change.status !== given.status && { grantedBy: consenter, grantedAt: at }),
    version: given.version + 1,
  }
  changeGrant(work, before, after)
  // A removal revokes the consents that it read: one that is given meanwhile must not outlive it.
  if (person.email !== null) holdMembership(work, orgId, person.email, noMember)
  adjustCeiling(work, standing.ceiling, after)
  if (!before) emitGrantEvent(work, 'grant.created', after, person)
  const created = [{ field: 'delegatedScopes', from: null, to: after.delegatedScopes }]
  const [action, changes] = before
    ? (['grant.changed', grantChanges(before, after)] as const)
    : (['grant.created', created] as const)
  work.audit(auditOfGrant(after, action, consent.applicationName, changes))
  return { grant: after, isApproved: areApproved }
}

type Widened = Pick<Grant, 'status' | 'delegatedScopes' | 'requestedScopes'>

/** A consent with further scopes. In force, it holds what is approved, and the rest waits beside that. */
function widened(
  before: Grant,
  scopes: readonly DelegatedScope[],
  { isApproved, areApproved }: { readonly isApproved: (scope: string) => boolean; readonly areApproved: boolean },
): Widened {
  const all = [...new Set([...before.delegatedScopes, ...before.requestedScopes, ...scopes])]
  if (before.status !== 'active' && !areApproved)
    return { status: 'pending', delegatedScopes: all, requestedScopes: [] }
  return {
    status: 'active',
    delegatedScopes: all.filter(isApproved),
    requestedScopes: all.filter((scope) => !isApproved(scope)),
  }
}

/**
 * Whether administrators approved a scope: a consent for all members, an installation and a consent of the person that is in force
 * approve exactly the scopes that they name, as far as an administrator did not decide otherwise about this person. What
 * an administrator consents to themselves needs nobody else.
 */
function approvals(
  { forAll, administration, before, ceiling }: StandingConsents & { readonly before: Grant | null },
  ofAdministrator: readonly string[] | null,
): (scope: string) => boolean {
  const active = [forAll, administration, before].flatMap((grant) => (grant?.status === 'active' ? [grant] : []))
  const named = active.flatMap((grant) => [...grant.delegatedScopes, ...grant.scopes])
  if (ofAdministrator) return (scope) => scopesCover([...named, ...ofAdministrator], scope)
  return (scope) => scopesCover(named, scope) && isWithin(ceiling, scope)
}

/**
 * Whether administrators let the application into the organization at all, and did not revoke it for this person. It is the whole
 * question for an application that asks for no scope of the API: it still learns who the person is, and where.
 */
function isApplicationApproved(consents: StandingConsents & { readonly before: Grant | null }): boolean {
  const { forAll, administration, before, ceiling } = consents
  if (before?.status === 'active') return true
  const isRevokedByAdministrator = ceiling?.scopes?.length === 0
  return !isRevokedByAdministrator && [forAll, administration].some((grant) => grant?.status === 'active')
}

/** A consent in force is not revoked any more; and an administrator who goes beyond what somebody narrowed for them has decided anew. */
function adjustCeiling(work: UnitOfWork, ceiling: Ceiling | null, { status, userId, delegatedScopes }: Grant): void {
  if (ceiling === null || status !== 'active' || userId === null) return
  const isLifted = ceiling.scopes === null || !delegatedScopes.every((scope) => isWithin(ceiling, scope))
  if (isLifted) work.removePart(ceilingKey(ceiling))
  else if (ceiling.revokedAt !== null) work.putPart(ceilings, { ...ceiling, revokedAt: null })
}

function livemodeOf(memberships: readonly Membership[]): boolean {
  return memberships.some(({ livemode }) => livemode)
}

type Own = Pick<Grant, 'id' | 'applicationId' | 'orgId' | 'livemode' | 'createdAt'>

function blank(own: Own): Grant {
  return {
    ...own,
    kind: 'delegated',
    role: null,
    scopes: [],
    delegatedScopes: [],
    requestedScopes: [],
    onBehalfOf: null,
    userId: null,
    status: 'pending',
    grantedBy: null,
    grantedAt: null,
    revokedBy: null,
    revokedAt: null,
    lastUsedAt: null,
    version: 0,
  }
}
