import { GenerateMacCommand, type KMSClient, KMSInvalidMacException, VerifyMacCommand } from '@aws-sdk/client-kms'
import { currentKey, keyNamed, keyRing } from '../platform/key-ring.ts'

/** Gives the MAC of a text: the number of the key and the MAC in base64, such as `1:q0f…`. */
export type ActMac = (text: string) => Promise<string>
/** Whether a MAC belongs to a text. A MAC under a retired key does not. */
export type VerifyActMac = (text: string, mac: string) => Promise<boolean>

const MacAlgorithm = 'HMAC_SHA_256'

/** Authenticates acts under the current key of a ring of KMS keys, as the setting of a function names them. */
export function kmsActMac(client: KMSClient, setting: string): ActMac {
  const ring = keyRing(setting)
  const KeyId = currentKey(ring)
  return async (text) => {
    const { Mac } = await client.send(new GenerateMacCommand({ KeyId, MacAlgorithm, Message: Buffer.from(text) }))
    if (!Mac) throw new Error(`KMS gave no MAC under ${KeyId}`)
    return `${ring.current}:${Buffer.from(Mac).toString('base64')}`
  }
}

/** Verifies MACs under any key of the ring. The function needs no right to make any. */
export function kmsVerifyActMac(client: KMSClient, setting: string): VerifyActMac {
  const ring = keyRing(setting)
  return async (text, mac) => {
    const [, key, value = ''] = /^(\d+):(.+)$/.exec(mac) ?? []
    const KeyId = keyNamed(ring, key)
    if (KeyId === null) return false
    const Mac = Buffer.from(value, 'base64')
    try {
      const command = new VerifyMacCommand({ KeyId, MacAlgorithm, Message: Buffer.from(text), Mac })
      return (await client.send(command)).MacValid ?? false
    } catch (error) {
      if (error instanceof KMSInvalidMacException) return false
      throw error
    }
  }
}
