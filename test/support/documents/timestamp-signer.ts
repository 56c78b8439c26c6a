import { oid } from '../../../shared/pdf/object-identifiers.ts'
import type { SealSigner } from '../../../shared/pdf/seal-signer.ts'
import { type CertificateOptions, certified } from './certificates.ts'
import { localDigestSigner } from './seal-signer.ts'

/** A timestamp authority that nobody certified, with a certificate for timestamps alone. */
export function timestampSigner(options: Partial<CertificateOptions> = {}): SealSigner {
  const { key, certificate } = certified({ name: 'Test TSA', keyUsage: '1', purposes: [oid.timestamping], ...options })
  return {
    certificateChain: [certificate],
    algorithm: 'RSASSA_PKCS1_V1_5_SHA_256',
    sign: localDigestSigner(key),
  }
}
