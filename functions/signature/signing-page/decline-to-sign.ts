import * as v from 'valibot'
import { refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { lines } from '../../../shared/http/values.ts'
import { declined } from '../model/transitions.ts'
import { signerLink } from './signer-access.ts'
import { actCodes, actRefusal, advanced, causeOf, proofRefusal } from './signing-context.ts'
import { stateView, toState } from './state-view.ts'

export const declineToSign = operation({
  id: 'declineToSign',
  method: 'POST',
  path: '/sign/{token}/decline',
  tag: 'Signing page',
  summary: 'Decline to sign, which ends the request for all signers',
  description:
    'Declining twice returns the same answer. With a link for one session, the signer enters the code first.',
  access: signerLink,
  body: json(v.object({ reason: v.pipe(lines(500), v.minLength(1, 'Send a reason for declining.')) })),
  responses: { 200: stateView },
  errors: [...actCodes, 'invalid_input'],
  streams: true,
  async handle({ body: { reason }, clock, ...context }) {
    const nowMs = clock()
    const { request, signer } = context
    if (signer.status === 'declined') return reply(200, toState(context, nowMs))
    const refusal = actRefusal(context, nowMs) ?? proofRefusal(context, nowMs)
    if (refusal) return refusal
    const change = declined(request.record, signer, reason, causeOf(context, nowMs))
    if (!change) return refuse('forbidden', 'The sender does not allow signers to decline this request.')
    return reply(200, toState(advanced(context, change, nowMs), nowMs))
  },
})
