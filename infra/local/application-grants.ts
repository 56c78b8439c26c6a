import type { Grant } from '../../shared/auth/grants/grant.ts'
import { changeGrant } from '../../shared/auth/grants/standing-grant.ts'
import { type DelegatedScope, partnerScopes, type SystemRoleKey, systemRoles } from '../../shared/auth/permissions.ts'
import { timestamp } from '../../shared/platform/clock.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import type { Organization } from '../../shared/store/entities.ts'
import type { Table } from '../../shared/store/table.ts'
import { committed } from './tenant.ts'

/** Lets an application work with an organization, as its administrator would. */
export async function makeGrant(
  table: Table,
  org: Pick<Organization, 'id' | 'livemode'>,
  applicationId: string,
  options: Omit<Partial<Grant>, 'role'> & { role?: SystemRoleKey | null } = {},
): Promise<Grant> {
  const { role: roleKey = 'admin', ...given } = options
  const role = roleKey === null ? null : systemRoles[roleKey]
  const grant: Grant = {
    id: systemIds(),
    applicationId,
    orgId: org.id,
    livemode: org.livemode,
    kind: 'installed',
    role: role && { id: role.id, key: role.key, name: role.name },
    scopes: [...partnerScopes],
    delegatedScopes: [],
    requestedScopes: [],
    onBehalfOf: null,
    userId: null,
    status: 'active',
    grantedBy: null,
    grantedAt: timestamp(Date.now()),
    revokedBy: null,
    revokedAt: null,
    lastUsedAt: null,
    createdAt: timestamp(Date.now()),
    version: 1,
    ...given,
  }
  await committed(table, async (work) => changeGrant(work, null, grant))
  return grant
}

/** Lets an application act for a person in an organization, as they would by their own consent. */
export async function makeConsent(
  table: Table,
  org: Pick<Organization, 'id' | 'livemode'>,
  applicationId: string,
  {
    userId,
    scopes,
    ...given
  }: { userId: string | null; scopes: readonly DelegatedScope[] } & Partial<Pick<Grant, 'lastUsedAt'>>,
): Promise<Grant> {
  const onBehalfOf = userId === null ? 'organization' : 'self'
  const reach: Omit<Partial<Grant>, 'role'> = { userId, onBehalfOf, delegatedScopes: [...scopes] }
  return await makeGrant(table, org, applicationId, { kind: 'delegated', role: null, scopes: [], ...reach, ...given })
}
