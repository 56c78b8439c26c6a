import { KMSClient } from '@aws-sdk/client-kms'
import { recordCalls } from '../../shared/aws-calls.ts'
import { environment } from '../../shared/environment.ts'
import { kmsMac } from '../../shared/signature/kms-mac.ts'
import type { Mac } from '../../shared/signature/signing-secrets.ts'

let kept: Mac | undefined

/** What one-time codes are made with, under the key of this deployment. */
export function signingMac(): Mac {
  kept ??= kmsMac(new KMSClient(recordCalls), environment('SIGNING_SECRETS_KEY_ID'))
  return kept
}
