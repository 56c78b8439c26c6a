import { fileAlone } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { knownRequestId } from './known-request.ts'
import { signedPdfFile, unverifiable } from './signed-pdf-file.ts'
import { trustOf } from './trust.ts'
import { toVerification, verificationView } from './verification-view.ts'

const verifying = () => import('../../../shared/pdf/verify-pdf.ts')

export const verifySignatureDocument = operation({
  id: 'verifySignatureDocument',
  method: 'POST',
  path: '/v1/signature-documents/verify',
  tag: 'Signature requests',
  summary: 'Verify the signatures of a PDF, ours or of others',
  description:
    'Tells of each signature whether it is intact, covers the whole document and is trusted, who signed when, and what was changed later. No signature is passed over: one that an update removed from the document is found in its bytes. Trusted are the seals of live organizations and what the authorities named at deployment certified. No authority is asked: revocation is judged by the CRLs and OCSP responses in the file alone, and not judged where it has none. SHA-1, SHA-224 and short keys count as not intact, since another document could have the same signature.',
  access: { to: 'principal', anyOf: ['signature.read'] },
  body: fileAlone(signedPdfFile),
  responses: { 200: verificationView },
  errors: ['invalid_pdf'],
  loadModules: verifying,
  preload: ({ nowMs }) => trustOf(nowMs),
  async handle({ file, principal, table, preloaded: trust }) {
    const { verifyPdf } = await verifying()
    const found = await verifyPdf(file.bytes, trust)
    if (!found.valid) return unverifiable(found.reason)
    const requestId = await knownRequestId(file.bytes, found.signatures, { principal, table })
    return reply(200, toVerification(found, requestId))
  },
})
