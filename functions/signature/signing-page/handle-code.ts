import * as v from 'valibot'
import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { isProvedBy } from '../../../shared/personal-links/code-proof.ts'
import { enteredCode, judgeCode, sendCode } from './codes.ts'
import { signerLink } from './signer-access.ts'
import { actCodes, acted, actRefusal } from './signing-context.ts'
import { stateView, toState } from './state-view.ts'

const actMac = () => import('./act-mac.ts')
const signingMac = () => import('./signing-mac-keys.ts')

export const handleCode = operation({
  id: 'handleSigningCode',
  method: 'POST',
  path: '/sign/{token}/otp',
  tag: 'Signing page',
  summary: 'Request or enter a one-time code',
  description:
    '`sending` is the number of the requested code. If that many codes were already sent, for example because an answer was lost, no new code is sent.',
  access: signerLink,
  body: json(
    v.object({
      code: v.optional(enteredCode),
      sending: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    }),
  ),
  responses: { 200: stateView },
  errors: [...actCodes, 'invalid_input', 'rate_limited'],
  streams: true,
  loadModules: signingMac,
  async handle({ body: { code, sending }, clock, ...context }) {
    const nowMs = clock()
    const { signer, progress, sessionSha256 } = context
    const refusal = actRefusal(context, nowMs)
    if (refusal) return refusal
    if (signer.authMethod === 'none' || signer.authMethod === 'vendor_identity')
      return refuse('invalid_input', 'This signer does not need a code.')
    const isDone = isProvedBy(progress.code, sessionSha256, nowMs)
    const wasSent = code === undefined && sending !== undefined && progress.code.counter >= sending
    if (isDone || wasSent) return reply(200, toState(context, nowMs))
    if (code === undefined) {
      const after = sendCode(context, nowMs)
      return isRefusal(after) ? after : reply(200, toState(after, nowMs))
    }
    const macKeys = (await signingMac()).signingMacKeys()
    const proved = await judgeCode(context, code, { macKeys, nowMs })
    if (isRefusal(proved)) return proved
    const act = { nowMs, mac: (await actMac()).actMac(), ...proved.advance }
    return reply(200, toState(await acted(context, proved.change, act), nowMs))
  },
})
