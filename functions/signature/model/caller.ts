import { displayName, personIn } from '../../../shared/auth/person.ts'
import type { Principal } from '../../../shared/auth/principal.ts'
import type { Origin } from '../../../shared/http/operation.ts'
import { recordedAtMs } from './change.ts'
import type { RequestRecord } from './request.ts'
import type { StepActor } from './step.ts'
import type { Cause } from './transitions.ts'

/** The caller of an operation as the cause of what it does to a request. */
export function callerCause({
  principal,
  record,
  origin,
  nowMs,
}: {
  principal: Principal
  record: Pick<RequestRecord, 'orgId' | 'updatedAt'>
  origin: Origin
  nowMs: number
}): Cause {
  const { ip, userAgent } = origin
  return { nowMs: recordedAtMs(record, nowMs), actor: callerActor(principal, record.orgId), ip, userAgent }
}

/** What an application does for a person is the application's doing, as in the audit log. */
export function callerActor(principal: Principal, orgId: string): StepActor {
  const { kind, id, application } = principal
  const name = displayName(personIn(principal, orgId))
  if (kind !== 'delegated' || !application) return { type: kind === 'api_key' ? 'api_key' : 'user', id, name }
  return { type: 'delegated', id: application.id, name: application.name, onBehalfOf: { userId: id, name } }
}
