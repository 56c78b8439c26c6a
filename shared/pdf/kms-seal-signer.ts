import { type KMSClient, SignCommand } from '@aws-sdk/client-kms'
import type { DigestSigner, SealSigner } from './seal-signer.ts'

/** Signs with an asymmetric KMS key of RSA_2048 or more, key usage SIGN_VERIFY; needs `kms:Sign` on it. */
export function kmsDigestSigner(kms: KMSClient, keyId: string): DigestSigner {
  return async (sha256) => {
    const command = new SignCommand({
      KeyId: keyId,
      Message: sha256,
      MessageType: 'DIGEST',
      SigningAlgorithm: 'RSASSA_PKCS1_V1_5_SHA_256',
    })
    const { Signature } = await kms.send(command)
    if (!Signature) throw new Error(`KMS gave no signature for key ${keyId}`)
    return Signature
  }
}

export function kmsSealSigner(
  kms: KMSClient,
  keyId: string,
  certificateChain: SealSigner['certificateChain'],
): SealSigner {
  return { certificateChain, algorithm: 'RSASSA_PKCS1_V1_5_SHA_256', sign: kmsDigestSigner(kms, keyId) }
}
