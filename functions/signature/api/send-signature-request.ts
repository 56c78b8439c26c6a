import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { countAgainstQuota, quotaRefusal, quotaScopes } from '../../../shared/store/quota.ts'
import { callerCause } from '../model/caller.ts'
import { applyChange } from '../model/change.ts'
import { signatureRequests } from '../model/request.ts'
import { endedCodes, endedRefusal, isAsked, sent, signersDue } from '../model/transitions.ts'
import { requestView, toRequest } from '../model/view.ts'
import { auditOf } from './audit.ts'
import { budgetRefusal, emailsTo } from './email-budget.ts'
import { patchedProposal } from './proposal.ts'
import { sendingRefusal } from './rules/refusals.ts'
import { sendingCodes, vendorOf } from './rules/rule.ts'
import { signerMembers } from './signer-members.ts'

export const sendSignatureRequest = operation({
  id: 'sendSignatureRequest',
  method: 'POST',
  path: '/v1/signature-requests/{id}/send',
  tag: 'Signature requests',
  summary: 'Send a draft to its signers',
  description:
    'The expiry is counted from the moment of sending. The settings of the entity may have changed since the draft was made: those of the moment of sending decide. The request counts against the quota now. If the request is already waiting for signatures, it is returned unchanged.',
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
    ...sendingCodes,
    'quota_exceeded',
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
    const emails = record.signers.map(({ email }) => email)
    const judged = {
      proposal: patchedProposal(record, fields, {}),
      entity: record,
      settings,
      keptVendor: record.vendor,
      nowMs,
      correctedId: null,
      members: signerMembers(table, record.orgId, emails),
    }
    const refusal = await sendingRefusal(judged)
    if (refusal) return refusal
    const vendor = vendorOf(judged)
    if (!vendor) return refuse('vendor_unavailable', 'The organization has no signature vendor that it can use.')
    const overBudget = await budgetRefusal(table, emailsTo(record, signersDue(record).filter(isAsked)), work.nowMs)
    if (overBudget) return overBudget
    const quotas = quotaScopes('signature_requests', record, settings)
    const accepted = await vendor.accept(record)
    if (isRefusal(accepted)) return (await quotaRefusal(table, 'signature_requests', quotas, work.nowMs)) ?? accepted
    // From here on the request keeps them.
    const kept = { maxExpiryDays: settings.signature.maxExpiryDays, timeZone: settings.general.timezone }
    const change = sent({ ...record, ...kept, ...accepted }, callerCause({ principal, record, origin, nowMs }))
    const next = applyChange(work, record, change, { nowMs, ids })
    for (const scope of quotas) countAgainstQuota(work, 'signature_requests', scope)
    work.audit(auditOf(next, 'signature_request.sent'))
    return reply(200, toRequest({ record: next, fields }, viewer))
  },
})
