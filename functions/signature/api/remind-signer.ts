import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { callerCause } from '../model/caller.ts'
import { applyChange } from '../model/change.ts'
import { remindable, remindableAgainMs, reminded } from '../model/reminders.ts'
import { type RequestRecord, type Signer, signatureRequests } from '../model/request.ts'
import { endedCodes } from '../model/transitions.ts'
import { requestView, toRequest } from '../model/view.ts'
import { auditOf } from './audit.ts'
import { budgetRefusal, emailsTo } from './email-budget.ts'
import { namedSignerCodes, openSigner } from './named-signer.ts'

export const remindSigner = operation({
  id: 'remindSigner',
  method: 'POST',
  path: '/v1/signature-requests/{id}/signers/{signerId}/remind',
  tag: 'Signature requests',
  summary: 'Remind a signer',
  description:
    'Reminds a signer who was asked to sign and has not signed yet. Each signer can be reminded once in 24 hours; automatic reminders count too. The next automatic reminder is counted from this one.',
  access: { to: 'resource', resource: signatureRequests, permission: 'signature.send', feature: 'signature' },
  responses: { 202: requestView },
  errors: [...endedCodes, ...namedSignerCodes, 'invalid_input', 'rate_limited', 'test_mode_daily_email_cap'],
  async handle({ resource: { record, fields }, path, table, work, principal, origin, clock, ids }) {
    const nowMs = clock()
    const signer = openSigner(record, path.signerId, nowMs)
    if (isRefusal(signer)) return signer
    const refusal =
      reminderRefusal(record, signer, nowMs) ?? (await budgetRefusal(table, emailsTo(record, [signer]), work.nowMs))
    if (refusal) return refusal
    const change = reminded(record, [signer], callerCause({ principal, record, origin, nowMs }))
    if (!change) throw new Error('a signer who can be reminded is reminded')
    const next = applyChange(work, record, change, { nowMs, ids })
    const reminders = { field: 'reminderCount', from: signer.reminderCount, to: signer.reminderCount + 1 }
    work.audit(auditOf(next, 'signature_request.signer_reminded', [reminders]))
    return reply(202, toRequest({ record: next, fields }, { principal, nowMs }))
  },
})

function reminderRefusal(
  record: RequestRecord,
  signer: Signer,
  nowMs: number,
): Refusal<'invalid_input' | 'rate_limited'> | null {
  if (record.status === 'draft')
    return refuse('invalid_input', 'This request is a draft. Send it before you remind a signer.')
  if (record.deliveryMode === 'none')
    return refuse(
      'invalid_input',
      'With deliveryMode none the service sends no messages to signers; remind them yourself.',
    )
  if (!remindable(record).some(({ id }) => id === signer.id))
    return refuse(
      'invalid_input',
      `The signer is ${signer.status}. Only a signer who was asked to sign, and whose turn it is, can be reminded.`,
    )
  const retryAfterSeconds = Math.ceil((remindableAgainMs(signer) - nowMs) / 1000)
  if (retryAfterSeconds <= 0) return null
  const message = 'The signer was already reminded in the last 24 hours.'
  return {
    ...refuse('rate_limited', message, { limit: 1, retryAfterSeconds }),
    headers: { 'Retry-After': String(retryAfterSeconds) },
  }
}
