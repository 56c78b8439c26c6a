import * as v from 'valibot'
import { refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { dayMs } from '../../../shared/platform/clock.ts'
import { callerCause } from '../model/caller.ts'
import { applyChange } from '../model/change.ts'
import { signatureRequests } from '../model/request.ts'
import { endedCodes, endedRefusal, extended } from '../model/transitions.ts'
import { vendorKeepsIt } from '../model/vendor-poll.ts'
import { requestView, toRequest } from '../model/view.ts'
import { auditOf } from './audit.ts'
import { daysInput } from './request-input.ts'

export const extendSignatureRequest = operation({
  id: 'extendSignatureRequest',
  method: 'POST',
  path: '/v1/signature-requests/{id}/extend',
  tag: 'Signature requests',
  summary: 'Give the signers more time',
  description:
    'Sets a new expiry, `expiresInDays` from now. Counted from its creation, the request can stay open for as long as its entity allowed when it was created.',
  access: { to: 'resource', resource: signatureRequests, permission: 'signature.send', feature: 'signature' },
  body: json(v.object({ expiresInDays: v.optional(daysInput) })),
  responses: { 200: requestView },
  errors: [
    ...endedCodes,
    'vendor_error',
    'invalid_input',
    'invalid_expiration',
    'expiry_too_long',
    'test_mode_daily_email_cap',
  ],
  async handle({ resource: { record, fields }, body: { expiresInDays }, work, principal, origin, clock, ids }) {
    const nowMs = clock()
    const over = endedRefusal(record, nowMs)
    if (over) return over
    const unchangeable = vendorKeepsIt(record)
    if (unchangeable) return unchangeable
    if (record.status === 'draft')
      return refuse('invalid_input', 'A draft cannot be extended. Its days start to count when it is sent.')
    if (typeof expiresInDays !== 'number' || !Number.isInteger(expiresInDays) || expiresInDays < 1)
      return refuse('invalid_expiration', 'expiresInDays must be a whole number of at least 1.')
    const latestMs = Date.parse(record.createdAt) + record.maxExpiryDays * dayMs
    const maxDays = Math.max(0, Math.floor((latestMs - nowMs) / dayMs))
    if (expiresInDays > maxDays)
      return refuse(
        'expiry_too_long',
        `The request must expire within ${record.maxExpiryDays} days of its creation. Send at most ${maxDays} days.`,
        { maxDays },
      )
    const change = extended(record, expiresInDays, callerCause({ principal, record, origin, nowMs }))
    const next = applyChange(work, record, change, { nowMs, ids })
    work.audit(
      auditOf(next, 'signature_request.extended', [{ field: 'expiresAt', from: record.expiresAt, to: next.expiresAt }]),
    )
    return reply(200, toRequest({ record: next, fields }, { principal, nowMs }))
  },
})
