import { randomBytes, X509Certificate } from 'node:crypto'
import * as v from 'valibot'
import { isRefusal } from '../../../../shared/errors/refusal.ts'
import { json } from '../../../../shared/http/body.ts'
import { operation } from '../../../../shared/http/operation.ts'
import { reply } from '../../../../shared/http/reply.ts'
import { isCertificateOf, subjectText } from '../../../../shared/pdf/certificate-name.ts'
import { preparedForMs, preparedSignatures } from '../../model/prepared-signature.ts'
import type { Signer } from '../../model/request.ts'
import { agreementOf } from '../../model/signer-grant.ts'
import { signerName } from '../../model/transitions.ts'
import { SignerRefused } from '../../vendors/remote-keys.ts'
import { agreementRefusal, sha256, unseenRefusal } from '../sign-document.ts'
import { signerLink } from '../signer-access.ts'
import { actCodes, actRefusal } from '../signing-context.ts'
import { remoteOnly } from './remote-only.ts'
import { sha256Text } from './sha256-text.ts'

function otherName(certificate: X509Certificate, signer: Signer): string {
  return `The key at the provider is of somebody else: its certificate names ${subjectText(certificate)}, and the request names ${signerName(signer)}. Ask the sender to correct the name or the e-mail.`
}

const calling = () => Promise.all([import('./vendor-call.ts'), import('./prepare-signature.ts')])

export const startRemoteSignature = operation({
  id: 'startRemoteSignature',
  method: 'POST',
  path: '/sign/{token}/vendor-authorization',
  tag: 'Signing page',
  summary: 'Prepare a signature with a key that the vendor keeps',
  description:
    'For requests of a vendor that keeps the keys of signers. Returns the page of the vendor on which the signer allows this one signature. The vendor then sends the browser back to `/sign/returned` with `code` and `state`.',
  access: signerLink,
  body: json(v.object({ documentSha256: sha256, agreementSha256: v.optional(sha256) })),
  responses: { 200: v.object({ url: v.pipe(v.string(), v.url()) }) },
  errors: [...actCodes, 'invalid_input', 'vendor_error'],
  streams: true,
  loadModules: calling,
  async handle({ body, clock, baseUrl, ...context }) {
    const nowMs = clock()
    const refusal =
      actRefusal(context, nowMs) ?? remoteOnly(context) ?? agreementRefusal(context, body) ?? unseenRefusal(context)
    if (refusal) return refusal
    const { request, signer, sessionSha256: browserSha256, table, work } = context
    const [{ atVendor }, { prepareSignature }] = await calling()
    const [state, codeVerifier] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
    const redirectUri = `${baseUrl}/sign/returned`
    const started = await atVendor(request.record, async (keys, connection, signal) => {
      const credential = await keys.credentialOf(connection, signer.email, signal)
      const certificate = new X509Certificate(credential.certificateChain[0])
      if (!isCertificateOf(certificate, signer)) throw new SignerRefused('other_name', otherName(certificate, signer))
      const prepared = await prepareSignature({ table, ids: context.ids, nowMs }, context, credential)
      const authorization = { credential, sha256: prepared.toSign, state, codeVerifier, redirectUri }
      return { prepared, url: await keys.authorizationUrl(connection, authorization, signal) }
    })
    if (isRefusal(started)) return started
    const { prepared, url } = started
    work.putPart(preparedSignatures, {
      ...prepared.parts,
      requestId: request.record.id,
      signerId: signer.id,
      name: signerName(signer),
      agreementSha256: agreementOf(context),
      browserSha256,
      stateSha256: sha256Text(state),
      codeVerifier,
      redirectUri,
      expiresAtMs: nowMs + preparedForMs,
      signature: null,
    })
    return reply(200, { url })
  },
})
