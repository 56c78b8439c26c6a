import { KMSClient } from '@aws-sdk/client-kms'
import { type ActMac, kmsActMac } from '../../../shared/personal-links/act-mac.ts'
import { recordCalls } from '../../../shared/platform/aws-calls.ts'
import { environment } from '../../../shared/platform/environment.ts'

let kept: ActMac | undefined

/** What acts of recipients are authenticated with, under a key that this function alone can use. */
export function actMac(): ActMac {
  kept ??= kmsActMac(new KMSClient(recordCalls), environment('MAIL_ACTS_KEYS'))
  return kept
}
