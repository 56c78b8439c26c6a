import type { KoaContextWithOIDC } from 'oidc-provider'
import { consentInForce, consentsInForce } from '../../../shared/auth/grants/consents-in-force.ts'
import type { Grant } from '../../../shared/auth/grants/grant.ts'
import { standingIn } from '../../../shared/auth/grants/standing-grant.ts'
import { type DelegatedScope, scopesCover } from '../../../shared/auth/permissions.ts'
import { displayName, personIn } from '../../../shared/auth/person.ts'
import type { Membership } from '../../../shared/auth/principal.ts'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { type Author, systemAuthor } from '../../../shared/store/audit.ts'
import { commitWithRetry } from '../../../shared/store/commit-with-retry.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import type { Table } from '../../../shared/store/table.ts'
import { consentForAllRefusal, consentTo, noMember, standingConsents } from '../../access/model/consent.ts'
import type { Person } from './people.ts'

const maxTries = 5

/** What lets an application act for a person now: their own consents, and those that administrators gave for all members. */
export async function consentsOf(person: Person, table: Table, applicationId: string): Promise<Grant[]> {
  return await consentsInForce(table, {
    applicationId,
    userId: person.profile.id,
    orgIds: person.memberships.map(({ orgId }) => orgId),
    own: standingIn(person.items, applicationId),
  })
}

/** Whether one of the consents is to all of these scopes: in the organization told, or in any. */
export function isConsented(consents: readonly Grant[], scopes: readonly string[], orgId: string | undefined): boolean {
  return consents.some(
    (consent) =>
      (orgId === undefined || consent.orgId === orgId) &&
      scopes.every((scope) => scopesCover(consent.delegatedScopes, scope)),
  )
}

/** Whether a person may consent to scopes for every member of an organization. */
export function mayConsentForAll(
  memberships: readonly Membership[],
  orgId: string,
  scopes: readonly DelegatedScope[],
): boolean {
  return consentForAllRefusal(memberships, orgId, scopes) === null
}

export interface GivenConsent {
  readonly application: { readonly id: string; readonly name: string }
  readonly person: Person
  readonly orgId: string
  readonly onBehalfOf: 'self' | 'organization'
  readonly scopes: readonly DelegatedScope[]
  readonly author: Author
}

export interface ConsentOutcome {
  /** Whether the application may do all that it asked for. Otherwise an administrator has to approve first. */
  readonly isApproved: boolean
  /** Whether the application may act for the person there, if only as it could before. */
  readonly isInForce: boolean
}

/** Records that a person consented. Null: they were removed from the organization meanwhile. */
export async function giveConsent(platform: Platform, given: GivenConsent): Promise<ConsentOutcome | null> {
  const { table, clock, ids } = platform
  const { application, person, orgId, scopes, onBehalfOf, author } = given
  const ref = { applicationId: application.id, orgId, userId: person.profile.id }
  const memberships = person.memberships.filter((membership) => membership.orgId === orgId)
  const consent = { applicationId: application.id, applicationName: application.name, person: person.profile }
  const outcome = await commitWithRetry({ ...platform, author, maxTries, signal: null }, async (work) => {
    const standing = await standingConsents(table, ref)
    const about = { ...consent, memberships, orgId, scopes, onBehalfOf, standing }
    const { grant, isApproved } = consentTo(work, about, { nowMs: clock(), ids })
    return { isApproved, isInForce: consentInForce({ ...standing, own: grant }) !== null }
  })
  if (outcome === noMember) return null
  if (isRefusal(outcome)) throw new Error(`a consent could not be written: ${outcome.message}`)
  return outcome
}

/** Who consents, as the audit log tells it. */
export function authorOf(ctx: Pick<KoaContextWithOIDC, 'get' | 'ip'>, person: Person, orgId: string): Author {
  const { id } = person.profile
  const name = displayName(personIn(person, orgId))
  const from = { ip: ctx.ip || null, userAgent: ctx.get('user-agent') || null }
  return { ...systemAuthor(ctx.get('x-request-id')), actor: { type: 'user', id, name }, ...from }
}
