import * as v from 'valibot'
import { isSubscribable } from '../../../events/catalog.ts'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { optionalLine } from '../../../shared/http/values.ts'

/** What of a subscription is chosen, when it is made and later. */
export const chosen = {
  url: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(2000),
    v.description('Where events are posted to: https, a public host, no credentials and no fragment.'),
  ),
  description: optionalLine(255),
  events: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(100))),
    v.minLength(1, 'Name at least one type of event.'),
    v.maxLength(50),
    v.description('Types of GET /v1/webhook-events, or `*` alone for all present and future ones.'),
  ),
}

/** Why events cannot be subscribed to as they are named; null: they can. */
export function eventsRefusal(events: readonly string[]): Refusal<'invalid_input'> | null {
  const unknown = events.filter((type) => type !== '*' && !isSubscribable(type))
  if (unknown.length > 0)
    return refuse(
      'invalid_input',
      'events names types that cannot be subscribed to; GET /v1/webhook-events lists those that can.',
      {
        events: unknown,
      },
    )
  if (new Set(events).size !== events.length)
    return refuse('invalid_input', 'events names a type twice.', { events: [...events] })
  if (events.includes('*') && events.length > 1)
    return refuse('invalid_input', 'Send * alone: it holds every type.', { events: [...events] })
  return null
}
