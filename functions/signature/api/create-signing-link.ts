import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { asLinkToken } from '../../../shared/personal-links/link-token.ts'
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
  summary: 'Create a signing link for your own page',
  description:
    'The link can be opened for 15 minutes, in one browser. The signer still has to enter a code, so nobody else who sees the link can sign in their place. Signers with `authMethod` `none` cannot get such a link.',
  access: { to: 'resource', resource: signatureRequests, permission: 'signature.send', feature: 'signature' },
  returnsSecret: true,
  responses: { 200: v.object({ url: v.pipe(v.string(), v.url()), expiresAt: timestampSchema }) },
  errors: [...endedCodes, ...namedSignerCodes, 'invalid_input', 'auth_method_not_allowed'],
  async handle({ resource: { record }, path, work, principal, origin, clock, ids, baseUrl }) {
    const nowMs = clock()
    const signer = openSigner(record, path.signerId, nowMs)
    if (isRefusal(signer)) return signer
    if (signer.authMethod === 'none')
      return refuse(
        'auth_method_not_allowed',
        'Anybody who holds this link could sign. Give the signer an authMethod that uses a code.',
        {
          signerIndex: record.signers.indexOf(signer),
        },
      )
    if (record.vendor !== nativeVendorKey)
      return refuse(
        'invalid_input',
        `Signing links are for the vendor native. Signers of the vendor ${record.vendor} get their link from it, or by e-mail.`,
      )
    const expiresAtMs = nowMs + opensForMs
    const expiresAt = timestamp(expiresAtMs)
    const change = linkIssued(record, signer, expiresAt, callerCause({ principal, record, origin, nowMs }))
    if (!change) return refuse('invalid_input', 'The request must be sent and it must be the signer’s turn.')
    const token = asLinkToken(randomBytes(32))
    const { linkGeneration: generation } = signer
    const link = {
      key: null,
      requestId: record.id,
      signerId: signer.id,
      generation,
      session: null,
      expiresAtMs,
      createdAtMs: nowMs,
      frameOrigins: record.frameOrigins,
      ...(record.livemode ? {} : { testOrgId: record.orgId }),
    }
    work.create(signingLinks, { hash: tokenHash(token), ...link })
    const next = applyChange(work, record, change, { nowMs, ids })
    work.audit(auditOf(next, 'signing_link.issued', [{ field: 'signerId', from: null, to: signer.id }]))
    const page = optionalEnvironment('PAGE_URL') ?? baseUrl
    return reply(200, { url: `${page}/sign/${token}`, expiresAt })
  },
})
