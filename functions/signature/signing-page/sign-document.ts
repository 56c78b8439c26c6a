import * as v from 'valibot'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { line } from '../../../shared/http/values.ts'
import { drawnSignature } from '../../../shared/pdf/given-signature.ts'
import { handwriting } from '../../../shared/pdf/handwriting.ts'
import { isProvedBy } from '../../../shared/personal-links/code-proof.ts'
import type { Change } from '../model/change.ts'
import { givenSha256, givenSignatures, type StoredGiven } from '../model/given-signatures.ts'
import { hasAgreed } from '../model/signer-grant.ts'
import { signed } from '../model/transitions.ts'
import { hasRemoteKeys } from '../vendors/signing-places.ts'
import { enteredCode, judgeCode, type ProvedCode } from './codes.ts'
import { maxValueLength, valuesOf } from './field-values.ts'
import { mentionsRefusal, storeMentions } from './mentions-of.ts'
import { undrawableRefusal } from './preview-limits.ts'
import { signerLink } from './signer-access.ts'
import {
  actCodes,
  acted,
  actRefusal,
  causeOf,
  codeRequired,
  type SigningContext,
  shownRefusal,
} from './signing-context.ts'
import { stateView, toState } from './state-view.ts'
import { storeSignature } from './store-signature.ts'
import { unseenPages } from './unseen-pages.ts'

const actMac = () => import('./act-mac.ts')
const signingMac = () => import('./signing-mac-keys.ts')

const signature = v.variant('mode', [
  v.object({ mode: v.literal('typed'), value: line(200) }),
  v.object({ mode: v.literal('drawn'), value: drawnSignature }),
  v.object({ mode: v.literal('uploaded'), value: v.pipe(v.string(), v.minLength(1), v.base64()) }),
])

/** A SHA-256 in hex. */
export const sha256 = v.pipe(v.string(), v.hash(['sha256']), v.toLowerCase())

const signBody = v.object({
  consent: v.literal(true),
  /** Of the document as it was shown: what was read is what is signed. */
  documentSha256: sha256,
  /** Of the state that was shown. A page that was left open may show an older title or older names. */
  agreementSha256: v.optional(sha256),
  signature,
  values: v.optional(
    v.record(v.string(), v.union([v.pipe(v.string(), v.maxLength(maxValueLength)), v.literal(true)])),
    {},
  ),
  /** Handwritten mentions by the ids of their fields: as they were written, or the SHA-256 of the drawing that was shown. */
  mentions: v.optional(v.record(v.string(), v.union([handwriting, v.object({ sha256 })])), {}),
  otp: v.optional(enteredCode),
})
type SignBody = v.InferOutput<typeof signBody>

export const signDocument = operation({
  id: 'signDocument',
  method: 'POST',
  path: '/sign/{token}/sign',
  tag: 'Signing page',
  summary: 'Sign the document',
  description: 'Signing twice returns the same answer and changes nothing.',
  access: signerLink,
  body: json(signBody),
  responses: { 200: stateView },
  errors: [...actCodes, 'invalid_input', 'handwritten_mention_drawing_required', 'rate_limited'],
  streams: true,
  async handle({ body, clock, ...context }) {
    const nowMs = clock()
    const { request, signer } = context
    if (signer.status === 'signed') return reply(200, toState(context, nowMs))
    const refusal =
      actRefusal(context, nowMs) ?? placeRefusal(context) ?? agreementRefusal(context, body) ?? unseenRefusal(context)
    if (refusal) return refusal
    const proved = await proofOf(context, body, nowMs)
    if (isRefusal(proved)) return proved
    const fields = request.fields.filter(({ signerId }) => signerId === signer.id)
    const values = valuesOf(fields, body.values)
    if (isRefusal(values)) return values
    const undrawable = await undrawableRefusal(textsOf(body, values))
    if (undrawable) return undrawable
    const unwritten = mentionsRefusal(signer.id, fields, body.mentions)
    if (unwritten) return unwritten
    const given = await storeSignature(context, body.signature)
    if (isRefusal(given)) return given
    const mentions = await storeMentions(context, fields, body.mentions)
    const all = { signature: given, values, ...(mentions && { mentions }) }
    const digest = {
      signatureMode: given.mode,
      givenSha256: givenSha256(all),
      ...hashesOf(mentions),
      ...seenAll(request),
    }
    const change = signed(request.record, signer, causeOf(context, nowMs), digest)
    if (!change) throw new Error('a signer who can act can sign')
    context.work.putPart(givenSignatures, {
      requestId: request.record.id,
      signerId: signer.id,
      ...all,
    })
    const act = { nowMs, mac: (await actMac()).actMac(), ...proved?.advance }
    const after = await acted(context, afterProof(proved, change), act)
    return reply(200, toState(after, nowMs))
  },
})

function hashesOf(mentions: StoredGiven['mentions']) {
  if (!mentions) return {}
  return { mentions: Object.fromEntries(Object.entries(mentions).map(([id, { sha256 }]) => [id, sha256])) }
}

/** What is stamped as letters, by what it is: the signature, or the id of a field. */
function textsOf({ signature }: SignBody, values: Record<string, string | true>): [string, string][] {
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return signature.mode === 'typed' ? [['signature', signature.value], ...texts] : texts
}

function placeRefusal({ request: { record } }: SigningContext): Refusal<'invalid_input'> | null {
  if (!hasRemoteKeys(record.vendor)) return null
  return refuse('invalid_input', 'This request is signed with a key of the vendor. Start at vendor-authorization.', {
    reason: 'vendor_signature',
  })
}

/** What is signed is what was shown and agreed to. */
export function agreementRefusal(
  context: SigningContext,
  body: Pick<SignBody, 'documentSha256' | 'agreementSha256'>,
): Refusal<'invalid_input'> | null {
  if (body.documentSha256 !== context.request.record.document.sha256)
    return refuse('invalid_input', 'The SHA-256 is not that of the document of this request.', {
      reason: 'other_document',
    })
  const outdated = shownRefusal(context, body.agreementSha256)
  if (outdated) return outdated
  if (!hasAgreed(context))
    return refuse('invalid_input', 'Agree to sign the document before you sign it.', { reason: 'consent_required' })
  return null
}

/** The pages come from what the page reported as seen. */
export function unseenRefusal(context: SigningContext): Refusal<'invalid_input'> | null {
  const pages = unseenPages(context)
  if (pages.length === 0) return null
  const message =
    'The sender requires that you see every page before you sign. Look at the pages in details.pages first.'
  return refuse('invalid_input', message, { reason: 'pages_not_seen', pages })
}

export function seenAll({ record }: SigningContext['request']): { allPagesSeen?: true } {
  return record.mustSeeAllPages ? { allPagesSeen: true } : {}
}

/** Null where nothing (more) has to be proved; a code in the body is judged as one that is entered before. */
async function proofOf(
  context: SigningContext,
  { otp }: SignBody,
  nowMs: number,
): Promise<ProvedCode | null | Refusal<'invalid_input' | 'rate_limited'>> {
  const { signer, progress, sessionSha256 } = context
  if (signer.authMethod === 'none' || isProvedBy(progress.code, sessionSha256, nowMs)) return null
  if (otp === undefined) return codeRequired
  return await judgeCode(context, otp, { macKeys: (await signingMac()).signingMacKeys(), nowMs })
}

/** The code was entered before the signature, though both came at once. */
function afterProof(proved: ProvedCode | null, change: Change): Change {
  return proved ? { ...change, steps: [...proved.change.steps, ...change.steps] } : change
}
