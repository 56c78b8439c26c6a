import { GenerateMacCommand, type KMSClient } from '@aws-sdk/client-kms'
import { keyRing } from '../platform/key-ring.ts'
import type { Mac, MacKeys } from './signing-secrets.ts'

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

/** The same under each key of a ring, as the setting of a function names them. */
export function kmsMacKeys(client: KMSClient, setting: string): MacKeys {
  const { current, keys } = keyRing(setting)
  return {
    current,
    under(number) {
      const keyId = keys.get(number)
      return keyId === undefined ? null : kmsMac(client, keyId)
    },
  }
}
