import { KMSClient } from '@aws-sdk/client-kms'
import { kmsMac } from '../../../shared/personal-links/kms-mac.ts'
import { recordCalls } from '../../../shared/platform/aws-calls.ts'
import { environment } from '../../../shared/platform/environment.ts'
import type { ActMac } from '../model/acts.ts'

let kept: ActMac | undefined

/** What acts of signers are authenticated with, under a key that this function alone can use. */
export function actMac(): ActMac {
  if (kept) return kept
  const mac = kmsMac(new KMSClient(recordCalls), environment('SIGNING_ACTS_KEY_ID'))
  kept = async (text) => Buffer.from(await mac(text)).toString('base64')
  return kept
}
