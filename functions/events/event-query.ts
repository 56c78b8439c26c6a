import * as v from 'valibot'
import { isSubscribable, type SubscribableType } from '../../events/catalog.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/errors/refusal.ts'
import { type PageRequest, pageAsked } from '../../shared/http/page.ts'
import { instant, pageParameters } from '../../shared/http/values.ts'
import { uuid } from '../../shared/platform/ids.ts'
import type { KeyRing } from '../../shared/platform/key-ring.ts'
import { readCursor } from '../../shared/store/page-token.ts'
import { type Position, positionIn } from './position.ts'

/** The filters of the list of events; all of them that are given have to hold. */
export const eventQuery = v.object({
  orgId: v.optional(
    v.pipe(
      uuid,
      v.description(
        'The organization. People must send it. Machines may leave it out if they have access to only one.',
      ),
    ),
  ),
  types: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',')),
      v.array(v.string()),
      v.description('Event types, separated by commas.'),
    ),
  ),
  entityId: v.optional(uuid),
  from: v.optional(v.pipe(instant, v.description('The earliest createdAt.'))),
  to: v.optional(v.pipe(instant, v.description('The latest createdAt.'))),
  cursor: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'The cursor of an earlier page. Returns the events after that page. Cannot be combined with pageToken.',
      ),
    ),
  ),
  ...pageParameters,
})
export type EventQuery = v.InferOutput<typeof eventQuery>

/** Which events are asked for, and from where on. */
export interface EventRequest {
  readonly page: PageRequest
  /** Null: from the start. */
  readonly position: Position | null
  /** Null: of every type. */
  readonly types: ReadonlySet<SubscribableType> | null
}

/**
 * Reads what a query asks of an organization. A page token and a cursor both tell a position, for as long as they hold; `keys`
 * authenticate them.
 */
export function eventRequest(
  { cursor, ...query }: EventQuery,
  orgId: string,
  { principalId, nowMs, keys }: { principalId: string; nowMs: number; keys: KeyRing | null },
): EventRequest | Refusal<'invalid_input' | 'invalid_page_token'> {
  const types = typesNamed(query.types)
  if (isRefusal(types)) return types
  if (cursor !== undefined && query.pageToken !== undefined)
    return refuse('invalid_input', 'Send cursor or pageToken, not both.')
  const bound = { ...query, orgId }
  const page = pageAsked('listEvents', bound, { principalId, nowMs, keys })
  if (isRefusal(page)) return page
  if (cursor === undefined) return { page, types, position: page.after === null ? null : positionIn(page.after) }
  if (keys === null) throw new Error('a cursor cannot be read without its keys')
  const read = readCursor(cursor, page.scope, keys)
  return isRefusal(read) ? read : { page, types, position: positionIn(read.position) }
}

function typesNamed(names: readonly string[] | undefined): Set<SubscribableType> | Refusal<'invalid_input'> | null {
  if (names === undefined) return null
  const types = names.filter(isSubscribable)
  if (types.length === names.length) return new Set(types)
  const unknown = names.filter((name) => !isSubscribable(name))
  return refuse(
    'invalid_input',
    'types contains types that cannot be listed. GET /v1/webhook-events lists the available types.',
    {
      types: unknown,
    },
  )
}
