import * as v from 'valibot'
import { type Collection, recordsOf } from '../../store/collection.ts'
import type { Item, Key } from '../../store/table.ts'
import { delegatedScopes, scopesCover } from '../permissions.ts'
import type { Grant } from './grant.ts'

/**
 * What was decided about a person's own consent. It outlives the grant: who takes their consent back and gives it anew goes no further
 * either, until an administrator approves it.
 */
const ceilingSchema = v.object({
  applicationId: v.string(),
  orgId: v.string(),
  userId: v.string(),
  /** What an administrator approved, or narrowed it to; none of them where one revoked it. Null: no administrator has decided. */
  scopes: v.nullable(v.array(v.picklist(delegatedScopes))),
  /** When it was revoked, if it was not given anew since: until then a consent for all members does not stand in for it. */
  revokedAt: v.nullable(v.string()),
})
export type Ceiling = v.InferOutput<typeof ceilingSchema>

type Between = Pick<Ceiling, 'applicationId' | 'orgId' | 'userId'>

export function ceilingKey({ applicationId, orgId, userId }: Between): Key {
  return { PK: `APPLICATION#${applicationId}#ORG#${orgId}`, SK: `CEILING#${userId}` }
}

export const ceilings: Collection<Ceiling> = { name: 'consent_ceiling', schema: ceilingSchema, key: ceilingKey }

export function ceilingIn(items: readonly Item[], between: Between): Ceiling | null {
  const { SK, PK } = ceilingKey(between)
  const [found = null] = recordsOf(
    ceilings,
    items.filter((item) => item.PK === PK && item.SK === SK),
  )
  return found
}

/** Whether a scope is within the limit that an administrator set. Without a limit every scope is. */
export function isWithin(ceiling: Ceiling | null, scope: string): boolean {
  return !ceiling?.scopes || scopesCover(ceiling.scopes, scope)
}

/** Whose consent of their own a grant is; null: it is for everybody, or for nobody. */
export function consenterOf({ kind, applicationId, orgId, userId }: Grant): Between | null {
  return kind === 'delegated' && userId !== null ? { applicationId, orgId, userId } : null
}
