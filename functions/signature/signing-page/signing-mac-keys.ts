import { KMSClient } from '@aws-sdk/client-kms'
import { kmsMacKeys } from '../../../shared/personal-links/kms-mac.ts'
import type { MacKeys } from '../../../shared/personal-links/signing-secrets.ts'
import { recordCalls } from '../../../shared/platform/aws-calls.ts'
import { environment } from '../../../shared/platform/environment.ts'

let kept: MacKeys | undefined

/** What one-time codes are made with, under the keys of this deployment. */
export function signingMacKeys(): MacKeys {
  kept ??= kmsMacKeys(new KMSClient(recordCalls), environment('SIGNING_SECRETS_KEYS'))
  return kept
}
