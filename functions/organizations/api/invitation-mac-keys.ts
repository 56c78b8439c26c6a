import type { MacKeys } from '../../../shared/personal-links/signing-secrets.ts'
import { recordCalls } from '../../../shared/platform/aws-calls.ts'
import { environment } from '../../../shared/platform/environment.ts'

let kept: Promise<MacKeys> | undefined

/** The keys of invitations' tokens. The client of KMS is loaded by those alone who look at one. */
export function invitationMacKeys(): Promise<MacKeys> {
  kept ??= loaded()
  return kept
}

async function loaded(): Promise<MacKeys> {
  const [{ KMSClient }, { kmsMacKeys }] = await Promise.all([
    import('@aws-sdk/client-kms'),
    import('../../../shared/personal-links/kms-mac.ts'),
  ])
  return kmsMacKeys(new KMSClient(recordCalls), environment('SIGNING_SECRETS_KEYS'))
}
