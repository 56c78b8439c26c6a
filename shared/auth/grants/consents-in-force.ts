import { getItems, type Table } from '../../store/table.ts'
import { scopesInCommon } from '../permissions.ts'
import { type Ceiling, ceilingIn, ceilingKey } from './ceiling.ts'
import type { Grant } from './grant.ts'
import { consentForAllKey, standingIn } from './standing-grant.ts'

/** What there is between an application, a person and an organization. */
interface Consents {
  readonly own: Grant | null
  readonly forAll: Grant | null
  readonly ceiling: Ceiling | null
}

/**
 * The consent by which an application acts for a person now. Their own counts before that for all members, which is limited to what
 * an administrator left for this person, and opens nothing once their own was revoked.
 */
export function consentInForce({ own, forAll, ceiling }: Consents): Grant | null {
  if (own?.status === 'active') return own
  if (forAll?.status !== 'active' || ceiling?.revokedAt) return null
  if (!ceiling?.scopes) return forAll
  const delegatedScopes = scopesInCommon(forAll.delegatedScopes, ceiling.scopes)
  return delegatedScopes.length === 0 ? null : { ...forAll, delegatedScopes }
}

export interface Delegation {
  readonly applicationId: string
  readonly userId: string
  /** Where the person is a member. */
  readonly orgIds: readonly string[]
  /** The person's own consents. */
  readonly own: readonly Grant[]
}

/** The consents by which an application acts for a person in their organizations. */
export async function consentsInForce(
  table: Table,
  { applicationId, userId, orgIds, own }: Delegation,
): Promise<Grant[]> {
  const among = [...new Set(orgIds)].map((orgId) => ({
    between: { applicationId, orgId, userId },
    own: own.find((grant) => grant.orgId === orgId) ?? null,
  }))
  const withoutOwn = among.filter((each) => each.own?.status !== 'active')
  const keys = withoutOwn.flatMap(({ between }) => [
    consentForAllKey(applicationId, between.orgId),
    ceilingKey(between),
  ])
  const items = keys.length === 0 ? [] : await getItems(table, keys)
  const forAll = standingIn(items, applicationId)
  return among.flatMap(({ between, own: grant }) => {
    const forOrganization = forAll.find(({ orgId }) => orgId === between.orgId) ?? null
    return consentInForce({ own: grant, forAll: forOrganization, ceiling: ceilingIn(items, between) }) ?? []
  })
}
