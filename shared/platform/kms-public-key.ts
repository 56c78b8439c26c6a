import { GetPublicKeyCommand, type KMSClient } from '@aws-sdk/client-kms'

/** The public half of an asymmetric KMS key: DER, SubjectPublicKeyInfo. Needs `kms:GetPublicKey` on it. */
export async function kmsPublicKey(kms: KMSClient, keyId: string): Promise<Uint8Array> {
  const { PublicKey } = await kms.send(new GetPublicKeyCommand({ KeyId: keyId }))
  if (!PublicKey) throw new Error(`KMS gave no public key for ${keyId}`)
  return PublicKey
}
