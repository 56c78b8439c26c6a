import { displayName, type Principal } from '../auth/principal.ts'
import type { Origin } from '../http/operation.ts'
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

export function callerActor(principal: Principal): StepActor {
  const type = principal.kind === 'api_key' ? 'api_key' : 'user'
  return { type, id: principal.id, name: displayName(principal.profile) }
}
