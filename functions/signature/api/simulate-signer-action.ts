import * as v from 'valibot'
import { refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { nullsAbsent, optionalLines } from '../../../shared/http/values.ts'
import { applyChange, recordedAtMs } from '../model/change.ts'
import { signatureRequests } from '../model/request.ts'
import { playedAction, signerActions } from '../model/signer-action.ts'
import { endedCodes, endedRefusal } from '../model/transitions.ts'
import { requestView, toRequest } from '../model/view.ts'
import { isExternal } from '../vendors/external-vendors.ts'
import { hasRemoteKeys } from '../vendors/signing-places.ts'
import { auditOf } from './audit.ts'

export const simulateSignerAction = operation({
  id: 'simulateSignerAction',
  method: 'POST',
  path: '/v1/test/signature-requests/{id}/signers/{signerId}/actions',
  tag: 'Simulation',
  summary: 'Simulate a signer in a test organization',
  access: {
    to: 'resource',
    resource: signatureRequests,
    permission: 'signature.send',
    feature: 'signature',
    testOnly: true,
  },
  body: json(nullsAbsent({ action: v.picklist(signerActions), reason: optionalLines(500) })),
  responses: { 200: requestView },
  errors: [...endedCodes, 'invalid_input', 'not_found'],
  async handle({ resource: { record, fields }, path, body, work, origin, principal, clock, ids }) {
    const nowMs = clock()
    const signer = record.signers.find(({ id }) => id === path.signerId.toLowerCase())
    if (!signer) return refuse('not_found', 'The request has no signer with this id.')
    const over = endedRefusal(record, nowMs)
    if (over) return over
    if (isExternal(record.vendor) || hasRemoteKeys(record.vendor))
      return refuse('invalid_input', `The vendor ${record.vendor} has its own sandbox: act as the signer there.`)
    const { ip, userAgent } = origin
    const cause = { nowMs: recordedAtMs(record, nowMs), ip, userAgent }
    const change = playedAction(record, signer, body.action, body.reason ?? null, cause)
    if (!change)
      return refuse(
        'invalid_input',
        `The signer is ${signer.status} and cannot ${body.action} now. The request must be sent, and it must be the signer’s turn.`,
      )
    const next = applyChange(work, record, change, { nowMs, ids, isBackground: true })
    work.audit(auditOf(next, 'signature_request.simulated', [{ field: 'action', from: null, to: body.action }]))
    return reply(200, toRequest({ record: next, fields }, { principal, nowMs }))
  },
})
