import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { nullsAbsent } from '../../../shared/http/values.ts'
import { asLinkToken } from '../../../shared/personal-links/link-token.ts'
import { timestamp, timestampSchema } from '../../../shared/platform/clock.ts'
import { optionalEnvironment } from '../../../shared/platform/environment.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { callerCause } from '../model/caller.ts'
import { applyChange } from '../model/change.ts'
import { mentionsMissing, missingMentionsRefusal } from '../model/handwritten-mentions.ts'
import { type SignatureRequest, type Signer, signatureRequests } from '../model/request.ts'
import { onSiteLinkMs, signingLinks, tokenHash } from '../model/signing-link.ts'
import { nextGeneration, sessionStarted } from '../model/signing-transitions.ts'
import { endedCodes, endedRefusal } from '../model/transitions.ts'
import { auditOf } from './audit.ts'

const sessionInput = nullsAbsent({
  signerIds: v.pipe(
    v.array(uuid),
    v.minLength(1),
    v.maxLength(20),
    v.description('The signers in the order in which they take the device.'),
  ),
  mentionsOnPage: v.optional(
    v.pipe(
      v.boolean(),
      v.description(
        'Whether the signers write their handwritten mentions on the signing page. By default every required mention needs a drawing before the session starts.',
      ),
    ),
    false,
  ),
})

const refusals = [
  'document_already_signed',
  'handwritten_mention_requires_agency',
  'handwritten_mention_drawing_required',
  'invalid_input',
] as const

export const createAgencySession = operation({
  id: 'createAgencySession',
  method: 'POST',
  path: '/v1/signature-requests/{id}/agency-session',
  tag: 'Signature requests',
  summary: 'Let people sign on site, on a device of yours',
  description:
    'For signers with `signingMode` `agency`. Open the first link on a tablet: after each signature the page offers to hand the tablet to the next person. Each link can be opened for 30 minutes, in one browser; that of the next person also for 30 minutes after the person before has signed. Another session for the same signers ends the links of this one. Every signer still enters a code that is sent to their own phone or mailbox, and another one in another session.',
  access: { to: 'resource', resource: signatureRequests, permission: 'signature.send', feature: 'signature' },
  body: json(sessionInput),
  returnsSecret: true,
  responses: {
    201: v.object({
      sessions: v.array(v.object({ signerId: uuid, url: v.pipe(v.string(), v.url()), expiresAt: timestampSchema })),
    }),
  },
  errors: [...endedCodes, ...refusals],
  async handle({ resource, body, work, principal, origin, clock, ids, baseUrl }) {
    const { record } = resource
    const nowMs = clock()
    const signers = sessionSigners(resource, body, nowMs)
    if (isRefusal(signers)) return signers
    const expiresAtMs = nowMs + onSiteLinkMs
    const expiresAt = timestamp(expiresAtMs)
    const cause = callerCause({ principal, record, origin, nowMs })
    const next = applyChange(work, record, sessionStarted(record, signers, expiresAt, cause), { nowMs, ids })
    const tokens = signers.map((signer, index) => {
      const before = signers.slice(0, index).map(({ id }) => id)
      const token = asLinkToken(randomBytes(32))
      work.create(signingLinks, {
        hash: tokenHash(token),
        key: null,
        requestId: record.id,
        signerId: signer.id,
        generation: nextGeneration(signer),
        session: null,
        expiresAtMs,
        ...(before.length > 0 && { after: before }),
        createdAtMs: nowMs,
        frameOrigins: record.frameOrigins,
        ...(record.livemode ? {} : { testOrgId: record.orgId }),
      })
      return token
    })
    const issued = signers.map(({ id }) => ({ field: 'signerId', from: null, to: id }))
    work.audit(auditOf(next, 'signing_link.issued', issued))
    const page = optionalEnvironment('PAGE_URL') ?? baseUrl
    const sessions = signers.map(({ id: signerId }, index) => ({
      signerId,
      url: `${page}/sign/${tokens[index]}${fragmentOf(tokens.slice(index + 1))}`,
      expiresAt,
    }))
    return reply(201, { sessions })
  },
})

/** The links of the people who come after. A fragment is sent to no server: only the page of the device reads it. */
function fragmentOf(tokens: readonly string[]): string {
  return tokens.length === 0 ? '' : `#next=${tokens.join('.')}`
}

type Input = v.InferOutput<typeof sessionInput>
type SessionRefusal = Refusal<(typeof refusals)[number]> | NonNullable<ReturnType<typeof endedRefusal>>

/** The signers whom the body names, in its order, or why they cannot sign on site now. */
function sessionSigners(resource: SignatureRequest, body: Input, nowMs: number): Signer[] | SessionRefusal {
  const { record } = resource
  const over = endedRefusal(record, nowMs)
  if (over) return over
  if (record.status === 'draft') return refuse('invalid_input', 'This request is a draft. Send it first.')
  const signers: Signer[] = []
  for (const id of new Set(body.signerIds)) {
    const signer = record.signers.find((each) => each.id === id)
    if (!signer) return refuse('invalid_input', `The request has no signer with the id ${id}.`, { signerId: id })
    signers.push(signer)
  }
  return stateRefusal(resource, signers, body) ?? signers
}

function stateRefusal(
  { record, fields }: SignatureRequest,
  signers: readonly Signer[],
  { mentionsOnPage }: Input,
): Refusal<(typeof refusals)[number]> | null {
  if (signers.some(({ status }) => status === 'signed'))
    return refuse('document_already_signed', 'One of these signers has already signed.', {
      documentId: record.document.id,
    })
  const remote = signers.filter(({ signingMode }) => signingMode === 'remote').map(({ id }) => id)
  if (remote.length > 0)
    return refuse('handwritten_mention_requires_agency', 'Only signers with signingMode agency sign on site.', {
      fieldIds: [],
      participantIds: remote,
    })
  if (mentionsOnPage) return null
  return missingMentionsRefusal(signers.flatMap((signer) => mentionsMissing(signer, fields)))
}
