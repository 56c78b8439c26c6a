import * as v from 'valibot'
import type { Grant } from '../../../shared/auth/grants/grant.ts'
import { delegatedScopes, scopesCover } from '../../../shared/auth/permissions.ts'
import { type Collection, recordsOf } from '../../../shared/store/collection.ts'
import type { Item, Key } from '../../../shared/store/table.ts'

/**
 * What an administrator approved of a person's own consent, or narrowed it to. It outlives the grant: who takes their consent back
 * and gives it anew goes no further either, until an administrator approves it.
 */
const ceilingSchema = v.object({
  applicationId: v.string(),
  orgId: v.string(),
  userId: v.string(),
  scopes: v.array(v.picklist(delegatedScopes)),
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

/** Whether a scope is not beyond what an administrator left; null: none has decided. */
export function isWithin(ceiling: Ceiling | null, scope: string): boolean {
  return ceiling === null || scopesCover(ceiling.scopes, scope)
}

/** Whose consent of their own a grant is; null: it is for everybody, or for nobody. */
export function consenterOf({ kind, applicationId, orgId, userId }: Grant): Between | null {
  return kind === 'delegated' && userId !== null ? { applicationId, orgId, userId } : null
}
