import { oid } from '../../../../../shared/pdf/object-identifiers.ts'
import type { SignatureVerification, Trust } from '../../../../../shared/pdf/verification/verification.ts'
import { verifyPdf } from '../../../../../shared/pdf/verify-pdf.ts'
import {
  authority,
  type CertificateOptions,
  certified,
  type Holder,
} from '../../../../support/documents/certificates.ts'
import { type CmsOptions, cmsBy, timestampBy } from '../../../../support/documents/cms-signature.ts'
import { onePage, type PdfSignature, signPdf } from '../../../../support/documents/signed-pdf.ts'

/** Authorities, signers and a clock that certificates and levels are tried with. */
export const root = authority('Root')
export const stranger = authority('Stranger')
export const sealer = certified({ name: 'Seal' })
export const trust: Trust = {
  nowMs: Date.parse('2026-06-01T00:00:00Z'),
  anchors: [root.certificate],
  sealKeys: [],
  testSealKeys: [],
}
/** Between the time that the signature dictionary claims and now. */
export const stampedAt = new Date('2026-04-01T12:00:00Z')
export const told = stampedAt.toISOString()

export const timestamper = (more: Partial<CertificateOptions> = {}) =>
  certified({ name: 'Clock', issuer: root, keyUsage: '1', purposes: [oid.timestamping], ...more })
export const clock = timestamper()

export const jane = (more: Partial<CertificateOptions> = {}) => certified({ name: 'Jane Doe', issuer: root, ...more })
export const pades = (holder: Holder, more: Partial<CmsOptions> = {}): PdfSignature => ({
  subFilter: 'ETSI.CAdES.detached',
  sign: (content) => cmsBy(holder, { content, ...more }),
})
export const stamped = (holder: Holder, by = clock): PdfSignature =>
  pades(holder, { timestamp: (signature) => timestampBy(by, signature, stampedAt) })
export const documentTimestamp = (by = clock, at = stampedAt): PdfSignature => ({
  subFilter: 'ETSI.RFC3161',
  type: 'DocTimeStamp',
  sign: (content) => timestampBy(by, content, at),
})

export async function signaturesOf(pdf: Uint8Array, by: Trust = trust): Promise<SignatureVerification[]> {
  const found = await verifyPdf(pdf, by)
  if (!found.valid) throw new Error(found.reason)
  return found.signatures
}

export async function only(signature: PdfSignature, by: Trust = trust): Promise<SignatureVerification> {
  const [first] = await signaturesOf(await signPdf(onePage(), signature), by)
  if (!first) throw new Error('no signature')
  return first
}
