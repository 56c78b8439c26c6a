import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { callerCause } from '../model/caller.ts'
import { applyChange } from '../model/change.ts'
import { signatureRequests } from '../model/request.ts'
import { endedCodes, endedRefusal, expired } from '../model/transitions.ts'
import { expiryAsked, vendorIsAsked } from '../model/vendor-progress.ts'
import { requestView, toRequest } from '../model/view.ts'
import { auditOf } from './audit.ts'

export const simulateExpiry = operation({
  id: 'simulateExpiry',
  method: 'POST',
  path: '/v1/test/signature-requests/{id}/expire',
  tag: 'Simulation',
  summary: 'Make a request of a test organization expire now',
  access: {
    to: 'resource',
    resource: signatureRequests,
    permission: 'signature.send',
    feature: 'signature',
    testOnly: true,
  },
  responses: { 200: requestView },
  errors: [...endedCodes, 'invalid_input'],
  async handle({ resource: { record, fields }, work, origin, principal, clock, ids }) {
    const nowMs = clock()
    const refusal = endedRefusal(record, nowMs)
    if (refusal) return refusal
    const over = { ...record, expiresAt: timestamp(nowMs) }
    const change = vendorIsAsked(over, nowMs)
      ? expiryAsked(over)
      : expired(over, callerCause({ principal, record, origin, nowMs }))
    if (!change) return refuse('invalid_input', 'A draft cannot expire. Send it first.')
    const next = applyChange(work, record, change, { nowMs, ids, isBackground: true })
    work.audit(auditOf(next, 'signature_request.simulated', [{ field: 'action', from: null, to: 'expire' }]))
    return reply(200, toRequest({ record: next, fields }, { principal, nowMs }))
  },
})
