import {
  constants,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  privateEncrypt,
  randomBytes,
} from 'node:crypto'
import { issueSealCertificate } from '../../../shared/pdf/seal-certificate.ts'
import type { DigestSigner, SealSigner } from '../../../shared/pdf/seal-signer.ts'

/** DigestInfo of SHA-256 without the digest (RFC 8017 §9.2 note 1). */
const digestInfo = Buffer.from('3031300d060960864801650304020105000420', 'hex')

/** Signs digests as KMS does, with a key in memory. */
export function localDigestSigner(privateKey: KeyObject): DigestSigner {
  return async (sha256) =>
    privateEncrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.concat([digestInfo, sha256]))
}

export async function localSealSigner(
  commonName = 'Sealpost test seal',
): Promise<SealSigner & { privateKey: KeyObject }> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 })
  const sign = localDigestSigner(privateKey)
  const certificate = await issueSealCertificate({
    publicKeySpkiDer: createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
    sign,
    subject: { commonName, organization: 'Sealpost' },
    notBefore: new Date('2025-01-01T00:00:00Z'),
    notAfter: new Date('2049-01-01T00:00:00Z'),
    serialNumber: randomBytes(16),
  })
  return { certificateChain: [certificate], algorithm: 'RSASSA_PKCS1_V1_5_SHA_256', sign, privateKey }
}
