import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { callerCause } from '../model/caller.ts'
import { applyChange } from '../model/change.ts'
import { signatureRequests } from '../model/request.ts'
import { endedCodes, endedRefusal, sent, signersDue } from '../model/transitions.ts'
import { requestView, toRequest } from '../model/view.ts'
import { vendorsServing } from '../vendors/vendors.ts'
import { auditOf } from './audit.ts'
import { budgetRefusal, emailsTo } from './email-budget.ts'
import { phoneRefusal } from './rules.ts'

export const sendSignatureRequest = operation({
  id: 'sendSignatureRequest',
  method: 'POST',
  path: '/v1/signature-requests/{id}/send',
  tag: 'Signature requests',
  summary: 'Send a draft to its signers',
  description:
    'The expiry is counted from the moment of sending. If the request is already waiting for signatures, it is returned unchanged.',
  access: {
    to: 'resource',
    resource: signatureRequests,
    permission: 'signature.send',
    feature: 'signature',
    needsSettings: true,
  },
  responses: { 200: requestView },
  errors: [
    ...endedCodes,
    'signature_vendor_missing',
    'signer_phone_required',
    'rate_limited',
    'vendor_error',
    'test_mode_daily_email_cap',
  ],
  async handle({ resource: { record, fields }, settings, table, work, principal, origin, clock, ids }) {
    const nowMs = clock()
    const viewer = { principal, nowMs }
    const over = endedRefusal(record, nowMs)
    if (over) return over
    if (record.status === 'pending_signature') return reply(200, toRequest({ record, fields }, viewer))
    const vendor = vendorsServing(record).find(({ key }) => key === record.vendor)
    if (!vendor)
      return refuse(
        'signature_vendor_missing',
        `The vendor ${record.vendor} no longer exists; choose another in the draft.`,
      )
    for (const [index, signer] of record.signers.entries()) {
      const refusal = await phoneRefusal(signer, index, settings)
      if (refusal) return refusal
    }
    const overBudget = await budgetRefusal(table, emailsTo(record, signersDue(record)), nowMs)
    if (overBudget) return overBudget
    const accepted = await vendor.accept(record)
    if (isRefusal(accepted)) return accepted
    const change = sent({ ...record, ...accepted }, callerCause({ principal, orgId: record.orgId, origin, nowMs }))
    const next = applyChange(work, record, change, { nowMs, ids })
    work.audit(auditOf(next, 'signature_request.sent'))
    return reply(200, toRequest({ record: next, fields }, viewer))
  },
})
