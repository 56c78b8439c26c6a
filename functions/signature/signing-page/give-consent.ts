import * as v from 'valibot'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { localeTag } from '../../../shared/http/values.ts'
import { readerLocaleOf } from '../../../shared/platform/locale.ts'
import { hasAgreed } from '../model/signer-grant.ts'
import { consented } from '../model/signing-transitions.ts'
import { consentText } from './consent-text.ts'
import { sha256 } from './sign-document.ts'
import { signerLink } from './signer-access.ts'
import { actCodes, acted, actRefusal, causeOf, proofRefusal, shownRefusal } from './signing-context.ts'
import { stateView, toState } from './state-view.ts'

const actMac = () => import('./act-mac.ts')

export const giveConsent = operation({
  id: 'giveConsent',
  method: 'POST',
  path: '/sign/{token}/consent',
  tag: 'Signing page',
  summary: 'Agree to sign the document, in the language in which it was shown',
  description:
    'The first consent given in a browser counts, and the signer must sign in the same browser. `agreementSha256` is that of `consent` in the state: it names the document, the title and the names of all signers that the page shows. If the sender has changed one of them since, the answer is `invalid_input` with the `details.reason` `changed_since_shown`. A consent ends with such a change. With a link for one session, the signer enters the code first.',
  access: signerLink,
  body: json(v.object({ accepted: v.literal(true), locale: localeTag, agreementSha256: sha256 })),
  responses: { 200: stateView },
  errors: [...actCodes, 'invalid_input'],
  streams: true,
  loadModules: actMac,
  async handle({ body, clock, ...context }) {
    const nowMs = clock()
    const { agreementSha256 } = body
    const refusal = actRefusal(context, nowMs) ?? proofRefusal(context, nowMs) ?? shownRefusal(context, agreementSha256)
    if (refusal) return refusal
    const { request, signer, sessionSha256: consentedBy } = context
    const locale = readerLocaleOf(body.locale)
    const consent = { locale, text: consentText(locale) }
    const change = hasAgreed(context) ? null : consented(request.record, signer, consent, causeOf(context, nowMs))
    if (!change) return reply(200, toState(context, nowMs, locale))
    const advance = { progress: { ...context.progress, consentedBy, agreementSha256 } }
    const after = await acted(context, change, { nowMs, mac: (await actMac()).actMac(), ...advance })
    return reply(200, toState(after, nowMs, locale))
  },
})
