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
  summary: 'Verify the signatures of any PDF',
  description:
    'Reports for each signature whether it is intact, covers the whole document and is trusted, who signed and when, and what was changed later. It also finds signatures that a later update removed from the document. Seals of live organizations are trusted, and signatures certified by the authorities that the operator configured. The service asks no authority: it checks revocation only against the CRLs and OCSP responses in the file, and does not check it without them. Signatures with SHA-1, SHA-224 or short keys count as not intact, because another document could have the same signature.',
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
