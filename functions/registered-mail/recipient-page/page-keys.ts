import type { MacKeys } from '../../../shared/personal-links/signing-secrets.ts'
import { recordCalls } from '../../../shared/platform/aws-calls.ts'
import { environment } from '../../../shared/platform/environment.ts'
import { type KeyRing, keyRing } from '../../../shared/platform/key-ring.ts'

let keptRing: KeyRing | undefined
let keptKeys: Promise<MacKeys> | undefined

/** The keys of links and codes. Which of them exist is known without KMS. */
export function linkKeys(): KeyRing {
  keptRing ??= keyRing(environment('SIGNING_SECRETS_KEYS'))
  return keptRing
}

/** The same with what computes codes. The client of KMS is loaded with the first code that is entered. */
export function codeKeys(): Promise<MacKeys> {
  keptKeys ??= loaded()
  return keptKeys
}

async function loaded(): Promise<MacKeys> {
  const [{ KMSClient }, { kmsMacKeys }] = await Promise.all([
    import('@aws-sdk/client-kms'),
    import('../../../shared/personal-links/kms-mac.ts'),
  ])
  return kmsMacKeys(new KMSClient(recordCalls), environment('SIGNING_SECRETS_KEYS'))
}
