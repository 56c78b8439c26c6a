import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { callerCause } from '../model/caller.ts'
import { applyChange } from '../model/change.ts'
import { signatureRequests } from '../model/request.ts'
import { restoreRequested } from '../model/retention-transitions.ts'
import { requestView, toRequest } from '../model/view.ts'
import { auditOf } from './audit.ts'

export const restoreDocument = operation({
  id: 'restoreSignatureDocument',
  method: 'POST',
  path: '/v1/signature-requests/{id}/document/restore',
  tag: 'Signature requests',
  summary: 'Restore the files of a request from the archive',
  description:
    'The files can be downloaded once `document.state` is `available`, usually within a minute and at the latest after 12 hours. They are archived again after 30 days. Restoring files that are available or on their way changes nothing.',
  access: { to: 'resource', resource: signatureRequests, permission: 'signature.read', feature: 'signature' },
  responses: { 202: requestView },
  errors: ['document_purged'],
  async handle({ resource: { record, fields }, work, principal, origin, clock, ids }) {
    const nowMs = clock()
    if (record.retention?.state === 'purged')
      return refuse('document_purged', 'The files of this request were deleted at the end of their retention period.')
    const viewer = { principal, nowMs }
    const change = restoreRequested(record, callerCause({ principal, record, origin, nowMs }))
    if (!change) return reply(202, toRequest({ record, fields }, viewer))
    const next = applyChange(work, record, change, { nowMs, ids })
    work.audit(auditOf(next, 'signature_request.document_restored'))
    return reply(202, toRequest({ record: next, fields }, viewer))
  },
})
