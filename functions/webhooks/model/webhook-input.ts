import * as v from 'valibot'
import { isSubscribable } from '../../../events/catalog.ts'
import type { Permission } from '../../../shared/auth/permissions.ts'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { optionalLine } from '../../../shared/http/values.ts'
import { mayReadType } from '../../events/read-rights.ts'

/** The values of a subscription that callers choose. */
export const chosen = {
  url: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(2000),
    v.description('The URL that events are posted to: https, a public host, no credentials and no fragment.'),
  ),
  description: optionalLine(255),
  events: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(100))),
    v.minLength(1, 'Choose at least one event type.'),
    v.maxLength(50),
    v.description(
      'Event types from GET /v1/webhook-events, or `*` alone for all present and future types. You can choose only types that you ' +
        'may read on the whole organization; `*` stands for these.',
    ),
  ),
}

/** Nobody receives by webhook what they may not read. */
export function unreadableRefusal(events: readonly string[], held: readonly Permission[]): Refusal<'forbidden'> | null {
  const unreadable = events.filter((type) => type !== '*' && !mayReadType(held, type))
  if (unreadable.length === 0) return null
  const message = `You may not read ${unreadable.join(', ')} on the whole organization. Ask an administrator for the role.`
  return refuse('forbidden', message, { events: unreadable })
}

/** Why the event types are refused; null if they are not. */
export function eventsRefusal(events: readonly string[]): Refusal<'invalid_input'> | null {
  const unknown = events.filter((type) => type !== '*' && !isSubscribable(type))
  if (unknown.length > 0)
    return refuse(
      'invalid_input',
      'events contains types that you cannot subscribe to. GET /v1/webhook-events lists the available types.',
      {
        events: unknown,
      },
    )
  if (new Set(events).size !== events.length)
    return refuse('invalid_input', 'events contains a type twice.', { events: [...events] })
  if (events.includes('*') && events.length > 1)
    return refuse('invalid_input', 'Send * alone; it includes every type.', { events: [...events] })
  return null
}
