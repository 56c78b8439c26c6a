import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { callerCause } from '../model/caller.ts'
import { applyChange } from '../model/change.ts'
import { signatureRequests } from '../model/request.ts'
import { sealAsked } from '../model/seal-transitions.ts'
import { endedCodes, endedRefusal } from '../model/transitions.ts'
import { requestView, toRequest } from '../model/view.ts'
import { auditOf } from './audit.ts'

export const resealSignatureRequest = operation({
  id: 'resealSignatureRequest',
  method: 'POST',
  path: '/v1/signature-requests/{id}/reseal',
  tag: 'Signature requests',
  summary: 'Retry the seal of a completed document',
  access: { to: 'resource', resource: signatureRequests, permission: 'signature.send', feature: 'signature' },
  responses: { 202: requestView },
  errors: ['signature_request_not_completed', ...endedCodes],
  async handle({ resource: { record, fields }, work, principal, origin, clock, ids }) {
    const nowMs = clock()
    if (record.status !== 'completed' && !endedRefusal(record, nowMs))
      return refuse(
        'signature_request_not_completed',
        'The document cannot be sealed yet because not every signer has signed.',
      )
    if (record.document.sealStatus !== 'failed') {
      const over = endedRefusal(record, nowMs)
      if (over) return over
    }
    const next = applyChange(
      work,
      record,
      sealAsked(record, callerCause({ principal, record, origin, nowMs }), 'person'),
      {
        nowMs,
        ids,
      },
    )
    work.audit(auditOf(next, 'signature_request.resealed'))
    return reply(202, toRequest({ record: next, fields }, { principal, nowMs }))
  },
})
