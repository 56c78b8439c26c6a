import * as v from 'valibot'
import { displayName, personIn } from './person.ts'
import type { Principal } from './principal.ts'

/** Who made something, as it is stored with it and told: what they were called then. */
export const creatorSchema = v.pipe(
  v.variant('type', [
    v.pipe(
      v.object({
        type: v.literal('user'),
        id: v.string(),
        email: v.nullable(v.string()),
        firstName: v.nullable(v.string()),
        lastName: v.nullable(v.string()),
      }),
      v.title('PersonReference'),
    ),
    v.pipe(v.object({ type: v.literal('api_key'), id: v.string(), name: v.string() }), v.title('ApiKeyReference')),
  ]),
  v.title('Creator'),
)
export type Creator = v.InferOutput<typeof creatorSchema>

/** What people call them. */
export function creatorName(creator: Creator): string {
  return creator.type === 'api_key' ? creator.name : displayName(creator)
}

export function creatorIn(principal: Principal, orgId: string): Creator {
  const { id, firstName } = principal.profile
  if (principal.kind === 'api_key') return { type: 'api_key', id, name: firstName ?? id }
  return { type: 'user', ...personIn(principal, orgId) }
}
