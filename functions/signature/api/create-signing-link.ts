import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { minuteMs, timestamp, timestampSchema } from '../../../shared/platform/clock.ts'
import { optionalEnvironment } from '../../../shared/platform/environment.ts'
import { callerCause } from '../model/caller.ts'
import { applyChange } from '../model/change.ts'
import { signatureRequests } from '../model/request.ts'
import { signingLinks, tokenHash } from '../model/signing-link.ts'
import { linkIssued } from '../model/signing-transitions.ts'
import { endedCodes } from '../model/transitions.ts'
import { nativeVendorKey } from '../vendors/native.ts'
import { auditOf } from './audit.ts'
import { namedSignerCodes, openSigner } from './named-signer.ts'

/** How long the link can be opened, by the first browser that does. */
const opensForMs = 15 * minuteMs

export const createSigningLink = operation({
  id: 'createSigningLink',
  method: 'POST',
  path: '/v1/signature-requests/{id}/signers/{signerId}/signing-link',
  tag: 'Signature requests',
  summary: 'Make a link with which your own page lets a signer sign',
  description:
    'The link can be opened for 15 minutes, by one browser. The signer still proves themselves with a code, so that nobody who sees the link can sign in their place; a signer whose method is `none` gets no such link.',
  access: { to: 'resource', resource: signatureRequests, permission: 'signature.send', feature: 'signature' },
  tellsSecret: true,
  responses: { 200: v.object({ url: v.pipe(v.string(), v.url()), expiresAt: timestampSchema }) },
  errors: [...endedCodes, ...namedSignerCodes, 'invalid_input', 'auth_method_not_allowed'],
  async handle({ resource: { record }, path, work, principal, origin, clock, ids, baseUrl }) {
    const nowMs = clock()
    const signer = openSigner(record, path.signerId, nowMs)
    if (isRefusal(signer)) return signer
    if (record.vendor !== nativeVendorKey)
      return refuse('invalid_input', `The vendor ${record.vendor} has no signing page of ours.`)
    if (signer.authMethod === 'none')
      return refuse(
        'auth_method_not_allowed',
        'Whoever has the link could sign; give the signer a method with a code.',
        {
          signerIndex: record.signers.indexOf(signer),
        },
      )
    const expiresAtMs = nowMs + opensForMs
    const expiresAt = timestamp(expiresAtMs)
    const change = linkIssued(record, signer, expiresAt, callerCause({ principal, origin, nowMs }))
    if (!change) return refuse('invalid_input', 'The request has to be sent, and it has to be the turn of the signer.')
    const token = randomBytes(32).toString('base64url')
    const { linkGeneration: generation } = signer
    const link = {
      requestId: record.id,
      signerId: signer.id,
      generation,
      session: null,
      expiresAtMs,
      createdAtMs: nowMs,
      frameOrigins: record.frameOrigins,
    }
    work.create(signingLinks, { hash: tokenHash(token), ...link })
    const next = applyChange(work, record, change, { nowMs, ids })
    work.audit(auditOf(next, 'signing_link.issued', [{ field: 'signerId', from: null, to: signer.id }]))
    const page = optionalEnvironment('PAGE_URL') ?? baseUrl
    return reply(200, { url: `${page}/sign/${token}`, expiresAt })
  },
})
