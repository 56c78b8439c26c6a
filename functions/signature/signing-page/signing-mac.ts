import { KMSClient } from '@aws-sdk/client-kms'
import { kmsMac } from '../../../shared/personal-links/kms-mac.ts'
import type { Mac } from '../../../shared/personal-links/signing-secrets.ts'
import { recordCalls } from '../../../shared/platform/aws-calls.ts'
import { environment } from '../../../shared/platform/environment.ts'

let kept: Mac | undefined

/** What one-time codes are made with, under the key of this deployment. */
export function signingMac(): Mac {
  kept ??= kmsMac(new KMSClient(recordCalls), environment('SIGNING_SECRETS_KEY_ID'))
  return kept
}
