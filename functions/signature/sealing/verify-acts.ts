import { KMSClient, KMSInvalidMacException, VerifyMacCommand } from '@aws-sdk/client-kms'
import { recordCalls } from '../../../shared/platform/aws-calls.ts'
import { environment } from '../../../shared/platform/environment.ts'
import { keyNamed, keyRing } from '../../../shared/platform/key-ring.ts'
import { flawsOfActs, type VerifyActMac } from '../model/acts.ts'
import type { RequestRecord } from '../model/request.ts'
import type { Step } from '../model/step.ts'
import { UnauthenticActs } from './unauthentic-acts.ts'

let client: KMSClient | undefined

/** Throws `UnauthenticActs` where our own signing page did not record what its signers are said to have done. */
export async function verifyActs(record: RequestRecord, steps: readonly Step[]): Promise<void> {
  // Only test organizations have simulated signers. The record alone could say that a live one was signed elsewhere.
  if (!record.livemode && record.vendor !== 'native') return
  const flaws = await flawsOfActs(record, steps, verifyMac)
  if (flaws.length > 0) throw new UnauthenticActs(flaws.join('; '))
}

const verifyMac: VerifyActMac = async (text, mac) => {
  const [, key, value = ''] = /^(\d+):(.+)$/.exec(mac) ?? []
  const keyId = keyNamed(keyRing(environment('SIGNING_ACTS_KEYS')), key)
  if (keyId === null) return false
  client ??= new KMSClient(recordCalls)
  try {
    const { MacValid = false } = await client.send(
      new VerifyMacCommand({
        KeyId: keyId,
        MacAlgorithm: 'HMAC_SHA_256',
        Message: Buffer.from(text),
        Mac: Buffer.from(value, 'base64'),
      }),
    )
    return MacValid
  } catch (error) {
    if (error instanceof KMSInvalidMacException) return false
    throw error
  }
}
