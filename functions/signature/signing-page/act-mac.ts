import { KMSClient } from '@aws-sdk/client-kms'
import { kmsMac } from '../../../shared/personal-links/kms-mac.ts'
import { recordCalls } from '../../../shared/platform/aws-calls.ts'
import { environment } from '../../../shared/platform/environment.ts'
import { currentKey, keyRing } from '../../../shared/platform/key-ring.ts'
import type { ActMac } from '../model/acts.ts'

let kept: ActMac | undefined

/** What acts of signers are authenticated with, under a key that this function alone can use. A MAC begins with the number of its key. */
export function actMac(): ActMac {
  if (kept) return kept
  const ring = keyRing(environment('SIGNING_ACTS_KEYS'))
  const mac = kmsMac(new KMSClient(recordCalls), currentKey(ring))
  kept = async (text) => `${ring.current}:${Buffer.from(await mac(text)).toString('base64')}`
  return kept
}
