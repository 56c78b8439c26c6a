import * as v from 'valibot'
import { json } from '../../shared/http/body.ts'
import { operation } from '../../shared/http/operation.ts'
import { reply } from '../../shared/http/reply.ts'
import { localeTag } from '../../shared/http/values.ts'
import { mailLocaleOf } from '../../shared/mail/layout/locale.ts'
import { consented } from '../../shared/signature/signing-transitions.ts'
import { consentText } from './consent-text.ts'
import { actCodes, actRefusal, advanced, causeOf } from './signing-context.ts'
import { stateView, toState } from './state-view.ts'

export const giveConsent = operation({
  id: 'giveConsent',
  method: 'POST',
  path: '/sign/{token}/consent',
  tag: 'Signing page',
  summary: 'Agree to what was read, in the language in which it was shown',
  description: 'The first time counts.',
  access: { to: 'signer' },
  body: json(v.object({ accepted: v.literal(true), locale: localeTag })),
  responses: { 200: stateView },
  errors: [...actCodes],
  streams: true,
  async handle({ body, clock, ...context }) {
    const nowMs = clock()
    const refusal = actRefusal(context, nowMs)
    if (refusal) return refusal
    const { request, signer } = context
    const locale = mailLocaleOf(body.locale)
    const consent = { locale, text: consentText(locale) }
    const change = consented(request.record, signer, consent, causeOf(context, nowMs))
    return reply(200, toState(change ? advanced(context, change, nowMs) : context, nowMs, locale))
  },
})
