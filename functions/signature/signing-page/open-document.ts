import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { opened } from '../model/transitions.ts'
import { firstSignerLink } from './signer-access.ts'
import { boundToBrowser } from './signer-grants.ts'
import { actCodes, actRefusal, advanced, causeOf } from './signing-context.ts'
import { stateView, toState } from './state-view.ts'

export const openSigningDocument = operation({
  id: 'openSigningDocument',
  method: 'POST',
  path: '/sign/{token}/open',
  tag: 'Signing page',
  summary: 'Open the document, when the person asks for it',
  description:
    'Programs that check the links in an e-mail send GET only, and some run scripts. So the page sends this request when the person presses “Open the document”. Before it, `state` shows only the title and the sender. A link for one session then belongs to this browser. Opening twice returns the same answer.',
  access: firstSignerLink,
  responses: { 200: stateView },
  errors: [...actCodes, 'not_found'],
  streams: true,
  async handle({ clock, ...granted }) {
    const nowMs = clock()
    const context = { ...granted, link: boundToBrowser(granted, nowMs) }
    const { request, signer } = context
    if (signer.status === 'signed') return reply(200, toState(context, nowMs))
    const refusal = actRefusal(context, nowMs)
    if (refusal) return refusal
    const change = opened(request.record, signer, causeOf(context, nowMs))
    return reply(200, toState(change ? advanced(context, change, nowMs) : context, nowMs))
  },
})
