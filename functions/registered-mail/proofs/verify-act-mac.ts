import { KMSClient } from '@aws-sdk/client-kms'
import { kmsVerifyActMac, type VerifyActMac } from '../../../shared/personal-links/act-mac.ts'
import { recordCalls } from '../../../shared/platform/aws-calls.ts'
import { environment } from '../../../shared/platform/environment.ts'

let kept: VerifyActMac | undefined

/** Verifies what the page of recipients recorded. */
export function verifyActMac(): VerifyActMac {
  kept ??= kmsVerifyActMac(new KMSClient(recordCalls), environment('MAIL_ACTS_KEYS'))
  return kept
}
