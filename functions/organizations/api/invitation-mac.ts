import type { Mac } from '../../../shared/personal-links/signing-secrets.ts'
import { recordCalls } from '../../../shared/platform/aws-calls.ts'
import { environment } from '../../../shared/platform/environment.ts'

let kept: Promise<Mac> | undefined

/** The MAC of invitations' tokens. The client of KMS is loaded by those alone who look at one. */
export function invitationMac(): Promise<Mac> {
  kept ??= loaded()
  return kept
}

async function loaded(): Promise<Mac> {
  const [{ KMSClient }, { kmsMac }] = await Promise.all([
    import('@aws-sdk/client-kms'),
    import('../../../shared/personal-links/kms-mac.ts'),
  ])
  return kmsMac(new KMSClient(recordCalls), environment('SIGNING_SECRETS_KEY_ID'))
}
