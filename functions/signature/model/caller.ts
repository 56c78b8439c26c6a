import { displayName, type Principal } from '../../../shared/auth/principal.ts'
import type { Origin } from '../../../shared/http/operation.ts'
import type { StepActor } from './step.ts'
import type { Cause } from './transitions.ts'

/** The caller of an operation as the cause of what it does to a request. */
export function callerCause({
  principal,
  origin,
  nowMs,
}: {
  principal: Principal
  origin: Origin
  nowMs: number
}): Cause {
  return { nowMs, actor: callerActor(principal), ip: origin.ip, userAgent: origin.userAgent }
}

/** What an application does for a person is the application's doing, as in the audit log. */
export function callerActor({ kind, id, profile, application }: Principal): StepActor {
  const name = displayName(profile)
  if (kind !== 'delegated' || !application) return { type: kind === 'api_key' ? 'api_key' : 'user', id, name }
  return { type: 'delegated', id: application.id, name: application.name, onBehalfOf: { userId: id, name } }
}
