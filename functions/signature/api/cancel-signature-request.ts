import * as v from 'valibot'
import { creatorIn } from '../../../shared/auth/creator.ts'
import { refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { nullsAbsent, optionalLines } from '../../../shared/http/values.ts'
import { callerCause } from '../model/caller.ts'
import { applyChange } from '../model/change.ts'
import { signatureRequests } from '../model/request.ts'
import { canceled, endedCodes, endedRefusal } from '../model/transitions.ts'
import { requestView, toRequest } from '../model/view.ts'
import { auditOf } from './audit.ts'

export const cancelSignatureRequest = operation({
  id: 'cancelSignatureRequest',
  method: 'POST',
  path: '/v1/signature-requests/{id}/cancel',
  tag: 'Signature requests',
  summary: 'Cancel a signature request',
  description:
    'Cancels a request that is waiting for signatures. Nobody can sign it afterwards. To drop a draft, delete it.',
  access: { to: 'resource', resource: signatureRequests, permission: 'signature.send', feature: 'signature' },
  body: json(nullsAbsent({ reason: optionalLines(500), notify: v.optional(v.boolean(), true) })),
  responses: { 200: requestView },
  errors: [...endedCodes, 'signature_request_not_cancelable', 'test_mode_daily_email_cap'],
  async handle({ resource: { record, fields }, body, work, principal, origin, clock, ids }) {
    const nowMs = clock()
    if (record.status === 'completed' && record.document.sealStatus !== 'sealed')
      return refuse(
        'signature_request_not_cancelable',
        'The request can no longer be canceled: every signer has signed and the document is being sealed.',
      )
    const over = endedRefusal(record, nowMs)
    if (over) return over
    if (record.status === 'draft')
      return refuse(
        'signature_request_not_cancelable',
        'A draft cannot be canceled because it was never sent; delete it instead.',
      )
    const ending = { reason: body.reason ?? null, notify: body.notify }
    const change = canceled(
      record,
      creatorIn(principal, record.orgId),
      ending,
      callerCause({ principal, record, origin, nowMs }),
    )
    const next = applyChange(work, record, change, { nowMs, ids })
    work.audit(auditOf(next, 'signature_request.canceled', [{ field: 'status', from: record.status, to: next.status }]))
    return reply(200, toRequest({ record: next, fields }, { principal, nowMs }))
  },
})
