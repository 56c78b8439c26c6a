import * as v from 'valibot'
import { dayMs } from '../../platform/clock.ts'
import { uuid } from '../../platform/ids.ts'
import { recordsOf, type Versioned } from '../../store/collection.ts'
import type { PeopleOnlyResourceKind } from '../organization-resource.ts'
import { delegatedScopes, partnerScopes } from '../permissions.ts'
import { personSchema } from '../person.ts'

export const grantKinds = ['installed', 'provisioned', 'delegated'] as const
export const grantStatuses = ['pending', 'active', 'revoked'] as const
export const consentReaches = ['self', 'organization'] as const

/**
 * What an organization, or one of its people, lets an application do there. `installed`: an administrator connected a
 * partner application; `provisioned`: the application made the organization; `delegated`: it acts for a person who
 * consented, or for every member where an administrator did.
 */
export const grantSchema = v.object({
  id: uuid,
  applicationId: v.string(),
  orgId: uuid,
  livemode: v.boolean(),
  kind: v.picklist(grantKinds),
  /** The strongest role that the application may hold and give; null where it acts within a person's rights. */
  role: v.nullable(v.object({ id: uuid, key: v.string(), name: v.string() })),
  scopes: v.array(v.picklist(partnerScopes)),
  delegatedScopes: v.array(v.picklist(delegatedScopes)),
  /** What the person consented to beyond that, until an administrator decides. Grants from before it was recorded lack it. */
  requestedScopes: v.optional(v.array(v.picklist(delegatedScopes)), []),
  /** Null where nobody is acted for. */
  onBehalfOf: v.nullable(v.picklist(consentReaches)),
  /** Whom it acts for; null for every member, or for nobody. */
  userId: v.nullable(v.string()),
  status: v.picklist(grantStatuses),
  grantedBy: v.nullable(personSchema),
  grantedAt: v.nullable(v.string()),
  revokedBy: v.nullable(personSchema),
  revokedAt: v.nullable(v.string()),
  /** The last request that was answered by it, at most an hour behind. */
  lastUsedAt: v.nullable(v.string()),
  createdAt: v.string(),
  version: v.number(),
})
export type Grant = v.InferOutput<typeof grantSchema>

/** How long a revoked grant is still listed. */
export const revokedKeptForMs = 90 * dayMs

function grantKey(id: string) {
  return { PK: `GRANT#${id}`, SK: 'GRANT' }
}

export const grants: Versioned<Grant> = {
  name: 'grant',
  schema: grantSchema,
  key: ({ id }) => grantKey(id),
  indexKeys: ({ orgId, id }) => ({ GSI1PK: grantsOf(orgId), GSI1SK: id }),
  expiresAtSec: ({ revokedAt }) =>
    revokedAt === null ? undefined : Math.ceil((Date.parse(revokedAt) + revokedKeptForMs) / 1000),
}

/** The listing of an organization's grants. */
export function grantsOf(orgId: string): string {
  return `ORG#${orgId}#GRANTS`
}

/** Grants as things that a path names. */
export const namedGrants = {
  name: 'grant',
  parameter: 'grantId',
  notFound: 'not_found',
  partition: (id: string) => ({ partition: grantKey(id).PK, startingWith: grantKey(id).SK, isOneItem: true }),
  decode: (items): { grant: Grant; orgId: string; version: number } | null => {
    const [grant] = recordsOf(grants, items)
    return grant ? { grant, orgId: grant.orgId, version: grant.version } : null
  },
} as const satisfies PeopleOnlyResourceKind
