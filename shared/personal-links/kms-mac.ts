import { GenerateMacCommand, type KMSClient } from '@aws-sdk/client-kms'
import type { Mac } from './signing-secrets.ts'

/** HMAC-SHA-256 under a key of KMS. */
export function kmsMac(client: KMSClient, keyId: string): Mac {
  return async (text) => {
    const { Mac } = await client.send(
      new GenerateMacCommand({ KeyId: keyId, MacAlgorithm: 'HMAC_SHA_256', Message: Buffer.from(text) }),
    )
    if (!Mac) throw new Error(`KMS gave no MAC under ${keyId}`)
    return Mac
  }
}
