import * as v from 'valibot'
import { isRefusal, type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import { json } from '../../../../shared/http/body.ts'
import { operation } from '../../../../shared/http/operation.ts'
import { reply } from '../../../../shared/http/reply.ts'
import { givenSha256, givenSignatures } from '../../model/given-signatures.ts'
import { preparedSignatureKey } from '../../model/prepared-signature.ts'
import { agreementOf, hasAgreed } from '../../model/signer-grant.ts'
import { signed } from '../../model/transitions.ts'
import { seenAll, unseenRefusal } from '../sign-document.ts'
import { signerLink } from '../signer-access.ts'
import { actCodes, acted, actRefusal, causeOf } from '../signing-context.ts'
import { stateView, toState } from '../state-view.ts'
import { remoteOnly } from './remote-only.ts'
import { signedMeanwhile, whileUnderway } from './signed-meanwhile.ts'

const calling = () => import('./remote-signing.ts')
const actMac = () => import('../act-mac.ts')

/** One answer to whatever came back from the vendor and fits nothing that this browser began here. */
const startAgain = refuse(
  'invalid_input',
  'This confirmation cannot be used: it is too old, it was started in another browser, or the document has changed. Start the signature again.',
  { reason: 'start_again' },
)

/** The vendor has taken the code before, perhaps for a request that is about to sign. */
function isUsedUp({ details }: Refusal): boolean {
  return details !== undefined && 'reason' in details && details.reason === 'start_again'
}

const opaque = v.pipe(v.string(), v.minLength(1), v.maxLength(2000))

export const finishRemoteSignature = operation({
  id: 'finishRemoteSignature',
  method: 'POST',
  path: '/sign/{token}/vendor-signature',
  tag: 'Signing page',
  summary: 'Sign with the key that the vendor keeps, after the signer allowed it there',
  description:
    '`code` and `state` are those that the vendor sent the browser back with. They work once, in the browser that started, for the hash that was prepared. A `vendor_error` with the `details.reason` `start_again` means that they are used up and nothing was signed: start with `vendor-authorization` again. Signing twice returns the same answer and changes nothing, also at the same moment.',
  access: signerLink,
  body: json(v.object({ code: opaque, state: opaque })),
  responses: { 200: stateView },
  errors: [...actCodes, 'invalid_input', 'vendor_error'],
  streams: true,
  loadModules: calling,
  async handle({ body, clock, ...context }) {
    const nowMs = clock()
    const { request, signer, work } = context
    if (signer.status === 'signed') return reply(200, toState(context, nowMs))
    const refusal = actRefusal(context, nowMs) ?? remoteOnly(context) ?? unseenRefusal(context)
    if (refusal) return refusal
    const { preparedFor, signedRemotely, storedFile } = await calling()
    const prepared = await preparedFor(context, body.state, nowMs)
    const isAsAgreed = hasAgreed(context) && prepared?.agreementSha256 === agreementOf(context)
    const unlessSigned = async (otherwise: Refusal<'invalid_input' | 'vendor_error'>, maxTries: number) => {
      const after = await signedMeanwhile(context, { nowMs, maxTries })
      return after ? reply(200, toState(after, nowMs)) : otherwise
    }
    // A commit that signs also removes the preparation.
    if (!prepared || !isAsAgreed) return await unlessSigned(startAgain, 1)
    const made = await signedRemotely(context, prepared, body)
    if (isRefusal(made)) return isUsedUp(made) ? await unlessSigned(made, whileUnderway) : made
    const signature = await storedFile(context, made.bytes)
    const given = { signature, values: {} }
    const digest = {
      signatureMode: signature.mode,
      givenSha256: givenSha256(given),
      certificate: made.certificate,
      ...seenAll(request),
    }
    const change = signed(request.record, signer, causeOf(context, nowMs), digest)
    if (!change) throw new Error('a signer who can act can sign')
    const ref = { requestId: request.record.id, signerId: signer.id }
    work.putPart(givenSignatures, { ...ref, ...given })
    work.removePart(preparedSignatureKey(ref.requestId, ref.signerId))
    const after = await acted(context, change, { nowMs, mac: (await actMac()).actMac() })
    return reply(200, toState(after, nowMs))
  },
})
